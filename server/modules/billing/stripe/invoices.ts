import type { PaymentMethod } from '@dooryard/contract/billing'
import type Stripe from 'stripe'
import { notFound } from '../../../platform/errors.ts'
import type { Bought } from '../proration-rules.ts'
import type { ProviderInvoice } from '../provider.ts'
import { type Returned, returnedOf } from './money-back.ts'
import { at, isProration, planBilled } from './plan-rules.ts'
import { idOf } from './stripe-client.ts'
import { declineSentence } from './stripe-errors.ts'

const expand = ['payments']

export async function showInvoice(stripe: Stripe, id: string): Promise<ProviderInvoice> {
  const invoice = await stripe.invoices.retrieve(id, { expand })
  const intentId = intentIdOf(invoice)
  const intent = intentId ? await stripe.paymentIntents.retrieve(intentId, { expand: ['latest_charge'] }) : undefined
  return presentInvoice(invoice, intent, await returnedOf(stripe, intent))
}

/** The invoices of a subscription, the oldest first; of more than a hundred, the latest. */
export async function invoicesOf(stripe: Stripe, subscription: string): Promise<ProviderInvoice[]> {
  const { data: invoices } = await stripe.invoices.list({ subscription, limit: 100, expand: ['data.payments'] })
  const customer = idOf(invoices[0]?.customer)
  if (!customer) return []
  // All payments at once: to ask for each would be a hundred calls.
  const intents = await stripe.paymentIntents.list({ customer, limit: 100, expand: ['data.latest_charge'] })
  const known = new Map(intents.data.map((intent) => [intent.id, intent]))
  const shown: ProviderInvoice[] = []
  for (const invoice of invoices.filter((one) => isOurs(one) && planOfInvoice(one)).toReversed()) {
    const intentId = intentIdOf(invoice)
    const intent = known.get(intentId ?? '')
    if (!intentId || intent) shown.push(presentInvoice(invoice, intent, await returnedOf(stripe, intent)))
    else shown.push(await showInvoice(stripe, invoice.id))
  }
  return shown
}

/** The payment that paid it, or the one by which it is to be paid. */
function intentIdOf({ payments }: Stripe.Invoice): string | undefined {
  const all = payments?.data ?? []
  const one = all.find(({ status }) => status === 'paid') ?? all.find((payment) => payment.is_default) ?? all[0]
  return idOf(one?.payment.payment_intent)
}

const reasons: Record<string, ProviderInvoice['reason']> = {
  subscription_create: 'FIRST',
  subscription_cycle: 'RENEWAL',
  subscription_update: 'CHANGE',
}

const planOfInvoice = ({ lines, parent, currency }: Stripe.Invoice) =>
  planBilled(lines.data, parent?.subscription_details?.metadata, currency)

/** What somebody bills by hand at Stripe is none of ours, nor what else is sold there. */
export const isOurs = ({ parent, billing_reason }: Stripe.Invoice): boolean =>
  Boolean(parent?.subscription_details?.metadata?.planId && reasons[billing_reason ?? ''])

function presentInvoice(
  invoice: Stripe.Invoice,
  intent: Stripe.PaymentIntent | undefined,
  returned: Returned,
): ProviderInvoice {
  const details = invoice.parent?.subscription_details
  const plan = planOfInvoice(invoice)
  const reason = reasons[invoice.billing_reason ?? '']
  const [subscriptionId, quoteId] = [idOf(details?.subscription), details?.metadata?.quoteId]
  if (!plan || !reason || !subscriptionId) throw notFound('The invoice')
  const status = statusOf(invoice, intent, returned)
  const isPaid = status === 'PAID' || status === 'REFUNDED'
  return {
    id: invoice.id,
    customerId: idOf(invoice.customer) ?? '',
    subscriptionId,
    reason,
    ...(reason === 'CHANGE' && quoteId && { quoteId }),
    plan,
    status,
    ...(status === 'FAILED' && { failure: failureOf(intent) }),
    amount: isPaid ? invoice.amount_paid : invoice.amount_due,
    discount: discountOf(invoice),
    currency: invoice.currency.toUpperCase(),
    ...periodOf(invoice),
    ...(isPaid && intent && { paymentRef: intent.id }),
    ...(isPaid && { ...chargedCard(intent), ...returned.back }),
    at: at(invoice.created),
    ...firstTryOf(invoice),
    ...(isPaid && { paidAt: at(invoice.status_transitions.paid_at ?? invoice.created) }),
  }
}

function statusOf(
  invoice: Stripe.Invoice,
  intent: Stripe.PaymentIntent | undefined,
  { isAll }: Returned,
): ProviderInvoice['status'] {
  if (invoice.status === 'void') return 'VOID'
  if (invoice.status === 'uncollectible') return 'FAILED'
  if (invoice.status === 'paid') return isAll ? 'REFUNDED' : 'PAID'
  return invoice.status === 'open' && invoice.attempted && intent?.status !== 'processing' ? 'FAILED' : 'OPEN'
}

/** A draft is made with the month, and finalized and tried about an hour later. */
const firstTryOf = ({ attempted, status_transitions: { finalized_at } }: Stripe.Invoice) =>
  attempted && finalized_at !== null ? { firstTriedAt: at(finalized_at) } : {}

/** The card that paid. Somebody who has given another since is charged with that only from now on. */
export function chargedCard(intent: Stripe.PaymentIntent | undefined): { card?: PaymentMethod } {
  const charge = typeof intent?.latest_charge === 'object' ? intent.latest_charge : null
  const card = charge?.payment_method_details?.card
  if (!card?.brand || !card.last4) return {}
  return { card: { brand: card.brand, last4: card.last4, expMonth: card.exp_month, expYear: card.exp_year } }
}

const failureOf = (intent: Stripe.PaymentIntent | undefined): string =>
  intent?.status === 'requires_action'
    ? declineSentence({ code: 'authentication_required' })
    : declineSentence(intent?.last_payment_error)

/** What coupons took off: of the whole invoice, or as a line of its own. */
const discountOf = ({ total_discount_amounts, lines }: Stripe.Invoice): number =>
  (total_discount_amounts ?? []).reduce((sum, { amount }) => sum + amount, 0) +
  lines.data.filter((line) => !isProration(line)).reduce((sum, { amount }) => sum - Math.min(0, amount), 0)

/** The days that are billed: an invoice's own period is the one before it. */
function periodOf({ lines, period_start, period_end }: Stripe.Invoice) {
  const billed = lines.data.filter(({ amount }) => amount > 0)
  const last = billed.toSorted((one, other) => other.period.end - one.period.end)[0]?.period
  return { periodStart: at(last?.start ?? period_start), periodEnd: at(last?.end ?? period_end) }
}

/**
 * What was paid in the month that runs until then. Stripe credits days by the price of their line: it knows of the
 * coupon of a whole invoice, but neither of one that is a line of its own, as in a change, nor of what was paid back.
 */
export async function boughtUntil(stripe: Stripe, subscriptionId: string, periodEnd: Date): Promise<Bought[]> {
  const invoices = await invoicesOf(stripe, subscriptionId)
  return invoices.filter((one) => isPaid(one) && one.periodEnd.getTime() === periodEnd.getTime()).map(boughtBy)
}

const isPaid = ({ status }: ProviderInvoice) => status === 'PAID' || status === 'REFUNDED'

const boughtBy = ({ amount, wentBack = 0, reason, discount, periodStart: from }: ProviderInvoice): Bought => ({
  amount: Math.max(0, amount - wentBack),
  less: wentBack + (reason === 'CHANGE' ? discount : 0),
  from,
})
