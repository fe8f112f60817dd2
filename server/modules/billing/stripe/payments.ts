import Stripe from 'stripe'
import { appError, notFound } from '../../../platform/errors.ts'
import type { ChargeOrder, ProviderPayment, RefundOrder } from '../provider.ts'
import { cardOf } from './customers.ts'
import { chargedCard } from './invoices.ts'
import { type Returned, returnedOf } from './money-back.ts'
import { at } from './plan-rules.ts'
import { idOf, once } from './stripe-client.ts'
import { declineSentence, isRefusal, isRefusedRequest } from './stripe-errors.ts'

const expand = ['latest_charge']

export const showPayment = async (stripe: Stripe, id: string): Promise<ProviderPayment> =>
  presentPayment(stripe, await stripe.paymentIntents.retrieve(id, { expand }))

async function presentPayment(stripe: Stripe, intent: Stripe.PaymentIntent): Promise<ProviderPayment> {
  const { checkoutId } = intent.metadata
  if (!checkoutId) throw notFound('The payment')
  const returned = await returnedOf(stripe, intent)
  const status = statusOf(intent, returned)
  const isPaid = status === 'PAID' || status === 'REFUNDED'
  return {
    id: intent.id,
    customerId: idOf(intent.customer) ?? '',
    checkoutId,
    status,
    ...(status === 'FAILED' && { failure: declineSentence(intent.last_payment_error) }),
    amount: intent.amount,
    currency: intent.currency.toUpperCase(),
    at: at(intent.created),
    ...(isPaid && { ...chargedCard(intent), paidAt: paidAt(intent), ...returned.back }),
  }
}

const paidAt = ({ latest_charge: charge, created }: Stripe.PaymentIntent): Date =>
  at(typeof charge === 'object' && charge ? charge.created : created)

/** A card that is declined on Stripe's page is no end: the payer is still there, and tries another. */
function statusOf(intent: Stripe.PaymentIntent, { isAll }: Returned): ProviderPayment['status'] {
  if (intent.status === 'succeeded') return isAll ? 'REFUNDED' : 'PAID'
  if (intent.status === 'canceled') return 'FAILED'
  const isAutomatic = intent.metadata.source === automatic
  return isAutomatic && ['requires_payment_method', 'requires_action'].includes(intent.status) ? 'FAILED' : 'PENDING'
}

const automatic = 'AUTO_TOP_UP'

/**
 * Charges the card on file. What was charged for this purchase before is looked for first: Stripe forgets a key after a
 * day, and a job may be tried again after that.
 */
export async function charge(stripe: Stripe, purchase: ChargeOrder, now: Date): Promise<ProviderPayment> {
  const before = await findCharge(stripe, purchase)
  if (before) return before
  const card = await cardOf(stripe, purchase.customerId)
  if (!card) return refused(purchase, now, 'There is no card on file.')
  try {
    return await presentPayment(stripe, await confirm(stripe, purchase, card.id))
  } catch (error) {
    if (error instanceof Stripe.errors.StripeCardError)
      return refused(purchase, now, declineSentence(error), error.payment_intent?.id)
    // Two at once, of which the other had another card: what it did counts.
    const other = error instanceof Stripe.errors.StripeIdempotencyError && (await chargedBefore(stripe, purchase))
    if (other) return presentPayment(stripe, other)
    throw error
  }
}

export async function findCharge(stripe: Stripe, purchase: Charged): Promise<ProviderPayment | undefined> {
  const before = await chargedBefore(stripe, purchase)
  return before && presentPayment(stripe, before)
}

type Charged = Pick<ChargeOrder, 'customerId' | 'checkoutId'>

async function chargedBefore(stripe: Stripe, { customerId, checkoutId }: Charged) {
  const asked = { customer: customerId, limit: 100, expand: ['data.latest_charge'] }
  const { data } = await stripe.paymentIntents.list(asked)
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
      metadata: { checkoutId, source: automatic },
      expand,
    },
    // Not asked for again when it is declined: that is the answer to this purchase.
    { idempotencyKey: `dooryard:charge:${checkoutId}` },
  )

function refused(
  { description: _, ...purchase }: ChargeOrder,
  at: Date,
  failure: string,
  id?: string,
): ProviderPayment {
  // Where nothing was tried there is no payment to name.
  return { ...purchase, id: id ?? `none_${purchase.checkoutId}`, status: 'FAILED', failure, at }
}

/** Pays back what is left of a payment. One that was paid back before, here or at Stripe, is as it should be. */
export async function refund(stripe: Stripe, { transactionId, paymentRef }: RefundOrder): Promise<void> {
  const params = { payment_intent: paymentRef, metadata: { transactionId } }
  try {
    await once(`refund:${transactionId}`, (options) => stripe.refunds.create(params, options))
  } catch (error) {
    if (isRefusal(error, 'charge_disputed'))
      throw appError('UNPROCESSABLE', 'The bank of the payer disputes this payment, so it cannot be paid back.')
    if (isRefusal(error, 'charge_already_refunded')) return
    if (isRefusedRequest(error) && !isRefusal(error, 'resource_missing'))
      throw appError(
        'UNPROCESSABLE',
        `Stripe does not pay this back (${error.code ?? 'no code'}). Look at the payment at Stripe.`,
      )
    throw error
  }
}
