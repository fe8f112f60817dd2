import { dayMs } from '@dooryard/contract/api/time'
import type { PaymentMethod } from '@dooryard/contract/billing/billing'
import type { PlanTerms, ProviderInvoice, ProviderSubscription } from '../provider/provider.ts'
import type { SubscriptionRow, SubscriptionState } from '../subscription/subscriptions.queries.ts'

/** The provider's state of a subscription and its invoices, with a sequence number taken before the calls. */
export type SubscriptionSnapshot = {
  number: number
  /** The provider's time. */
  now: Date
  subscription: ProviderSubscription
  invoices: readonly ProviderInvoice[]
  /** Cents recorded as refunded before the calls, by invoice. */
  refundedBefore: ReadonlyMap<string, number>
  card: PaymentMethod | undefined
}

const graceMs = 7 * dayMs

const order: ProviderInvoice['reason'][] = ['FIRST', 'RENEWAL', 'CHANGE']

/** Sorts by creation, the order in which their credits are granted: what expires at a renewal depends on it. */
export const sortInvoices = (invoices: readonly ProviderInvoice[]): ProviderInvoice[] =>
  [...invoices].sort(
    (a, b) =>
      a.at.getTime() - b.at.getTime() || order.indexOf(a.reason) - order.indexOf(b.reason) || (a.id < b.id ? -1 : 1),
  )

/** Whether money was taken or nothing was due; it may have been refunded since. */
export const wasPaid = ({ status }: Pick<ProviderInvoice, 'status'>) => status === 'PAID' || status === 'REFUNDED'

/** A change counts once it is paid for, and a downgrade with its first month. */
export const getPaidPlan = (invoices: readonly ProviderInvoice[]): PlanTerms | undefined =>
  sortInvoices(invoices).filter(wasPaid).at(-1)?.plan

export function getPlanBefore(invoices: readonly ProviderInvoice[], { id }: ProviderInvoice): PlanTerms | undefined {
  const ordered = sortInvoices(invoices)
  const place = ordered.findIndex((invoice) => invoice.id === id)
  return getPaidPlan(ordered.slice(0, place))
}

/**
 * Whether it was paid after the end, or so shortly before that the provider ended the subscription for lack of this
 * payment.
 */
export function isPaidTooLate(
  { endedAt, endReason, periodStart }: ProviderSubscription,
  invoice: ProviderInvoice,
): boolean {
  const isOfLastMonth = invoice.reason === 'RENEWAL' && invoice.periodStart.getTime() === periodStart.getTime()
  if (!endedAt || !invoice.paidAt) return false
  return invoice.paidAt > endedAt || (endReason === 'PAYMENT_FAILED' && isOfLastMonth)
}

/** A duplicate is never live, whatever the provider reports until it is ended there. */
export function toSubscriptionState(
  { number, now, subscription, invoices }: Omit<SubscriptionSnapshot, 'card' | 'refundedBefore'>,
  paid: PlanTerms,
  recorded: Pick<SubscriptionRow, 'status' | 'graceUntil'> | undefined,
  isDuplicate: boolean,
): SubscriptionState {
  const status = isDuplicate ? 'INACTIVE' : subscription.status
  const next = status !== 'INACTIVE' && !isSamePlan(subscription.plan, paid) ? subscription.plan : undefined
  return {
    planId: paid.planId,
    interval: paid.interval,
    price: paid.price,
    currency: paid.currency,
    creditsPerPeriod: paid.credits,
    nextPlanId: next?.planId ?? null,
    nextPrice: next?.price ?? null,
    nextCredits: next?.credits ?? null,
    status,
    periodStart: subscription.periodStart,
    periodEnd: subscription.periodEnd,
    cancelAtPeriodEnd: subscription.cancelAtPeriodEnd,
    graceUntil: status === 'PAST_DUE' ? (recorded?.graceUntil ?? getGraceEnd(invoices, now)) : null,
    endedAt: status === 'INACTIVE' ? (subscription.endedAt ?? now) : null,
    endReason: status === 'INACTIVE' ? endReason(subscription, invoices, recorded) : null,
    sequence: number,
    updatedAt: now,
  }
}

export function hasChanged(recorded: SubscriptionRow, { sequence: _, updatedAt: __, ...state }: SubscriptionState) {
  const was = Object.fromEntries(Object.keys(state).map((name) => [name, recorded[name as keyof typeof state]]))
  return JSON.stringify(was) !== JSON.stringify(state)
}

const isSamePlan = (a: PlanTerms, b: PlanTerms) =>
  a.planId === b.planId && a.interval === b.interval && a.price === b.price && a.credits === b.credits

/** Seven days from the first payment attempt, however late that is recorded. */
function getGraceEnd(invoices: readonly ProviderInvoice[], now: Date): Date {
  const unpaid = sortInvoices(invoices).findLast(({ status, reason }) => status === 'FAILED' && reason === 'RENEWAL')
  return new Date((unpaid?.firstTriedAt ?? unpaid?.at ?? now).getTime() + graceMs)
}

/** An end for non-payment uses the same provider call as a cancellation, so the unpaid month decides. */
function endReason(
  { endReason, periodStart }: ProviderSubscription,
  invoices: readonly ProviderInvoice[],
  recorded: Pick<SubscriptionRow, 'status'> | undefined,
) {
  const isPaid = invoices.some((one) => wasPaid(one) && one.periodStart.getTime() === periodStart.getTime())
  return recorded?.status === 'PAST_DUE' && !isPaid ? 'PAYMENT_FAILED' : (endReason ?? 'CANCELLED')
}
