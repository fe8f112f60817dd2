import type { PlanChangePreview } from '@dooryard/contract/billing/subscriptions'
import { formatDay } from '../../../platform/util/format.ts'
import type { PlanTerms } from '../provider/provider.ts'
import type { SubscriptionRow } from '../subscription/subscriptions.queries.ts'
import type { QuoteRow } from './quotes.queries.ts'

type Kind = PlanChangePreview['kind']

export type CurrentSubscription = Pick<
  SubscriptionRow,
  | ('id' | 'planId' | 'planName' | 'interval' | 'price' | 'creditsPerPeriod' | 'status' | 'periodEnd')
  | ('cancelAtPeriodEnd' | 'nextPlanId' | 'nextPlanName')
>

/** Returns what choosing a plan does to a subscription, or a message why it cannot be chosen now. */
export function resolvePlanChange(
  current: CurrentSubscription,
  plan: Pick<PlanTerms, 'planId' | 'name' | 'interval' | 'price' | 'credits'>,
): { kind: Kind } | { refusal: string } {
  if (current.status === 'PAST_DUE')
    return { refusal: 'Pay the open invoice first: change your card, and it is tried again. Then choose another plan.' }
  if (plan.planId === current.planId && plan.interval === current.interval)
    return hasPendingChange(current) ? { kind: 'KEEP' } : { refusal: `${current.planName} is your plan already.` }
  if (current.nextPlanId)
    return {
      refusal:
        `Your change to ${current.nextPlanName} waits for the end of the month. ` +
        `Keep ${current.planName} first, then choose another plan.`,
    }
  if (plan.interval !== current.interval) return resolveIntervalChange(current, plan)
  return { kind: plan.price > current.price ? 'UPGRADE' : 'DOWNGRADE' }
}

/**
 * A switch to the year begins at once, because no provider starts another interval in the middle of a paid one. So a
 * paid year is not cut short, and a year that costs or brings less than the month is not begun.
 */
function resolveIntervalChange(
  { planName, interval, price, creditsPerPeriod, periodEnd }: CurrentSubscription,
  plan: Pick<PlanTerms, 'name' | 'price' | 'credits'>,
): { kind: Kind } | { refusal: string } {
  if (interval === 'YEAR')
    return {
      refusal:
        `${planName} is paid until ${formatDay(periodEnd)}. ` +
        'To pay by the month from then on, cancel it and choose a plan when it ends.',
    }
  if (plan.credits < creditsPerPeriod || plan.price <= price)
    return { refusal: `${plan.name} is smaller than ${planName}. Change to ${plan.name} by the month first.` }
  return { kind: 'UPGRADE' }
}

/** Whether a change at the end of the period is scheduled, which choosing the current plan undoes. */
const hasPendingChange = ({ nextPlanId, cancelAtPeriodEnd }: CurrentSubscription) =>
  nextPlanId !== null || cancelAtPeriodEnd

type QuotedChange = Pick<
  QuoteRow,
  'subscriptionId' | 'fromPlanId' | 'planId' | 'interval' | 'kind' | 'periodEnd' | 'cancelAtPeriodEnd'
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
export function hasTakenEffect(
  { kind, subscriptionId, planId, interval }: QuotedChange,
  current: CurrentSubscription,
): boolean {
  if (current.id !== subscriptionId) return false
  if (kind === 'DOWNGRADE') return current.nextPlanId === planId
  return current.planId === planId && current.interval === interval && current.nextPlanId === null
}
