import type { Subscription } from '@dooryard/contract/billing/subscriptions'
import { formatDay } from '../format/format.ts'

export const subscriptionLabels = { ACTIVE: 'Active', PAST_DUE: 'Past due', INACTIVE: 'Ended' } as const

/** The next or last event of a subscription: `Renews Dec 2, 2026`, and the like. */
export function formatSubscription({ status, currentPeriodEnd, cancelAtPeriodEnd, endedAt, graceUntil }: Subscription) {
  if (status === 'INACTIVE') return `${subscriptionLabels[status]} ${formatDay(endedAt)}`
  if (status === 'PAST_DUE') return `${subscriptionLabels[status]}, ends ${formatDay(graceUntil)} unless paid`
  return cancelAtPeriodEnd ? `Ends ${formatDay(currentPeriodEnd)}` : `Renews ${formatDay(currentPeriodEnd)}`
}
