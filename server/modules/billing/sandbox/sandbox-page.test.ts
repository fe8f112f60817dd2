import { sandbox, testCards } from '@dooryard/contract/payments'
import { afterAll, expect, test } from 'vitest'
import { nobody } from '../../../test/factories.ts'
import { testPortal } from '../../../test/portal.ts'
import { advance, cardThat, confirmAt, payWith, sessionIn } from './pay.fixture.ts'
import {
  checkoutOf,
  customerOf,
  eventsOf,
  growth,
  newCard,
  pack,
  providerIn,
  subscriberOf,
  toGrowth,
} from './sandbox.fixture.ts'

const portal = await testPortal()
afterAll(portal.close)
const provider = providerIn(portal)

const pageOf = (url: string) => nobody(portal).call(sandbox.checkout, { params: { session: sessionIn(url) } })
const typesOf = async (customerId: string) => (await eventsOf(portal, customerId)).map(({ type }) => type)

const stays = async (url: string, customerId: string) => {
  expect((await pageOf(url)).body).toMatchObject({ status: 'OPEN', needsConfirmation: false })
  expect(await typesOf(customerId)).toEqual([])
}

test('the page says what is to be paid, less the discount, and where to go from there', async () => {
  const { url, given } = await checkoutOf(portal, await customerOf(portal), pack, { discount: 700 })
  expect(await pageOf(url)).toMatchObject({
    status: 200,
    body: {
      session: expect.stringMatching(/^cs_sandbox_[0-9a-f]{32}$/),
      kind: 'PACK',
      name: '500 credits',
      email: 'tess@example.com',
      list: { amount: 3500, currency: 'USD' },
      discount: { amount: 700, currency: 'USD' },
      total: { amount: 2800, currency: 'USD' },
      isMonthly: false,
      status: 'OPEN',
      needsConfirmation: false,
      returnUrl: `/portal/settings/billing?checkout=${given.checkoutId}`,
      cancelUrl: `/portal/settings/billing?cancelled=${given.checkoutId}`,
    },
  })
})

test('a plan paid for begins a subscription with its first invoice, and its card is on file', async () => {
  const customerId = await customerOf(portal)
  const { id, url, given } = await checkoutOf(portal, customerId, toGrowth, { discount: 900 })
  const reply = await payWith(portal, url, '4242424242424242')
  expect(reply).toMatchObject({ status: 200, body: { status: 'PAID', isMonthly: true } })
  const { subscriptionId = '', invoiceId = '', ...session } = await provider.checkout(id)
  expect(session).toEqual({
    id,
    checkoutId: given.checkoutId,
    customerId,
    kind: 'SUBSCRIPTION',
    status: 'PAID',
  })
  expect(await provider.subscription(subscriptionId)).toMatchObject({
    customerId,
    checkoutId: given.checkoutId,
    status: 'ACTIVE',
    plan: growth,
    cancelAtPeriodEnd: false,
  })
  expect(await provider.invoice(invoiceId)).toMatchObject({
    subscriptionId,
    reason: 'FIRST',
    plan: growth,
    status: 'PAID',
    amount: 14_000,
    discount: 900,
    currency: 'USD',
    paymentRef: invoiceId,
  })
  expect(await provider.paymentMethod(customerId)).toMatchObject({ brand: 'visa', last4: '4242', expMonth: 12 })
  expect((await typesOf(customerId)).toSorted()).toEqual([
    'checkout.paid',
    'customer.card_changed',
    'invoice.paid',
    'subscription.created',
  ])
})

test('a pack paid for is a payment, and its card is kept for want of another', async () => {
  const customerId = await customerOf(portal)
  const { id, url, given } = await checkoutOf(portal, customerId, pack)
  expect((await payWith(portal, url)).body.status).toBe('PAID')
  const { paymentId = '' } = await provider.checkout(id)
  expect(await provider.payment(paymentId)).toMatchObject({
    id: paymentId,
    customerId,
    checkoutId: given.checkoutId,
    status: 'PAID',
    amount: 3500,
  })
  expect(await provider.paymentMethod(customerId)).toMatchObject({ last4: '4242' })
  const events = await eventsOf(portal, customerId)
  expect(events.map(({ type, object, customerId }) => ({ type, ...object, customerId }))).toEqual([
    { type: 'customer.card_changed', kind: 'OTHER', id: customerId, customerId },
    { type: 'payment.paid', kind: 'PAYMENT', id: paymentId, customerId },
    { type: 'checkout.paid', kind: 'CHECKOUT', id, customerId },
  ])
})

test('the page of a card change says what saving the card pays at once', async () => {
  const { customerId } = await subscriberOf(portal, 'FAILS_AT_RENEWAL')
  const before = await checkoutOf(portal, customerId, newCard)
  expect((await pageOf(before.url)).body).not.toHaveProperty('overdue')
  await advance(portal, 31)
  const { id, url } = await checkoutOf(portal, customerId, newCard)
  expect((await pageOf(url)).body).toMatchObject({ total: { amount: 0 }, overdue: { amount: 14_900, currency: 'USD' } })
  await payWith(portal, url)
  await provider.takePaymentMethod(id)
  const after = await checkoutOf(portal, customerId, newCard)
  expect((await pageOf(after.url)).body).not.toHaveProperty('overdue')
})

test('a declined card leaves the purchase open, and another pays it', async () => {
  const customerId = await customerOf(portal)
  const { url } = await checkoutOf(portal, customerId, toGrowth)
  const declined = await payWith(portal, url, cardThat('DECLINED'))
  expect(declined).toMatchObject({
    status: 422,
    body: { code: 'UNPROCESSABLE', message: 'Your card was declined.' },
  })
  await stays(url, customerId)
  expect((await payWith(portal, url)).body.status).toBe('PAID')
})

test('a card that needs a confirmation pays once the bank gives it', async () => {
  const customerId = await customerOf(portal)
  const { id, url } = await checkoutOf(portal, customerId, pack)
  const asked = await payWith(portal, url, cardThat('NEEDS_CONFIRMATION'))
  expect(asked).toMatchObject({ status: 200, body: { status: 'OPEN', needsConfirmation: true } })
  expect(await provider.checkout(id)).toMatchObject({ status: 'OPEN' })
  const given = await confirmAt(portal, url, true)
  expect(given).toMatchObject({ status: 200, body: { status: 'PAID', needsConfirmation: false } })
  // A second click finds it done.
  expect(await confirmAt(portal, url, true)).toMatchObject({ status: 200, body: { status: 'PAID' } })
  expect(await confirmAt(portal, url, false)).toMatchObject({ status: 409 })
  expect(await typesOf(customerId)).toEqual(['customer.card_changed', 'payment.paid', 'checkout.paid'])
})

test('a payment that is not confirmed leaves the purchase open', async () => {
  const customerId = await customerOf(portal)
  const { url } = await checkoutOf(portal, customerId, pack)
  await payWith(portal, url, cardThat('NEEDS_CONFIRMATION'))
  const denied = await confirmAt(portal, url, false)
  expect(denied).toMatchObject({
    status: 422,
    body: { message: expect.stringMatching(/^The payment was not confirmed/) },
  })
  await stays(url, customerId)
  expect(await confirmAt(portal, url, true)).toMatchObject({ status: 409 })
  await stays(url, customerId)
  expect((await payWith(portal, url)).body.status).toBe('PAID')
})

test('clicked twenty times at once, a purchase is paid once and every click is told so', async () => {
  const customerId = await customerOf(portal)
  const { url } = await checkoutOf(portal, customerId, toGrowth)
  const replies = await Promise.all(Array.from({ length: 20 }, () => payWith(portal, url)))
  expect(replies.map(({ status, body }) => [status, body.status])).toEqual(replies.map(() => [200, 'PAID']))
  expect((await typesOf(customerId)).filter((type) => type === 'invoice.paid')).toHaveLength(1)
})

test('a free pack takes no card; a free first month does, for the later ones', async () => {
  const customerId = await customerOf(portal)
  const free = await checkoutOf(portal, customerId, pack, { discount: 5000 })
  const reply = await payWith(portal, free.url, cardThat('DECLINED'))
  expect(reply).toMatchObject({
    status: 200,
    body: { status: 'PAID', total: { amount: 0 }, discount: { amount: 3500 } },
  })
  expect(await provider.checkout(free.id)).not.toHaveProperty('paymentId')
  const month = await checkoutOf(portal, customerId, toGrowth, { discount: 14_900 })
  expect(await payWith(portal, month.url, cardThat('DECLINED'))).toMatchObject({ status: 422 })
  expect((await payWith(portal, month.url)).body.status).toBe('PAID')
  const { invoiceId = '' } = await provider.checkout(month.id)
  const invoice = await provider.invoice(invoiceId)
  expect(invoice).toMatchObject({ status: 'PAID', amount: 0, discount: 14_900 })
  expect(invoice).not.toHaveProperty('paymentRef')
  expect(await provider.paymentMethod(customerId)).toMatchObject({ last4: '4242' })
})

test('a session for a card takes it down, charges nothing, and puts it on file when asked to', async () => {
  const customerId = await customerOf(portal)
  const { id, url } = await checkoutOf(portal, customerId, newCard)
  expect((await pageOf(url)).body).toMatchObject({ kind: 'PAYMENT_METHOD', total: { amount: 0 }, isMonthly: false })
  expect(await payWith(portal, url, cardThat('DECLINED'))).toMatchObject({ status: 422 })
  await payWith(portal, url, cardThat('NEEDS_CONFIRMATION'))
  expect((await confirmAt(portal, url, true)).body.status).toBe('PAID')
  expect(await provider.paymentMethod(customerId)).toBeUndefined()
  await provider.takePaymentMethod(id)
  expect(await provider.paymentMethod(customerId)).toMatchObject({ last4: '3184' })
  // Told again later, it does not push out the card that came after it.
  const newer = await checkoutOf(portal, customerId, newCard)
  await payWith(portal, newer.url)
  await provider.takePaymentMethod(newer.id)
  await provider.takePaymentMethod(id)
  expect(await provider.paymentMethod(customerId)).toMatchObject({ last4: '4242' })
})

test('a card is never kept by its number', async () => {
  const customerId = await customerOf(portal)
  for (const item of [toGrowth, pack, newCard])
    for (const does of ['SUCCEEDS', 'NEEDS_CONFIRMATION', 'FAILS_AT_RENEWAL'] as const)
      await payWith(portal, (await checkoutOf(portal, customerId, item)).url, cardThat(does))
  const rows = await portal.db.selectFrom('sandboxObjects').select('body').execute()
  const kept = JSON.stringify(rows)
  expect(kept).toContain('"last4":"3184"')
  for (const number of Object.keys(testCards)) expect(kept).not.toContain(number.slice(0, -4))
})

test('the card of a pack does not push out the one for renewals', async () => {
  const customerId = await customerOf(portal)
  await payWith(portal, (await checkoutOf(portal, customerId, toGrowth)).url)
  await payWith(portal, (await checkoutOf(portal, customerId, pack)).url, cardThat('FAILS_AT_RENEWAL'))
  expect(await provider.paymentMethod(customerId)).toMatchObject({ last4: '4242' })
})
