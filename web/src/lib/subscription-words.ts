import type { Subscription } from '@dooryard/contract/subscriptions'
import { formatDay } from './format.ts'

/** What becomes of a subscription next, or became of it: `Renews Dec 2, 2026`, and the like. */
export function subscriptionWords({ status, currentPeriodEnd, cancelAtPeriodEnd, endedAt, graceUntil }: Subscription) {
  if (status === 'INACTIVE') return `Ended ${formatDay(endedAt)}`
  if (status === 'PAST_DUE') return `Past due, ends ${formatDay(graceUntil)} unless paid`
  return cancelAtPeriodEnd ? `Ends ${formatDay(currentPeriodEnd)}` : `Renews ${formatDay(currentPeriodEnd)}`
}
