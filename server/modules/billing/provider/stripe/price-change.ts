import { toUnixSeconds } from '@dooryard/contract/api/time'
import type Stripe from 'stripe'
import { appError, notFound } from '../../../../platform/errors/app-error.ts'
import { getDaysLeftValue } from '../../change-plan/proration-rules.ts'
import type { PlanChangeTerms, PlanTerms } from '../provider.ts'
import { listPurchasesUntil } from './invoices.ts'
import { at, buildRecurringPrice, getProductId, isProration, parsePlanTerms, planProductId } from './plan-rules.ts'
import { type Products, planProduct } from './products.ts'

/** Stripe's own pages set only the instant. */
export const isCancelScheduled = ({ cancel_at, cancel_at_period_end }: Stripe.Subscription) =>
  cancel_at_period_end || cancel_at !== null

/** Throws NOT_FOUND for a subscription that is not ours. */
export function getTerms({ items, metadata, currency }: Stripe.Subscription) {
  const [item] = items.data
  const plan = parsePlanTerms(metadata, currency)
  if (!item || !plan) throw notFound('The subscription')
  return { item, plan: { ...plan, price: item.price.unit_amount ?? plan.price } }
}

/**
 * For about an hour after a month begins its invoice is a draft. Until that is paid no plan may change: the change
 * could still be billed by it, or its credits would expire when it is paid.
 */
export function assertMonthPaid({ latest_invoice: invoice }: Stripe.Subscription) {
  const status = typeof invoice === 'object' ? invoice?.status : undefined
  if (status === 'draft' || status === 'open')
    throw appError('UNPROCESSABLE', 'Your last payment is still being processed. Please try again in an hour.')
}

/** Prices an immediate change as Stripe would bill it; `unpaid` is what it credits although it was never paid. */
export async function priceItemChange(
  stripe: Stripe,
  products: Products,
  subscription: Stripe.Subscription,
  change: PlanChangeTerms,
) {
  const preview = await stripe.invoices.createPreview({
    subscription: subscription.id,
    subscription_details: {
      items: [await buildItemChange(products, subscription, change.to)],
      proration_behavior: 'always_invoice',
      proration_date: toUnixSeconds(change.proratedAt),
      ...buildRestart(subscription, change.to),
      ...buildCancelReset(subscription),
    },
  })
  const product = planProductId(change.to)
  const isOfChange = (line: Stripe.InvoiceLineItem) => isProration(line) || getProductId(line) === product
  const amounts = preview.lines.data.filter(isOfChange).map(({ amount }) => amount)
  const charge = amounts.reduce((sum, amount) => sum + Math.max(0, amount), 0)
  const full = amounts.reduce((sum, amount) => sum - Math.min(0, amount), 0)
  const credit = await getUnusedValue(stripe, subscription, full, change.proratedAt)
  const discount = Math.min(change.discount, Math.max(0, charge - credit))
  const quote = { charge, credit, discount, amountDue: Math.max(0, charge - credit - discount) }
  return { quote, unpaid: full - credit }
}

async function getUnusedValue(stripe: Stripe, subscription: Stripe.Subscription, full: number, proratedAt: Date) {
  const { current_period_start: start, current_period_end: end } = getTerms(subscription).item
  const period = { periodStart: at(start), periodEnd: at(end), at: proratedAt }
  return getDaysLeftValue(full, await listPurchasesUntil(stripe, subscription.id, period.periodEnd), period)
}

export const buildItemChange = async (products: Products, subscription: Stripe.Subscription, to: PlanTerms) => ({
  id: getTerms(subscription).item.id,
  price_data: buildRecurringPrice(to, await planProduct(products, to)),
})

/** Another interval begins a period of its own: its first invoice has the whole price, less the unused days. */
export const buildRestart = (subscription: Stripe.Subscription, to: PlanTerms) =>
  getTerms(subscription).plan.interval === to.interval ? {} : { billing_cycle_anchor: { type: 'now' as const } }

/**
 * Undoes a scheduled cancellation, whichever of the two ways it was made. Sent even if none is scheduled: repeating
 * the same change under the same key must send the same request.
 */
export const buildCancelReset = ({ cancel_at, cancel_at_period_end }: Stripe.Subscription) =>
  cancel_at !== null && !cancel_at_period_end ? { cancel_at: '' as const } : { cancel_at_period_end: false }
