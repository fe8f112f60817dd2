import Stripe from 'stripe'
import { appError, notFound } from '../../../../platform/errors/app-error.ts'
import type { ChargeOrder, ProviderPayment, RefundOrder } from '../provider.ts'
import { findCard } from './customers.ts'
import { getChargedCard } from './invoices.ts'
import { at } from './plan-rules.ts'
import { getRefunds, type StripeRefunds } from './refund-state.ts'
import { getId, withIdempotencyKey } from './stripe-client.ts'
import { formatDecline, isRefusal, isRefusedRequest } from './stripe-errors.ts'

const expand = ['latest_charge']

export const getPayment = async (stripe: Stripe, id: string): Promise<ProviderPayment> =>
  presentPayment(stripe, await stripe.paymentIntents.retrieve(id, { expand }))

async function presentPayment(stripe: Stripe, intent: Stripe.PaymentIntent): Promise<ProviderPayment> {
  const { checkoutId } = intent.metadata
  if (!checkoutId) throw notFound('The payment')
  const refunds = await getRefunds(stripe, intent)
  const status = toStatus(intent, refunds)
  const isPaid = status === 'PAID' || status === 'REFUNDED'
  return {
    id: intent.id,
    customerId: getId(intent.customer) ?? '',
    checkoutId,
    status,
    ...(status === 'FAILED' && { failure: formatDecline(intent.last_payment_error) }),
    amount: intent.amount,
    currency: intent.currency.toUpperCase(),
    at: at(intent.created),
    ...(isPaid && { ...getChargedCard(intent), paidAt: paidAt(intent), ...refunds.back }),
  }
}

const paidAt = ({ latest_charge: charge, created }: Stripe.PaymentIntent): Date =>
  at(typeof charge === 'object' && charge ? charge.created : created)

/** A card declined on Stripe's page is not final: the payer is still there and may try another. */
function toStatus(intent: Stripe.PaymentIntent, { isAll }: StripeRefunds): ProviderPayment['status'] {
  if (intent.status === 'succeeded') return isAll ? 'REFUNDED' : 'PAID'
  if (intent.status === 'canceled') return 'FAILED'
  const isAutomatic = intent.metadata.source === autoTopUpMark
  return isAutomatic && ['requires_payment_method', 'requires_action'].includes(intent.status) ? 'FAILED' : 'PENDING'
}

const autoTopUpMark = 'AUTO_TOP_UP'

/**
 * Charges the card on file. Looks for an earlier charge of this purchase first: Stripe forgets a key after a day, and
 * a job may be retried after that.
 */
export async function charge(stripe: Stripe, purchase: ChargeOrder, now: Date): Promise<ProviderPayment> {
  const before = await findCharge(stripe, purchase)
  if (before) return before
  const card = await findCard(stripe, purchase.customerId)
  if (!card) return toFailedPayment(purchase, now, 'There is no card on file.')
  try {
    return await presentPayment(stripe, await confirm(stripe, purchase, card.id))
  } catch (error) {
    if (error instanceof Stripe.errors.StripeCardError)
      return toFailedPayment(purchase, now, formatDecline(error), error.payment_intent?.id)
    // Of two concurrent calls, the other had another card: its result counts.
    const other = error instanceof Stripe.errors.StripeIdempotencyError && (await findEarlierCharge(stripe, purchase))
    if (other) return presentPayment(stripe, other)
    throw error
  }
}

export async function findCharge(stripe: Stripe, purchase: ChargeKey): Promise<ProviderPayment | undefined> {
  const before = await findEarlierCharge(stripe, purchase)
  return before && presentPayment(stripe, before)
}

type ChargeKey = Pick<ChargeOrder, 'customerId' | 'checkoutId'>

async function findEarlierCharge(stripe: Stripe, { customerId, checkoutId }: ChargeKey) {
  const query = { customer: customerId, limit: 100, expand: ['data.latest_charge'] }
  const { data } = await stripe.paymentIntents.list(query)
  return data.find(({ metadata }) => metadata.checkoutId === checkoutId)
}

const confirm = (
  stripe: Stripe,
  { checkoutId, customerId, amount, currency, description }: ChargeOrder,
  card: string,
) =>
  stripe.paymentIntents.create(
    {
      amount,
      currency: currency.toLowerCase(),
      customer: customerId,
      payment_method: card,
      allowed_payment_method_types: ['card'],
      off_session: true,
      confirm: true,
      description,
      metadata: { checkoutId, source: autoTopUpMark },
      expand,
    },
    // Not retried after a decline, which is the result of this purchase.
    { idempotencyKey: `dooryard:charge:${checkoutId}` },
  )

function toFailedPayment(
  { description: _, ...purchase }: ChargeOrder,
  at: Date,
  failure: string,
  id?: string,
): ProviderPayment {
  // If nothing was charged, there is no payment id.
  return { ...purchase, id: id ?? `none_${purchase.checkoutId}`, status: 'FAILED', failure, at }
}

/**
 * Refunds what is left of a payment: one already refunded, here or at Stripe, needs nothing. Or refunds a part of it,
 * unless it has that refund: Stripe forgets idempotency keys after a day. UNPROCESSABLE if it fails at once; one that
 * is pending counts as made, and an event tells when it fails later.
 */
export async function refund(stripe: Stripe, order: RefundOrder): Promise<void> {
  const { transactionId, paymentRef, refundId, amount } = order
  const made = await listOwnRefunds(stripe, order)
  const failures = made.filter(hasFailed).length
  if (refundId && made.length > failures) return
  const part = refundId ? { amount } : {}
  const metadata = { transactionId, ...(refundId && { refundId }) }
  const params = { payment_intent: paymentRef, ...part, metadata }
  // Stripe would repeat the response of a failed refund to its key.
  const key = `refund:${refundId ?? transactionId}${failures > 0 ? `:failed-${failures}` : ''}`
  try {
    const created = await withIdempotencyKey(key, (options) => stripe.refunds.create(params, options))
    if (hasFailed(created)) throw refundFailedError(created)
  } catch (error) {
    if (isRefusal(error, 'charge_disputed'))
      throw appError('UNPROCESSABLE', 'The bank of the payer has disputed this payment, so it cannot be refunded.')
    if (isRefusal(error, 'charge_already_refunded') && !refundId) return
    if (isRefusedRequest(error) && !isRefusal(error, 'resource_missing'))
      throw appError(
        'UNPROCESSABLE',
        `Stripe refused this refund (${error.code ?? 'no code'}). Check the payment in the Stripe dashboard.`,
      )
    throw error
  }
}

const hasFailed = ({ status }: Stripe.Refund): boolean => status === 'failed' || status === 'canceled'

const refundFailedError = ({ status, failure_reason: reason }: Stripe.Refund) =>
  appError(
    'UNPROCESSABLE',
    `Stripe could not pay this back (${reason ?? status}). Nothing was refunded. Look at the payment at Stripe.`,
  )

/** The refunds of the same part, or of the rest, that the portal has made so far. */
async function listOwnRefunds(
  stripe: Stripe,
  { paymentRef, transactionId, refundId }: RefundOrder,
): Promise<Stripe.Refund[]> {
  const own: Stripe.Refund[] = []
  for await (const refund of stripe.refunds.list({ payment_intent: paymentRef, limit: 100 })) {
    const { metadata } = refund
    if (metadata?.['transactionId'] === transactionId && metadata['refundId'] === refundId) own.push(refund)
  }
  return own
}
