import { sandbox, testCards } from '@dooryard/contract/billing/payments'
import { afterAll, expect, test } from 'vitest'
import { anonymousCaller } from '../../../../test/factories.ts'
import { testPortal } from '../../../../test/portal.ts'
import { advance, cardWithBehavior, confirmPayment, getSessionId, payWith } from './pay.fixture.ts'
import {
  cardItem,
  createSandboxSubscriber,
  createTestCheckout,
  createTestCustomer,
  growth,
  growthItem,
  listEvents,
  pack,
  requireSandboxProvider,
} from './sandbox.fixture.ts'

const portal = await testPortal()
afterAll(portal.close)
const provider = requireSandboxProvider(portal)

const getPage = (url: string) =>
  anonymousCaller(portal).call(sandbox.checkout, { params: { session: getSessionId(url) } })
const listEventTypes = async (customerId: string) => (await listEvents(portal, customerId)).map(({ type }) => type)

const expectUnchanged = async (url: string, customerId: string) => {
  expect((await getPage(url)).body).toMatchObject({ status: 'OPEN', needsConfirmation: false })
  expect(await listEventTypes(customerId)).toEqual([])
}

test('the page shows the total less the discount, and its return links', async () => {
  const { url, given } = await createTestCheckout(portal, await createTestCustomer(portal), pack, { discount: 700 })
  expect(await getPage(url)).toMatchObject({
    status: 200,
    body: {
      session: expect.stringMatching(/^cs_sandbox_[0-9a-f]{32}$/),
      kind: 'PACK',
      name: '500 credits',
      email: 'tess@example.com',
      list: { amount: 3500, currency: 'USD' },
      discount: { amount: 700, currency: 'USD' },
      total: { amount: 2800, currency: 'USD' },
      status: 'OPEN',
      needsConfirmation: false,
      returnUrl: `/portal/settings/billing?checkout=${given.checkoutId}`,
      cancelUrl: `/portal/settings/billing?cancelled=${given.checkoutId}`,
    },
  })
})

test('a paid plan starts a subscription with its first invoice, and its card is on file', async () => {
  const customerId = await createTestCustomer(portal)
  const { id, url, given } = await createTestCheckout(portal, customerId, growthItem, { discount: 900 })
  const reply = await payWith(portal, url, '4242424242424242')
  expect(reply).toMatchObject({ status: 200, body: { status: 'PAID', interval: 'MONTH' } })
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
  expect((await listEventTypes(customerId)).toSorted()).toEqual([
    'checkout.paid',
    'customer.card_changed',
    'invoice.paid',
    'subscription.created',
  ])
})

test('a paid pack is a payment, and its card is kept if there is no other', async () => {
  const customerId = await createTestCustomer(portal)
  const { id, url, given } = await createTestCheckout(portal, customerId, pack)
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
  const events = await listEvents(portal, customerId)
  expect(events.map(({ type, object, customerId }) => ({ type, ...object, customerId }))).toEqual([
    { type: 'customer.card_changed', kind: 'OTHER', id: customerId, customerId },
    { type: 'payment.paid', kind: 'PAYMENT', id: paymentId, customerId },
    { type: 'checkout.paid', kind: 'CHECKOUT', id, customerId },
  ])
})

test('the page of a card change says what saving the card pays at once', async () => {
  const { customerId } = await createSandboxSubscriber(portal, 'FAILS_AT_RENEWAL')
  const before = await createTestCheckout(portal, customerId, cardItem)
  expect((await getPage(before.url)).body).not.toHaveProperty('overdue')
  await advance(portal, 31)
  const { id, url } = await createTestCheckout(portal, customerId, cardItem)
  expect((await getPage(url)).body).toMatchObject({
    total: { amount: 0 },
    overdue: { amount: 14_900, currency: 'USD' },
  })
  await payWith(portal, url)
  await provider.takePaymentMethod(id)
  const after = await createTestCheckout(portal, customerId, cardItem)
  expect((await getPage(after.url)).body).not.toHaveProperty('overdue')
})

test('a declined card leaves the purchase open, and another card pays it', async () => {
  const customerId = await createTestCustomer(portal)
  const { url } = await createTestCheckout(portal, customerId, growthItem)
  const declined = await payWith(portal, url, cardWithBehavior('DECLINED'))
  expect(declined).toMatchObject({
    status: 422,
    body: { code: 'UNPROCESSABLE', message: 'Your card was declined.' },
  })
  await expectUnchanged(url, customerId)
  expect((await payWith(portal, url)).body.status).toBe('PAID')
})

test('a card that needs confirmation pays once the bank confirms', async () => {
  const customerId = await createTestCustomer(portal)
  const { id, url } = await createTestCheckout(portal, customerId, pack)
  const asked = await payWith(portal, url, cardWithBehavior('NEEDS_CONFIRMATION'))
  expect(asked).toMatchObject({ status: 200, body: { status: 'OPEN', needsConfirmation: true } })
  expect(await provider.checkout(id)).toMatchObject({ status: 'OPEN' })
  const given = await confirmPayment(portal, url, true)
  expect(given).toMatchObject({ status: 200, body: { status: 'PAID', needsConfirmation: false } })
  // A second click gets the same result.
  expect(await confirmPayment(portal, url, true)).toMatchObject({ status: 200, body: { status: 'PAID' } })
  expect(await confirmPayment(portal, url, false)).toMatchObject({ status: 409 })
  expect(await listEventTypes(customerId)).toEqual(['customer.card_changed', 'payment.paid', 'checkout.paid'])
})

test('an unconfirmed payment leaves the purchase open', async () => {
  const customerId = await createTestCustomer(portal)
  const { url } = await createTestCheckout(portal, customerId, pack)
  await payWith(portal, url, cardWithBehavior('NEEDS_CONFIRMATION'))
  const denied = await confirmPayment(portal, url, false)
  expect(denied).toMatchObject({
    status: 422,
    body: { message: expect.stringMatching(/^The payment was not confirmed/) },
  })
  await expectUnchanged(url, customerId)
  expect(await confirmPayment(portal, url, true)).toMatchObject({ status: 409 })
  await expectUnchanged(url, customerId)
  expect((await payWith(portal, url)).body.status).toBe('PAID')
})

test('paid by twenty clicks at once, a purchase is paid once and every click succeeds', async () => {
  const customerId = await createTestCustomer(portal)
  const { url } = await createTestCheckout(portal, customerId, growthItem)
  const replies = await Promise.all(Array.from({ length: 20 }, () => payWith(portal, url)))
  expect(replies.map(({ status, body }) => [status, body.status])).toEqual(replies.map(() => [200, 'PAID']))
  expect((await listEventTypes(customerId)).filter((type) => type === 'invoice.paid')).toHaveLength(1)
})

test('a free pack requires no card; a free first month does, for the later ones', async () => {
  const customerId = await createTestCustomer(portal)
  const free = await createTestCheckout(portal, customerId, pack, { discount: 5000 })
  const reply = await payWith(portal, free.url, cardWithBehavior('DECLINED'))
  expect(reply).toMatchObject({
    status: 200,
    body: { status: 'PAID', total: { amount: 0 }, discount: { amount: 3500 } },
  })
  expect(await provider.checkout(free.id)).not.toHaveProperty('paymentId')
  const month = await createTestCheckout(portal, customerId, growthItem, { discount: 14_900 })
  expect(await payWith(portal, month.url, cardWithBehavior('DECLINED'))).toMatchObject({ status: 422 })
  expect((await payWith(portal, month.url)).body.status).toBe('PAID')
  const { invoiceId = '' } = await provider.checkout(month.id)
  const invoice = await provider.invoice(invoiceId)
  expect(invoice).toMatchObject({ status: 'PAID', amount: 0, discount: 14_900 })
  expect(invoice).not.toHaveProperty('paymentRef')
  expect(await provider.paymentMethod(customerId)).toMatchObject({ last4: '4242' })
})

test('a card session charges nothing, and its card becomes the default on request', async () => {
  const customerId = await createTestCustomer(portal)
  const { id, url } = await createTestCheckout(portal, customerId, cardItem)
  expect((await getPage(url)).body).toMatchObject({ kind: 'PAYMENT_METHOD', total: { amount: 0 } })
  expect(await payWith(portal, url, cardWithBehavior('DECLINED'))).toMatchObject({ status: 422 })
  await payWith(portal, url, cardWithBehavior('NEEDS_CONFIRMATION'))
  expect((await confirmPayment(portal, url, true)).body.status).toBe('PAID')
  expect(await provider.paymentMethod(customerId)).toBeUndefined()
  await provider.takePaymentMethod(id)
  expect(await provider.paymentMethod(customerId)).toMatchObject({ last4: '3184' })
  // Applied again later, it does not replace the newer card.
  const newer = await createTestCheckout(portal, customerId, cardItem)
  await payWith(portal, newer.url)
  await provider.takePaymentMethod(newer.id)
  await provider.takePaymentMethod(id)
  expect(await provider.paymentMethod(customerId)).toMatchObject({ last4: '4242' })
})

test('the number of a card is never stored', async () => {
  const customerId = await createTestCustomer(portal)
  for (const item of [growthItem, pack, cardItem])
    for (const does of ['SUCCEEDS', 'NEEDS_CONFIRMATION', 'FAILS_AT_RENEWAL'] as const)
      await payWith(portal, (await createTestCheckout(portal, customerId, item)).url, cardWithBehavior(does))
  const rows = await portal.db.selectFrom('sandboxObjects').select('body').execute()
  const kept = JSON.stringify(rows)
  expect(kept).toContain('"last4":"3184"')
  for (const number of Object.keys(testCards)) expect(kept).not.toContain(number.slice(0, -4))
})

test('the card of a pack does not replace the one for renewals', async () => {
  const customerId = await createTestCustomer(portal)
  await payWith(portal, (await createTestCheckout(portal, customerId, growthItem)).url)
  await payWith(portal, (await createTestCheckout(portal, customerId, pack)).url, cardWithBehavior('FAILS_AT_RENEWAL'))
  expect(await provider.paymentMethod(customerId)).toMatchObject({ last4: '4242' })
})
