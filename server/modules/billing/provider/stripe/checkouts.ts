import { toUnixSeconds } from '@dooryard/contract/api/time'
import type Stripe from 'stripe'
import type { CheckoutItem, NewCheckout, ProviderCheckout } from '../provider.ts'
import { buildRecurringPrice, planMetadata } from './plan-rules.ts'
import { type Products, packProduct, planProduct } from './products.ts'
import { getId, withIdempotencyKey } from './stripe-client.ts'

type Params = Stripe.Checkout.SessionCreateParams

export async function createCheckout(stripe: Stripe, products: Products, checkout: NewCheckout) {
  const { checkoutId, customerId, item } = checkout
  const params: Params = {
    customer: customerId,
    client_reference_id: checkoutId,
    metadata: { checkoutId },
    success_url: checkout.successUrl,
    cancel_url: checkout.cancelUrl,
    expires_at: toUnixSeconds(checkout.expiresAt),
    // Methods that can be charged again later without the owner.
    allowed_payment_method_types: ['card'],
    ...(await buildPurchaseParams(products, checkout)),
  }
  if (checkout.discount > 0 && item.kind !== 'PAYMENT_METHOD')
    params.discounts = [{ coupon: await createCheckoutCoupon(stripe, checkout) }]
  const session = await withIdempotencyKey(`checkout:${checkoutId}`, (options) =>
    stripe.checkout.sessions.create(params, options),
  )
  if (!session.url) throw new Error('Stripe made a session without an address.')
  return { id: session.id, url: session.url }
}

async function buildPurchaseParams(products: Products, { checkoutId, item, discount }: NewCheckout): Promise<Params> {
  const metadata = { checkoutId }
  if (item.kind === 'PAYMENT_METHOD')
    return { mode: 'setup', currency: item.currency.toLowerCase(), setup_intent_data: { metadata } }
  // Prices are in our currency, whatever the payer's is.
  const sold = { adaptive_pricing: { enabled: false } }
  if (item.kind === 'SUBSCRIPTION') {
    const price_data = buildRecurringPrice(item.plan, await planProduct(products, item.plan))
    const line_items = [{ quantity: 1, price_data }]
    return { ...sold, mode: 'subscription', line_items, subscription_data: buildSubscriptionData(checkoutId, item) }
  }
  const { packId, name } = item
  // A product for every number of credits would clutter the catalog at Stripe, so those are named on the spot.
  const named =
    packId === undefined ? { product_data: { name } } : { product: await packProduct(products, { packId, name }) }
  const price_data = { currency: item.currency.toLowerCase(), ...named, unit_amount: item.price }
  const pack: Params = { ...sold, mode: 'payment', line_items: [{ quantity: 1, price_data }] }
  // If nothing is to be paid, no card is entered, so there is none to save.
  if (item.price > discount)
    pack.payment_intent_data = { description: item.name, setup_future_usage: 'off_session', metadata }
  return pack
}

const buildSubscriptionData = (checkoutId: string, { plan }: Extract<CheckoutItem, { kind: 'SUBSCRIPTION' }>) => ({
  metadata: { ...planMetadata(plan), checkoutId },
  // The rest of a month is worth what was paid for it, after the coupon.
  billing_mode: { type: 'flexible', flexible: { proration_discounts: 'included' } } as const,
})

async function createCheckoutCoupon(stripe: Stripe, { checkoutId, discount, item }: NewCheckout): Promise<string> {
  const currency = (item.kind === 'SUBSCRIPTION' ? item.plan : item).currency.toLowerCase()
  const coupon = { amount_off: discount, currency, duration: 'once', max_redemptions: 1 } as const
  const params = { ...coupon, metadata: { checkoutId } }
  return (await withIdempotencyKey(`coupon:${checkoutId}`, (options) => stripe.coupons.create(params, options))).id
}

export async function expireCheckout(stripe: Stripe, id: string): Promise<void> {
  const session = await stripe.checkout.sessions.retrieve(id)
  if (session.status !== 'open') return
  try {
    await stripe.checkout.sessions.expire(id)
  } catch (error) {
    // Paid just now, meanwhile.
    const { status } = await stripe.checkout.sessions.retrieve(id)
    if (status === 'open') throw error
  }
}

type KindByMode = Record<string, CheckoutItem['kind']>

const kindByMode: KindByMode = { subscription: 'SUBSCRIPTION', payment: 'PACK', setup: 'PAYMENT_METHOD' }

export async function getCheckout(stripe: Stripe, id: string): Promise<ProviderCheckout> {
  const session = await stripe.checkout.sessions.retrieve(id, { expand: ['payment_intent'] })
  const kind = kindByMode[session.mode]
  if (!kind) throw new Error(`Stripe has a session of the unknown mode ${session.mode}.`)
  return {
    id: session.id,
    checkoutId: session.client_reference_id ?? '',
    customerId: getId(session.customer) ?? '',
    kind,
    status: toStatus(session),
    subscriptionId: getId(session.subscription),
    invoiceId: getId(session.invoice),
    paymentId: getId(session.payment_intent),
  }
}

function toStatus(session: Stripe.Checkout.Session): ProviderCheckout['status'] {
  if (session.status === 'expired') return 'EXPIRED'
  if (session.status !== 'complete') return 'OPEN'
  if (session.payment_status !== 'unpaid') return 'PAID'
  // A payment that is not immediate may fail after its session is complete.
  const intent = typeof session.payment_intent === 'object' ? session.payment_intent : null
  return intent && ['requires_payment_method', 'canceled'].includes(intent.status) ? 'EXPIRED' : 'OPEN'
}
