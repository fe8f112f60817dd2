import { outdatedQuote } from '@dooryard/contract/errors'
import { toUnixSeconds } from '@dooryard/contract/time'
import type Stripe from 'stripe'
import { appError, notFound } from '../../../platform/errors.ts'
import { worthOfDaysLeft } from '../proration-rules.ts'
import type {
  EndOnly,
  PlanSwitchOrder,
  PlanSwitchTerms,
  PlanTerms,
  ProviderQuote,
  ProviderSubscription,
} from '../provider.ts'
import { boughtUntil } from './invoices.ts'
import { at, isProration, monthlyPrice, planMetadata, planOf } from './plan-rules.ts'
import { discountProduct, type Products, planProduct, unpaidDaysProduct } from './products.ts'
import { idOf, once } from './stripe-client.ts'
import { isAnyRefusal, isRefusal, isRefusedRequest } from './stripe-errors.ts'

/** Marks an end that we brought about because nobody paid: Stripe itself sees only that we asked for it. */
const unpaidComment = 'Not paid in time'

const isOver = ({ status }: Stripe.Subscription) => status === 'canceled' || status === 'incomplete_expired'

const isUnpaid = ({ status }: Stripe.Subscription) => status === 'past_due' || status === 'unpaid'

export async function showSubscription(stripe: Stripe, id: string): Promise<ProviderSubscription> {
  const subscription = await stripe.subscriptions.retrieve(id)
  const { item, plan } = termsOf(subscription)
  return {
    id,
    customerId: idOf(subscription.customer) ?? '',
    checkoutId: subscription.metadata.checkoutId ?? '',
    status: statusOf(subscription),
    plan,
    periodStart: at(item.current_period_start),
    periodEnd: at(item.current_period_end),
    cancelAtPeriodEnd: !isOver(subscription) && isToEnd(subscription),
    ...(isOver(subscription) && {
      endedAt: at(subscription.ended_at ?? subscription.canceled_at ?? subscription.created),
      endReason: endReasonOf(subscription),
    }),
  }
}

/** Whatever is done at Stripe's own pages sets the instant alone. */
const isToEnd = ({ cancel_at, cancel_at_period_end }: Stripe.Subscription) => cancel_at_period_end || cancel_at !== null

/**
 * A first payment that is still being made is no subscription yet, and one without an end; one that is paused by hand
 * owes nothing.
 */
function statusOf(subscription: Stripe.Subscription): ProviderSubscription['status'] {
  if (isUnpaid(subscription)) return 'PAST_DUE'
  return isOver(subscription) || subscription.status === 'incomplete' ? 'INACTIVE' : 'ACTIVE'
}

const endReasonOf = ({ cancellation_details: details, status }: Stripe.Subscription) =>
  status === 'incomplete_expired' || details?.reason === 'payment_failed' || details?.comment === unpaidComment
    ? 'PAYMENT_FAILED'
    : 'CANCELLED'

function termsOf({ items, metadata, currency }: Stripe.Subscription) {
  const [item] = items.data
  const plan = planOf(metadata, currency)
  if (!item || !plan) throw notFound('The subscription')
  return { item, plan: { ...plan, price: item.price.unit_amount ?? plan.price } }
}

const expand = ['latest_invoice']

export async function quoteChange(stripe: Stripe, products: Products, change: PlanSwitchTerms): Promise<ProviderQuote> {
  const subscription = await stripe.subscriptions.retrieve(change.subscriptionId, { expand })
  refuseUnpaidMonth(subscription)
  return (await price(stripe, products, subscription, change)).quote
}

/**
 * For about an hour after a month has begun its invoice is a draft, and no plan may change that could still be billed
 * by it, or whose credits would lapse when it is paid.
 */
function refuseUnpaidMonth({ latest_invoice: invoice }: Stripe.Subscription) {
  const status = typeof invoice === 'object' ? invoice?.status : undefined
  if (status === 'draft' || status === 'open')
    throw appError('UNPROCESSABLE', 'Your month is still being paid. Please try again in an hour.')
}

async function price(stripe: Stripe, products: Products, subscription: Stripe.Subscription, change: PlanSwitchTerms) {
  const preview = await stripe.invoices.createPreview({
    subscription: subscription.id,
    subscription_details: {
      items: [await newPrice(products, subscription, change.to)],
      proration_behavior: 'always_invoice',
      proration_date: toUnixSeconds(change.proratedAt),
      ...staying(subscription),
    },
  })
  const amounts = preview.lines.data.filter(isProration).map(({ amount }) => amount)
  const charge = amounts.reduce((sum, amount) => sum + Math.max(0, amount), 0)
  const full = amounts.reduce((sum, amount) => sum - Math.min(0, amount), 0)
  const credit = await worthOfDays(stripe, subscription, full, change.proratedAt)
  const discount = Math.min(change.discount, Math.max(0, charge - credit))
  const quote = { charge, credit, discount, amountDue: Math.max(0, charge - credit - discount) }
  return { quote, unpaid: full - credit }
}

async function worthOfDays(stripe: Stripe, subscription: Stripe.Subscription, full: number, proratedAt: Date) {
  const { current_period_start: start, current_period_end: end } = termsOf(subscription).item
  const period = { periodStart: at(start), periodEnd: at(end), at: proratedAt }
  return worthOfDaysLeft(full, await boughtUntil(stripe, subscription.id, period.periodEnd), period)
}

const newPrice = async (products: Products, subscription: Stripe.Subscription, to: PlanTerms) => ({
  id: termsOf(subscription).item.id,
  price_data: monthlyPrice(to, await planProduct(products, to)),
})

/**
 * Undoes a cancellation that waits, by whichever of the two ways it was made. Said also where none waits: the same
 * change asked for again, under the same key, has to be the same request.
 */
const staying = ({ cancel_at, cancel_at_period_end }: Stripe.Subscription) =>
  cancel_at !== null && !cancel_at_period_end ? { cancel_at: '' as const } : { cancel_at_period_end: false }

/**
 * Changes the plan. The subscription says of which quote it is, so that a quote is never applied twice, however late.
 */
export async function changePlan(stripe: Stripe, products: Products, order: PlanSwitchOrder): Promise<Changed> {
  try {
    return await change(stripe, products, order)
  } catch (error) {
    // Whatever Stripe understood and would not do is not done. Why is found there by the number, and concerns no payer.
    if (!isRefusedRequest(error)) throw error
    const number = error.requestId ? ` (${error.requestId})` : ''
    throw appError('UNPROCESSABLE', `The payment provider refuses this change, so nothing has changed${number}.`)
  }
}

type Changed = { invoiceId?: string }

const requoted = () =>
  appError('UNPROCESSABLE', 'Your subscription has changed since this was quoted. Ask for a new quote.', outdatedQuote)

async function change(stripe: Stripe, products: Products, order: PlanSwitchOrder): Promise<Changed> {
  const { quoteId, subscriptionId: id, to } = order
  const subscription = await stripe.subscriptions.retrieve(id, { expand })
  if (subscription.metadata.quoteId === quoteId) return invoiceOf(subscription, quoteId)
  refuseUnpaidMonth(subscription)
  if (isToEnd(subscription) !== order.cancelAtPeriodEnd) throw requoted()
  const priced = order.when === 'NOW' ? await price(stripe, products, subscription, order) : undefined
  if (priced && priced.quote.amountDue !== order.amountDue) {
    // The same change may have been made in this very moment.
    const now = await stripe.subscriptions.retrieve(id, { expand })
    if (now.metadata.quoteId === quoteId) return invoiceOf(now, quoteId)
    throw requoted()
  }
  const params: Stripe.SubscriptionUpdateParams = {
    items: [await newPrice(products, subscription, to)],
    metadata: { ...planMetadata(to), quoteId },
    ...staying(subscription),
    ...(priced ? await paidNow(products, order, priced.unpaid) : { proration_behavior: 'none' }),
    expand,
  }
  return invoiceOf(
    await once(`change:${quoteId}`, (options) => stripe.subscriptions.update(id, params, options)),
    quoteId,
  )
}

/**
 * The coupon is a line of its own: a discount of the whole invoice would be split over days that are charged and
 * credited. So is what Stripe credits and nobody paid for.
 */
async function paidNow(products: Products, { proratedAt, discount, to }: PlanSwitchOrder, unpaid: number) {
  const paid: Stripe.SubscriptionUpdateParams = {
    proration_behavior: 'always_invoice',
    proration_date: toUnixSeconds(proratedAt),
    // Declined, nothing has changed.
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

function invoiceOf({ latest_invoice: invoice }: Stripe.Subscription, quoteId: string): { invoiceId?: string } {
  if (!invoice || typeof invoice === 'string' || invoice.billing_reason !== 'subscription_update') return {}
  return invoice.parent?.subscription_details?.metadata?.quoteId === quoteId ? { invoiceId: invoice.id } : {}
}

/**
 * Sets whether a subscription ends with its period. Under no key of ours: cancelled, kept and cancelled again within a
 * day, the third call would be taken for the first.
 */
export async function setCancelAtPeriodEnd(stripe: Stripe, id: string, cancel: boolean): Promise<void> {
  const params = cancel ? { cancel_at_period_end: true } : staying(await stripe.subscriptions.retrieve(id))
  await stripe.subscriptions.update(id, params)
}

/**
 * Ends a subscription at once, or only if its month is unpaid, and with it what it still owes, which could otherwise be
 * paid for nothing.
 */
export async function endSubscription(stripe: Stripe, id: string, only?: EndOnly): Promise<void> {
  const subscription = await stripe.subscriptions.retrieve(id)
  if (only?.ifUnpaid && !isOver(subscription) && !isUnpaid(subscription)) return
  if (!isOver(subscription)) await cancel(stripe, subscription)
  // What was given up as uncollectible can be paid all the same.
  for (const status of ['open', 'uncollectible'] as const) {
    const unpaid = await stripe.invoices.list({ subscription: id, status, limit: 100 })
    for (const invoice of unpaid.data) await forgive(stripe, invoice.id)
  }
}

async function cancel(stripe: Stripe, subscription: Stripe.Subscription): Promise<void> {
  const why = isUnpaid(subscription) ? { cancellation_details: { comment: unpaidComment } } : {}
  try {
    await stripe.subscriptions.cancel(subscription.id, { invoice_now: false, prorate: false, ...why })
  } catch (error) {
    // Ended just now by somebody else.
    if (!isRefusal(error, 'resource_missing')) throw error
  }
}

async function forgive(stripe: Stripe, invoiceId: string): Promise<void> {
  try {
    await stripe.invoices.voidInvoice(invoiceId, {}, { idempotencyKey: `dooryard:void:${invoiceId}` })
  } catch (error) {
    // Paid in between, which its own event tells.
    if (!isAnyRefusal(error)) throw error
  }
}
