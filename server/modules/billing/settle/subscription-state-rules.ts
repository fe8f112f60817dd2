import type { PaymentMethod } from '@dooryard/contract/billing'
import { dayMs } from '@dooryard/contract/time'
import type { PlanTerms, ProviderInvoice, ProviderSubscription } from '../provider.ts'
import type { SubscriptionRow, SubscriptionState } from '../subscriptions.queries.ts'

/** A subscription and its invoices as the provider had them when it was asked, under a number that was taken before. */
export type Look = {
  number: number
  /** The time of the provider. */
  now: Date
  subscription: ProviderSubscription
  invoices: readonly ProviderInvoice[]
  card: PaymentMethod | undefined
}

const graceMs = 7 * dayMs

const order: ProviderInvoice['reason'][] = ['FIRST', 'RENEWAL', 'CHANGE']

/** In the order in which they were made, which is that of their credits: what lapses at a renewal depends on it. */
export const inOrder = (invoices: readonly ProviderInvoice[]): ProviderInvoice[] =>
  [...invoices].sort(
    (a, b) =>
      a.at.getTime() - b.at.getTime() || order.indexOf(a.reason) - order.indexOf(b.reason) || (a.id < b.id ? -1 : 1),
  )

/** Whether money was taken for it, or nothing was due; it may have been paid back since. */
export const isSettled = ({ status }: Pick<ProviderInvoice, 'status'>) => status === 'PAID' || status === 'REFUNDED'

/** A change counts once it is paid for, and a downgrade with its first month. */
export const planPaidFor = (invoices: readonly ProviderInvoice[]): PlanTerms | undefined =>
  inOrder(invoices).filter(isSettled).at(-1)?.plan

export function planBefore(invoices: readonly ProviderInvoice[], { id }: ProviderInvoice): PlanTerms | undefined {
  const ordered = inOrder(invoices)
  const place = ordered.findIndex((invoice) => invoice.id === id)
  return planPaidFor(ordered.slice(0, place))
}

/** Paid after the end, or so shortly before that the provider ended the subscription for want of this very payment. */
export function isTooLate(
  { endedAt, endReason, periodStart }: ProviderSubscription,
  invoice: ProviderInvoice,
): boolean {
  const isOfLastMonth = invoice.reason === 'RENEWAL' && invoice.periodStart.getTime() === periodStart.getTime()
  if (!endedAt || !invoice.paidAt) return false
  return invoice.paidAt > endedAt || (endReason === 'PAYMENT_FAILED' && isOfLastMonth)
}

/** A duplicate is never live, whatever the provider says of it until it is ended there. */
export function stateOf(
  { number, now, subscription, invoices }: Omit<Look, 'card'>,
  paid: PlanTerms,
  recorded: Pick<SubscriptionRow, 'status' | 'graceUntil'> | undefined,
  isDuplicate: boolean,
): SubscriptionState {
  const status = isDuplicate ? 'INACTIVE' : subscription.status
  const next = status !== 'INACTIVE' && !areSame(subscription.plan, paid) ? subscription.plan : undefined
  return {
    planId: paid.planId,
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
    graceUntil: status === 'PAST_DUE' ? (recorded?.graceUntil ?? graceFrom(invoices, now)) : null,
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

const areSame = (a: PlanTerms, b: PlanTerms) => a.planId === b.planId && a.price === b.price && a.credits === b.credits

/** Seven days from when it was first tried, however late that is heard of. */
function graceFrom(invoices: readonly ProviderInvoice[], now: Date): Date {
  const unpaid = inOrder(invoices).findLast(({ status, reason }) => status === 'FAILED' && reason === 'RENEWAL')
  return new Date((unpaid?.firstTriedAt ?? unpaid?.at ?? now).getTime() + graceMs)
}

/** Whoever ends it for want of a payment does so by the same call as anybody: its unpaid month is what tells. */
function endReason(
  { endReason, periodStart }: ProviderSubscription,
  invoices: readonly ProviderInvoice[],
  recorded: Pick<SubscriptionRow, 'status'> | undefined,
) {
  const isPaid = invoices.some((one) => isSettled(one) && one.periodStart.getTime() === periodStart.getTime())
  return recorded?.status === 'PAST_DUE' && !isPaid ? 'PAYMENT_FAILED' : (endReason ?? 'CANCELLED')
}
