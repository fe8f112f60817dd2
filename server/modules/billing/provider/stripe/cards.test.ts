import { randomUUID } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import { createTestShop, pack, starter } from './test-shop.fixture.ts'

const shop = createTestShop()

describe('a new card', () => {
  const change = async (customerId: string, does: 'pays' | 'declines' = 'pays') => {
    const checkout = shop.draft(customerId, { kind: 'PAYMENT_METHOD', currency: 'USD' })
    const { id } = await shop.provider.createCheckout(checkout)
    shop.stripe.pay(id, does, '1881')
    await shop.provider.takePaymentMethod(id)
    return id
  }

  test('pays renewals from now on, and what is unpaid at once', async () => {
    const { subscriptionId, customerId } = await shop.subscriber(starter, { does: 'declines' })
    const unpaid = shop.stripe.renew(subscriptionId)?.id ?? ''
    expect(await shop.provider.invoice(unpaid)).toMatchObject({
      status: 'FAILED',
      failure: 'Your card was declined.',
      reason: 'RENEWAL',
    })
    expect(await shop.provider.subscription(subscriptionId)).toMatchObject({ status: 'PAST_DUE' })
    const session = await change(customerId)
    await shop.provider.takePaymentMethod(session)
    expect(await shop.provider.checkout(session)).toMatchObject({ status: 'PAID', kind: 'PAYMENT_METHOD' })
    expect(await shop.provider.invoice(unpaid)).toMatchObject({ status: 'PAID', amount: 4900 })
    expect(await shop.provider.subscription(subscriptionId)).toMatchObject({ status: 'ACTIVE' })
    expect(await shop.provider.paymentMethod(customerId)).toMatchObject({ last4: '1881' })
    expect(shop.stripe.renew(subscriptionId)).toMatchObject({ status: 'paid' })
  })

  test('is on file even if it is declined too', async () => {
    const { subscriptionId, customerId } = await shop.subscriber(starter, { does: 'declines' })
    const unpaid = shop.stripe.renew(subscriptionId)?.id ?? ''
    await change(customerId, 'declines')
    expect(await shop.provider.invoice(unpaid)).toMatchObject({ status: 'FAILED' })
    expect(await shop.provider.paymentMethod(customerId)).toMatchObject({ last4: '1881' })
  })
})

test.each([
  ['with', 'a subscription'],
  ['without', 'one'],
])('%s %s, an older card reported late does not replace a newer one', async (has) => {
  const { customerId } = has === 'with' ? await shop.subscriber(starter) : { customerId: await shop.customer() }
  const sessions: string[] = []
  for (const last4 of ['1111', '2222']) {
    shop.clock.advance(2000)
    const { id } = await shop.provider.createCheckout(
      shop.draft(customerId, { kind: 'PAYMENT_METHOD', currency: 'USD' }),
    )
    shop.stripe.pay(id, 'pays', last4)
    sessions.push(id)
  }
  for (const id of sessions.toReversed()) await shop.provider.takePaymentMethod(id)
  expect(await shop.provider.paymentMethod(customerId)).toMatchObject({ last4: '2222' })
})

describe('the card on file', () => {
  const order = (customerId: string) => ({
    checkoutId: randomUUID(),
    customerId,
    amount: 3500,
    currency: 'USD',
    description: '500 credits',
  })

  test('is charged once per purchase, however often and late that is requested', async () => {
    const { customerId } = await shop.subscriber(starter)
    const purchase = order(customerId)
    const [one, other] = await Promise.all([shop.provider.charge(purchase), shop.provider.charge(purchase)])
    shop.stripe.clearIdempotencyKeys()
    const late = await shop.provider.charge(purchase)
    expect(one).toMatchObject({ status: 'PAID', amount: 3500, checkoutId: purchase.checkoutId })
    expect([other.id, late.id]).toEqual([one.id, one.id])
    expect(await shop.provider.payment(one.id)).toEqual(one)
  })

  test.each([
    ['declines', 'Your card was declined.'],
    ['wants confirmation', /^Your bank wants this payment to be confirmed/],
  ] as const)('that %s gives a result, and the same one again', async (does, failure) => {
    const { customerId, subscriptionId } = await shop.subscriber(starter, { does })
    const purchase = order(customerId)
    const refused = await shop.provider.charge(purchase)
    expect(refused).toMatchObject({ status: 'FAILED', failure: expect.stringMatching(failure) })
    shop.stripe.setCard(subscriptionId, 'pays')
    expect(await shop.provider.charge(purchase)).toMatchObject({ id: refused.id, status: 'FAILED' })
  })

  test('that is missing gives a result too', async () => {
    const answer = await shop.provider.charge(order(await shop.customer()))
    expect(answer).toMatchObject({ status: 'FAILED', failure: 'There is no card on file.' })
  })
})

describe('a refund', () => {
  test('of a pack is made once, however often it is requested', async () => {
    const { id } = await shop.begin(pack)
    shop.stripe.pay(id)
    const { paymentId = '' } = await shop.provider.checkout(id)
    const order = { transactionId: randomUUID(), paymentRef: paymentId, amount: 3500 }
    const before = shop.stripe.state.all('refund').length
    await Promise.all([shop.provider.refund(order), shop.provider.refund(order)])
    shop.stripe.clearIdempotencyKeys()
    await shop.provider.refund(order)
    expect(await shop.provider.payment(paymentId)).toMatchObject({ status: 'REFUNDED', amount: 3500 })
    expect(shop.stripe.state.all('refund')).toHaveLength(before + 1)
  })

  test('of a month shows on its invoice', async () => {
    const { invoiceId, subscriptionId } = await shop.subscriber(starter)
    const { paymentRef = '' } = await shop.provider.invoice(invoiceId)
    await shop.provider.refund({ transactionId: randomUUID(), paymentRef, amount: 4900 })
    expect(await shop.provider.invoice(invoiceId)).toMatchObject({ status: 'REFUNDED', amount: 4900, paymentRef })
    expect(await shop.provider.listInvoices(subscriptionId)).toMatchObject([{ id: invoiceId, status: 'REFUNDED' }])
  })
})
