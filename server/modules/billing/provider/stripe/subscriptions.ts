import { outdatedQuoteDetails } from '@dooryard/contract/api/errors'
import { toUnixSeconds } from '@dooryard/contract/api/time'
import type Stripe from 'stripe'
import { appError } from '../../../../platform/errors/app-error.ts'
import type {
  EndOptions,
  PlanChangeOrder,
  PlanChangePrice,
  PlanChangeTerms,
  ProviderSubscription,
} from '../provider.ts'
import { at, planMetadata } from './plan-rules.ts'
import {
  assertMonthPaid,
  buildCancelReset,
  buildItemChange,
  buildRestart,
  getTerms,
  isCancelScheduled,
  priceItemChange,
} from './price-change.ts'
import { discountProduct, type Products, unpaidDaysProduct } from './products.ts'
import { getId, withIdempotencyKey } from './stripe-client.ts'
import { isAnyRefusal, isRefusal, isRefusedRequest } from './stripe-errors.ts'

/** Marks an end that we caused because of non-payment: Stripe itself only sees our call. */
const unpaidComment = 'Not paid in time'

const isOver = ({ status }: Stripe.Subscription) => status === 'canceled' || status === 'incomplete_expired'

const isUnpaid = ({ status }: Stripe.Subscription) => status === 'past_due' || status === 'unpaid'

export async function getSubscription(stripe: Stripe, id: string): Promise<ProviderSubscription> {
  const subscription = await stripe.subscriptions.retrieve(id)
  const { item, plan } = getTerms(subscription)
  return {
    id,
    customerId: getId(subscription.customer) ?? '',
    checkoutId: subscription.metadata.checkoutId ?? '',
    status: toStatus(subscription),
    plan,
    periodStart: at(item.current_period_start),
    periodEnd: at(item.current_period_end),
    cancelAtPeriodEnd: !isOver(subscription) && isCancelScheduled(subscription),
    ...(isOver(subscription) && {
      endedAt: at(subscription.ended_at ?? subscription.canceled_at ?? subscription.created),
      endReason: toEndReason(subscription),
    }),
  }
}

/** A first payment in progress is no subscription yet and has no end; one that was paused by hand owes nothing. */
function toStatus(subscription: Stripe.Subscription): ProviderSubscription['status'] {
  if (isUnpaid(subscription)) return 'PAST_DUE'
  return isOver(subscription) || subscription.status === 'incomplete' ? 'INACTIVE' : 'ACTIVE'
}

const toEndReason = ({ cancellation_details: details, status }: Stripe.Subscription) =>
  status === 'incomplete_expired' || details?.reason === 'payment_failed' || details?.comment === unpaidComment
    ? 'PAYMENT_FAILED'
    : 'CANCELLED'

const expand = ['latest_invoice']

export async function priceChange(
  stripe: Stripe,
  products: Products,
  change: PlanChangeTerms,
): Promise<PlanChangePrice> {
  const subscription = await stripe.subscriptions.retrieve(change.subscriptionId, { expand })
  assertMonthPaid(subscription)
  return (await priceItemChange(stripe, products, subscription, change)).quote
}

/**
 * Changes the plan. The subscription's metadata names the quote, so that a quote is never applied twice, however late.
 */
export async function changePlan(
  stripe: Stripe,
  products: Products,
  order: PlanChangeOrder,
): Promise<PlanChangeResult> {
  try {
    return await change(stripe, products, order)
  } catch (error) {
    // A request that Stripe refused changed nothing. The number leads to the reason in Stripe's log, which does not
    // concern the payer.
    if (!isRefusedRequest(error)) throw error
    const number = error.requestId ? ` (${error.requestId})` : ''
    throw appError('UNPROCESSABLE', `The payment provider refused this change, and nothing was changed${number}.`)
  }
}

type PlanChangeResult = { invoiceId?: string }

const quoteChangedError = () =>
  appError(
    'UNPROCESSABLE',
    'Your subscription has changed since this was quoted. Ask for a new quote.',
    outdatedQuoteDetails,
  )

async function change(stripe: Stripe, products: Products, order: PlanChangeOrder): Promise<PlanChangeResult> {
  const { quoteId, subscriptionId: id, to } = order
  const subscription = await stripe.subscriptions.retrieve(id, { expand })
  if (subscription.metadata.quoteId === quoteId) return getChangeInvoice(subscription, quoteId)
  assertMonthPaid(subscription)
  if (isCancelScheduled(subscription) !== order.cancelAtPeriodEnd) throw quoteChangedError()
  const priced = order.when === 'NOW' ? await priceItemChange(stripe, products, subscription, order) : undefined
  if (priced && priced.quote.amountDue !== order.amountDue) {
    // The same change may have been made at this very moment.
    const now = await stripe.subscriptions.retrieve(id, { expand })
    if (now.metadata.quoteId === quoteId) return getChangeInvoice(now, quoteId)
    throw quoteChangedError()
  }
  const params: Stripe.SubscriptionUpdateParams = {
    items: [await buildItemChange(products, subscription, to)],
    metadata: { ...planMetadata(to), quoteId },
    ...buildRestart(subscription, to),
    ...buildCancelReset(subscription),
    ...(priced ? await buildImmediateCharge(products, order, priced.unpaid) : { proration_behavior: 'none' }),
    expand,
  }
  return getChangeInvoice(
    await withIdempotencyKey(`change:${quoteId}`, (options) => stripe.subscriptions.update(id, params, options)),
    quoteId,
  )
}

/**
 * The coupon is a separate line: a discount on the whole invoice would be split over charged and credited days. So is
 * what Stripe credits although it was never paid.
 */
async function buildImmediateCharge(products: Products, { proratedAt, discount, to }: PlanChangeOrder, unpaid: number) {
  const paid: Stripe.SubscriptionUpdateParams = {
    proration_behavior: 'always_invoice',
    proration_date: toUnixSeconds(proratedAt),
    // If declined, nothing has changed.
    payment_behavior: 'error_if_incomplete',
  }
  const line = async (amount: number, product: typeof discountProduct) => ({
    quantity: 1,
    price_data: { currency: to.currency.toLowerCase(), product: await product(products), unit_amount: amount },
  })
  const lines = [
    ...(discount > 0 ? [await line(-discount, discountProduct)] : []),
    ...(unpaid > 0 ? [await line(unpaid, unpaidDaysProduct)] : []),
  ]
  return lines.length > 0 ? { ...paid, add_invoice_items: lines } : paid
}

function getChangeInvoice({ latest_invoice: invoice }: Stripe.Subscription, quoteId: string): { invoiceId?: string } {
  if (!invoice || typeof invoice === 'string' || invoice.billing_reason !== 'subscription_update') return {}
  return invoice.parent?.subscription_details?.metadata?.quoteId === quoteId ? { invoiceId: invoice.id } : {}
}

/**
 * Sets whether a subscription ends with its period. Uses no idempotency key: if it is cancelled, kept and cancelled
 * again within a day, the third call would be taken for the first.
 */
export async function setCancelAtPeriodEnd(stripe: Stripe, id: string, cancel: boolean): Promise<void> {
  const params = cancel ? { cancel_at_period_end: true } : buildCancelReset(await stripe.subscriptions.retrieve(id))
  await stripe.subscriptions.update(id, params)
}

/**
 * Ends a subscription at once, or only if its month is unpaid, and voids what it owes, which could otherwise still be
 * paid.
 */
export async function endSubscription(stripe: Stripe, id: string, only?: EndOptions): Promise<void> {
  const subscription = await stripe.subscriptions.retrieve(id)
  if (only?.ifUnpaid && !isOver(subscription) && !isUnpaid(subscription)) return
  if (!isOver(subscription)) await cancel(stripe, subscription)
  // An invoice marked uncollectible can still be paid.
  for (const status of ['open', 'uncollectible'] as const) {
    const unpaid = await stripe.invoices.list({ subscription: id, status, limit: 100 })
    for (const invoice of unpaid.data) await voidInvoice(stripe, invoice.id)
  }
}

async function cancel(stripe: Stripe, subscription: Stripe.Subscription): Promise<void> {
  const why = isUnpaid(subscription) ? { cancellation_details: { comment: unpaidComment } } : {}
  try {
    await stripe.subscriptions.cancel(subscription.id, { invoice_now: false, prorate: false, ...why })
  } catch (error) {
    // Already ended elsewhere just now.
    if (!isRefusal(error, 'resource_missing')) throw error
  }
}

async function voidInvoice(stripe: Stripe, invoiceId: string): Promise<void> {
  try {
    await stripe.invoices.voidInvoice(invoiceId, {}, { idempotencyKey: `dooryard:void:${invoiceId}` })
  } catch (error) {
    // Paid meanwhile, which its own event reports.
    if (!isAnyRefusal(error)) throw error
  }
}
