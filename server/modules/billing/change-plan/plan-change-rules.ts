import type { PlanChangePreview } from '@dooryard/contract/billing/subscriptions'
import type { SubscriptionRow } from '../subscription/subscriptions.queries.ts'
import type { QuoteRow } from './quotes.queries.ts'

type Kind = PlanChangePreview['kind']

export type CurrentSubscription = Pick<
  SubscriptionRow,
  | ('id' | 'planId' | 'planName' | 'price' | 'status' | 'periodEnd')
  | ('cancelAtPeriodEnd' | 'nextPlanId' | 'nextPlanName')
>

/** Returns what choosing a plan does to a subscription, or a message why it cannot be chosen now. */
export function resolvePlanChange(
  current: CurrentSubscription,
  plan: { id: string; price: number },
): { kind: Kind } | { refusal: string } {
  if (current.status === 'PAST_DUE')
    return { refusal: 'Pay the open invoice first: change your card, and it is tried again. Then choose another plan.' }
  if (plan.id === current.planId)
    return hasPendingChange(current) ? { kind: 'KEEP' } : { refusal: `${current.planName} is your plan already.` }
  if (current.nextPlanId)
    return {
      refusal:
        `Your change to ${current.nextPlanName} waits for the end of the month. ` +
        `Keep ${current.planName} first, then choose another plan.`,
    }
  return { kind: plan.price > current.price ? 'UPGRADE' : 'DOWNGRADE' }
}

/** Whether a change at the end of the period is scheduled, which choosing the current plan undoes. */
const hasPendingChange = ({ nextPlanId, cancelAtPeriodEnd }: CurrentSubscription) =>
  nextPlanId !== null || cancelAtPeriodEnd

type QuotedChange = Pick<
  QuoteRow,
  'subscriptionId' | 'fromPlanId' | 'planId' | 'kind' | 'periodEnd' | 'cancelAtPeriodEnd'
>

export function isQuoteCurrent(quote: QuotedChange, current: CurrentSubscription): boolean {
  const isSame =
    current.id === quote.subscriptionId && current.planId === quote.fromPlanId && current.status === 'ACTIVE'
  if (!isSame || current.periodEnd.getTime() !== quote.periodEnd.getTime()) return false
  // A change undoes a cancellation, and a user who did not see the cancellation has not agreed to that.
  if (current.cancelAtPeriodEnd !== quote.cancelAtPeriodEnd) return false
  return quote.kind === 'KEEP' ? hasPendingChange(current) : current.nextPlanId === null
}

/** Whether the subscription already has the quoted state, apart from a cancellation. */
export function hasTakenEffect({ kind, subscriptionId, planId }: QuotedChange, current: CurrentSubscription): boolean {
  if (current.id !== subscriptionId) return false
  if (kind === 'DOWNGRADE') return current.nextPlanId === planId
  return current.planId === planId && current.nextPlanId === null
}
