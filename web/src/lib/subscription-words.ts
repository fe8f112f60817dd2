import type { Subscription } from '@dooryard/contract/subscriptions'
import { formatDay } from './format.ts'

export const subscriptionLabels = { ACTIVE: 'Active', PAST_DUE: 'Past due', INACTIVE: 'Ended' } as const

/** What becomes of a subscription next, or became of it: `Renews Dec 2, 2026`, and the like. */
export function subscriptionWords({ status, currentPeriodEnd, cancelAtPeriodEnd, endedAt, graceUntil }: Subscription) {
  if (status === 'INACTIVE') return `${subscriptionLabels[status]} ${formatDay(endedAt)}`
  if (status === 'PAST_DUE') return `${subscriptionLabels[status]}, ends ${formatDay(graceUntil)} unless paid`
  return cancelAtPeriodEnd ? `Ends ${formatDay(currentPeriodEnd)}` : `Renews ${formatDay(currentPeriodEnd)}`
}
