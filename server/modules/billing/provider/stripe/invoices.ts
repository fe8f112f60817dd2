import type { PaymentMethod } from '@dooryard/contract/billing/billing'
import type Stripe from 'stripe'
import { notFound } from '../../../../platform/errors/app-error.ts'
import type { PeriodPurchase } from '../../change-plan/proration-rules.ts'
import type { ProviderInvoice } from '../provider.ts'
import { at, getBilledPlan, getProductId, isProration } from './plan-rules.ts'
import { unpaidDaysProductId } from './products.ts'
import { getRefunds, type StripeRefunds } from './refund-state.ts'
import { getId } from './stripe-client.ts'
import { formatDecline } from './stripe-errors.ts'

const expand = ['payments']

export async function getInvoice(stripe: Stripe, id: string): Promise<ProviderInvoice> {
  const invoice = await stripe.invoices.retrieve(id, { expand })
  const intentId = getIntentId(invoice)
  const intent = intentId ? await stripe.paymentIntents.retrieve(intentId, { expand: ['latest_charge'] }) : undefined
  return presentInvoice(invoice, intent, await getRefunds(stripe, intent))
}

/** The invoices of a subscription, oldest first; if there are more than a hundred, the latest. */
export async function listInvoices(stripe: Stripe, subscription: string): Promise<ProviderInvoice[]> {
  const { data: invoices } = await stripe.invoices.list({ subscription, limit: 100, expand: ['data.payments'] })
  const customer = getId(invoices[0]?.customer)
  if (!customer) return []
  // One call for all payments: fetching each would take a hundred.
  const intents = await stripe.paymentIntents.list({ customer, limit: 100, expand: ['data.latest_charge'] })
  const known = new Map(intents.data.map((intent) => [intent.id, intent]))
  const shown: ProviderInvoice[] = []
  for (const invoice of invoices.filter((one) => isOwnInvoice(one) && getInvoicePlan(one)).toReversed()) {
    const intentId = getIntentId(invoice)
    const intent = known.get(intentId ?? '')
    if (!intentId || intent) shown.push(presentInvoice(invoice, intent, await getRefunds(stripe, intent)))
    else shown.push(await getInvoice(stripe, invoice.id))
  }
  return shown
}

/** The payment that paid it, or the one that will. */
function getIntentId({ payments }: Stripe.Invoice): string | undefined {
  const all = payments?.data ?? []
  const one = all.find(({ status }) => status === 'paid') ?? all.find((payment) => payment.is_default) ?? all[0]
  return getId(one?.payment.payment_intent)
}

const reasons: Record<string, ProviderInvoice['reason']> = {
  subscription_create: 'FIRST',
  subscription_cycle: 'RENEWAL',
  subscription_update: 'CHANGE',
}

const getInvoicePlan = ({ lines, parent, currency }: Stripe.Invoice) =>
  getBilledPlan(lines.data, parent?.subscription_details?.metadata, currency)

/** Invoices created by hand at Stripe, and other products sold there, are not ours. */
export const isOwnInvoice = ({ parent, billing_reason }: Stripe.Invoice): boolean =>
  Boolean(parent?.subscription_details?.metadata?.planId && reasons[billing_reason ?? ''])

function presentInvoice(
  invoice: Stripe.Invoice,
  intent: Stripe.PaymentIntent | undefined,
  refunds: StripeRefunds,
): ProviderInvoice {
  const details = invoice.parent?.subscription_details
  const plan = getInvoicePlan(invoice)
  const reason = reasons[invoice.billing_reason ?? '']
  const [subscriptionId, quoteId] = [getId(details?.subscription), details?.metadata?.quoteId]
  if (!plan || !reason || !subscriptionId) throw notFound('The invoice')
  const status = toStatus(invoice, intent, refunds)
  const isPaid = status === 'PAID' || status === 'REFUNDED'
  return {
    id: invoice.id,
    customerId: getId(invoice.customer) ?? '',
    subscriptionId,
    reason,
    ...(reason === 'CHANGE' && quoteId && { quoteId }),
    plan,
    status,
    ...(status === 'FAILED' && { failure: getFailure(intent) }),
    amount: isPaid ? invoice.amount_paid : invoice.amount_due,
    discount: sumDiscounts(invoice),
    currency: invoice.currency.toUpperCase(),
    ...getPeriod(invoice),
    ...getCarriedOver(invoice),
    ...(isPaid && intent && { paymentRef: intent.id }),
    ...(isPaid && { ...getChargedCard(intent), ...refunds.back }),
    at: at(invoice.created),
    ...getFirstAttempt(invoice),
    ...(isPaid && { paidAt: at(invoice.status_transitions.paid_at ?? invoice.created) }),
  }
}

function toStatus(
  invoice: Stripe.Invoice,
  intent: Stripe.PaymentIntent | undefined,
  { isAll }: StripeRefunds,
): ProviderInvoice['status'] {
  if (invoice.status === 'void') return 'VOID'
  if (invoice.status === 'uncollectible') return 'FAILED'
  if (invoice.status === 'paid') return isAll ? 'REFUNDED' : 'PAID'
  return invoice.status === 'open' && invoice.attempted && intent?.status !== 'processing' ? 'FAILED' : 'OPEN'
}

/** A draft is created with the month, then finalized and charged about an hour later. */
const getFirstAttempt = ({ attempted, status_transitions: { finalized_at } }: Stripe.Invoice) =>
  attempted && finalized_at !== null ? { firstTriedAt: at(finalized_at) } : {}

/** The card that paid. A card saved since then is charged only from now on. */
export function getChargedCard(intent: Stripe.PaymentIntent | undefined): { card?: PaymentMethod } {
  const charge = typeof intent?.latest_charge === 'object' ? intent.latest_charge : null
  const card = charge?.payment_method_details?.card
  if (!card?.brand || !card.last4) return {}
  return { card: { brand: card.brand, last4: card.last4, expMonth: card.exp_month, expYear: card.exp_year } }
}

const getFailure = (intent: Stripe.PaymentIntent | undefined): string =>
  intent?.status === 'requires_action'
    ? formatDecline({ code: 'authentication_required' })
    : formatDecline(intent?.last_payment_error)

/** What coupons took off: of the whole invoice, or as a separate line. */
const sumDiscounts = ({ total_discount_amounts, lines }: Stripe.Invoice): number =>
  (total_discount_amounts ?? []).reduce((sum, { amount }) => sum + amount, 0) +
  lines.data.filter((line) => !isProration(line)).reduce((sum, { amount }) => sum - Math.min(0, amount), 0)

/** The billed days: the invoice's own period is the one before. */
function getPeriod({ lines, period_start, period_end }: Stripe.Invoice) {
  const billed = lines.data.filter(({ amount }) => amount > 0)
  const last = billed.toSorted((one, other) => other.period.end - one.period.end)[0]?.period
  return { periodStart: at(last?.start ?? period_start), periodEnd: at(last?.end ?? period_end) }
}

/** What was credited of the period before, less what of that had never been paid. */
function getCarriedOver(invoice: Stripe.Invoice): { carriedOver?: number } {
  const { periodEnd } = getPeriod(invoice)
  const before = invoice.lines.data.filter(({ period }) => at(period.end) < periodEnd)
  const credited = before.filter(isProration).reduce((sum, { amount }) => sum - Math.min(0, amount), 0)
  const unpaid = before.filter((line) => getProductId(line) === unpaidDaysProductId)
  const carriedOver = credited - unpaid.reduce((sum, { amount }) => sum + amount, 0)
  return carriedOver > 0 ? { carriedOver } : {}
}

/**
 * What was paid in the period that ends then. Stripe credits days by the price of their line: it accounts for a coupon
 * on the whole invoice, but not for one that is a separate line, as in a plan change, nor for refunds.
 */
export async function listPurchasesUntil(
  stripe: Stripe,
  subscriptionId: string,
  periodEnd: Date,
): Promise<PeriodPurchase[]> {
  const invoices = await listInvoices(stripe, subscriptionId)
  return invoices.filter((one) => isPaid(one) && one.periodEnd.getTime() === periodEnd.getTime()).map(toPeriodPurchase)
}

const isPaid = ({ status }: ProviderInvoice) => status === 'PAID' || status === 'REFUNDED'

const toPeriodPurchase = ({
  amount,
  wentBack = 0,
  carriedOver = 0,
  reason,
  discount,
  periodStart: from,
}: ProviderInvoice): PeriodPurchase => ({
  amount: Math.max(0, amount - wentBack) + carriedOver,
  less: wentBack + (reason === 'CHANGE' ? discount : 0),
  from,
})
