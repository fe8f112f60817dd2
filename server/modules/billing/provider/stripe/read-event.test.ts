import Stripe from 'stripe'
import { describe, expect, test } from 'vitest'
import { createStripe } from './create-stripe.ts'
import { testKeys } from './fake-stripe.fixture.ts'
import type { StripeEvent } from './fake-stripe-state.fixture.ts'
import { createTestShop, pack, starter } from './test-shop.fixture.ts'

const shop = createTestShop()

type Signed = { text: string; signature?: string }
const read = ({ text, signature }: Signed, provider = shop.provider) =>
  provider.readEvent({ text, header: (name) => (name === 'stripe-signature' ? signature : undefined) })
const refused = (signed: Signed, provider = shop.provider) =>
  read(signed, provider).then(
    () => 'read',
    (error: { code?: string }) => error.code,
  )
const event = (object: object = { id: 'price_1' }, type = 'price.created'): StripeEvent => ({
  ...{ id: 'evt_1', object: 'event', type, created: 1_790_000_000, api_version: '2026-10-28.endive' },
  data: { object },
})
const noon = Date.UTC(2026, 10, 2, 12)
/** An event signed this many seconds from now, with a fixed clock. */
const createSkewedProvider = (seconds: number) => {
  const provider = createStripe({ ...testKeys, apiUrl: shop.stripe.url, clock: { now: () => new Date(noon) } })
  return { provider, signed: shop.stripe.signed(event(), { at: new Date(noon + seconds * 1000) }) }
}
const findSentObject = (type: string, id: string) => {
  const found = shop.stripe.events.findLast((one) => one.type === type && (one.data.object as { id: string }).id === id)
  if (!found) throw new Error(`No event was sent for ${type} ${id}.`)
  return read(shop.stripe.signed(found))
}

describe('the signature', () => {
  test('of Stripe is accepted', async () => {
    expect(await read(shop.stripe.signed(event()))).toEqual({
      ...{ id: 'evt_1', type: 'price.created', at: new Date(1_790_000_000_000) },
      object: { kind: 'OTHER', id: 'evt_1' },
    })
  })

  test.each([-300, -299, 0, 299, 300])('may be %i seconds off', async (seconds) => {
    const { signed, provider } = createSkewedProvider(seconds)
    expect(await refused(signed, provider)).toBe('read')
  })

  test.each([-86_400, -301, 301, 86_400])('may not be %i seconds off', async (seconds) => {
    const { signed, provider } = createSkewedProvider(seconds)
    expect(await refused(signed, provider)).toBe('VALIDATION')
  })

  test('control: Stripe’s own check accepts one from the future', () => {
    const { text, signature } = createSkewedProvider(301).signed
    const args = [text, signature, testKeys.webhookSecret, 300, undefined, noon] as const
    expect(Stripe.webhooks.constructEvent(...args)).toMatchObject({ id: 'evt_1' })
  })

  test('is invalid for another body, secret or time, or if missing', async () => {
    const { text, signature } = shop.stripe.signed(event())
    const flipped = `${text.slice(0, -2)} ${text.slice(-2)}`
    const forged = shop.stripe.signed(event(), { secret: 'whsec_another' })
    const [time, ...rest] = signature.split(',')
    const later = [`t=${Number(time?.slice(2)) + 1}`, ...rest].join(',')
    for (const signed of [
      ...[{ text: flipped, signature }, forged, { text, signature: later }, { text }, { text, signature: '' }],
      ...[
        { text, signature: 'nonsense' },
        { text, signature: `${signature},${time}` },
        { text: '', signature },
      ],
      { text, signature: rest.join(',') },
    ])
      expect(await refused(signed)).toBe('VALIDATION')
    expect(await refused({ text, signature })).toBe('read')
  })

  test('of something else than an event is not enough', async () => {
    for (const nonsense of ['nonsense', 5, {}, { data: {} }, []])
      expect(await refused(shop.stripe.signed(nonsense as unknown as StripeEvent))).toBe('VALIDATION')
  })
})

describe('the object of an event', () => {
  test('is a checkout, its subscription or its invoice, with the customer', async () => {
    const { checkout, subscriptionId, invoiceId, customerId } = await shop.subscriber(starter)
    const [session] = shop.stripe.state
      .all<{ id: string; object: 'checkout.session'; client_reference_id: string }>('checkout.session')
      .filter((one) => one.client_reference_id === checkout.checkoutId)
    const id = session?.id ?? ''
    expect(await findSentObject('checkout.session.completed', id)).toMatchObject({
      object: { kind: 'CHECKOUT', id },
      customerId,
    })
    expect(await findSentObject('customer.subscription.created', subscriptionId)).toMatchObject({
      object: { kind: 'SUBSCRIPTION', id: subscriptionId },
      customerId,
    })
    expect(await findSentObject('invoice.paid', invoiceId)).toMatchObject({
      object: { kind: 'INVOICE', id: invoiceId },
      customerId,
    })
  })

  test('is the payment, both for a paid pack and for its refund', async () => {
    const { id } = await shop.begin(pack)
    shop.stripe.pay(id)
    const { paymentId = '' } = await shop.provider.checkout(id)
    const payment = { object: { kind: 'PAYMENT', id: paymentId } }
    expect(await findSentObject('payment_intent.succeeded', paymentId)).toMatchObject(payment)
    await shop.provider.refund({ transactionId: 'a', paymentRef: paymentId, amount: 3500 })
    expect(await findSentObject('charge.refunded', findCharge(paymentId))).toMatchObject(payment)
  })

  test('is the invoice for the refund of a month', async () => {
    const { invoiceId } = await shop.subscriber(starter)
    const { paymentRef = '' } = await shop.provider.invoice(invoiceId)
    await shop.provider.refund({ transactionId: 'b', paymentRef, amount: 4900 })
    expect(await findSentObject('charge.refunded', findCharge(paymentRef))).toMatchObject({
      object: { kind: 'INVOICE', id: invoiceId },
    })
  })

  test.each([
    ['checkout.session.completed', { id: 'cs_1', metadata: {} }],
    ['customer.subscription.updated', { id: 'sub_1', metadata: {} }],
    ['invoice.paid', { id: 'in_1', parent: null }],
    ['payment_intent.succeeded', { id: 'pi_1', metadata: {} }],
    ['charge.refunded', { id: 'ch_1', metadata: {}, payment_intent: 'pi_1' }],
    ['charge.refunded', { id: 'ch_1', metadata: {}, payment_intent: null }],
    ['customer.created', { id: 'cus_1', metadata: { userId: 'x' } }],
  ])('of other products on the account (%s) is ignored', async (type, object) => {
    expect((await read(shop.stripe.signed(event(object, type)))).object.kind).toBe('OTHER')
  })

  test('of a dispute about another product on the account is ignored', async () => {
    const { id } = shop.stripe.state.keep({ id: 'ch_else', object: 'charge', metadata: {}, payment_intent: 'pi_else' })
    const signed = shop.stripe.signed(event({ id: 'du_1', charge: id }, 'charge.dispute.funds_withdrawn'))
    expect((await read(signed)).object.kind).toBe('OTHER')
  })

  test('is found for an older endpoint version, whose invoices name no parent', async () => {
    const seen = await read(
      shop.stripe.signed(event({ id: 'in_1', subscription: 'sub_1', customer: 'cus_1' }, 'invoice.paid')),
    )
    expect(seen).toMatchObject({ object: { kind: 'INVOICE', id: 'in_1' }, customerId: 'cus_1' })
  })
})

const findCharge = (intentId: string) =>
  shop.stripe.state
    .all<{ id: string; object: 'charge'; payment_intent: string }>('charge')
    .find(({ payment_intent }) => payment_intent === intentId)?.id ?? ''
