import type { Quote } from '@dooryard/contract/subscriptions'
import type { QuoteRow } from './quotes.queries.ts'
import type { SubscriptionRow } from './subscriptions.queries.ts'

type Kind = Quote['kind']

export type Standing = Pick<
  SubscriptionRow,
  | ('id' | 'planId' | 'planName' | 'price' | 'status' | 'periodEnd')
  | ('cancelAtPeriodEnd' | 'nextPlanId' | 'nextPlanName')
>

/** What choosing a plan does to a subscription, or why it cannot be chosen now, in words. */
export function changeTo(now: Standing, plan: { id: string; price: number }): { kind: Kind } | { refusal: string } {
  if (now.status === 'PAST_DUE')
    return { refusal: 'Pay the open invoice first: change your card, and it is tried again. Then choose another plan.' }
  if (plan.id === now.planId)
    return isWaiting(now) ? { kind: 'KEEP' } : { refusal: `${now.planName} is your plan already.` }
  if (now.nextPlanId)
    return {
      refusal:
        `Your change to ${now.nextPlanName} waits for the end of the month. ` +
        `Keep ${now.planName} first, then choose another plan.`,
    }
  return { kind: plan.price > now.price ? 'UPGRADE' : 'DOWNGRADE' }
}

/** Whether something is to happen at the end of the period that choosing the present plan undoes. */
const isWaiting = ({ nextPlanId, cancelAtPeriodEnd }: Standing) => nextPlanId !== null || cancelAtPeriodEnd

type Quoted = Pick<QuoteRow, 'subscriptionId' | 'fromPlanId' | 'planId' | 'kind' | 'periodEnd' | 'cancelAtPeriodEnd'>

export function stillFits(quote: Quoted, now: Standing): boolean {
  const isSame = now.id === quote.subscriptionId && now.planId === quote.fromPlanId && now.status === 'ACTIVE'
  if (!isSame || now.periodEnd.getTime() !== quote.periodEnd.getTime()) return false
  // A change undoes a cancellation, which nobody agreed to who was not told.
  if (now.cancelAtPeriodEnd !== quote.cancelAtPeriodEnd) return false
  return quote.kind === 'KEEP' ? isWaiting(now) : now.nextPlanId === null
}

/** Whether a subscription already is what the quote would make of it, but for a cancellation. */
export function hasTakenEffect({ kind, subscriptionId, planId }: Quoted, now: Standing): boolean {
  if (now.id !== subscriptionId) return false
  if (kind === 'DOWNGRADE') return now.nextPlanId === planId
  return now.planId === planId && now.nextPlanId === null
}
