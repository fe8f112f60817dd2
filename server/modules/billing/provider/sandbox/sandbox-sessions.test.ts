import { dayMs, hourMs } from '@dooryard/contract/api/time'
import { sandbox, type TestCard } from '@dooryard/contract/billing/payments'
import { afterAll, expect, test } from 'vitest'
import { anonymousCaller } from '../../../../test/factories.ts'
import { testPortal } from '../../../../test/portal.ts'
import { advance, cardWithBehavior, getSessionId, payWith } from './pay.fixture.ts'
import {
  cardItem,
  createTestCheckout,
  createTestCustomer,
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

test('an expired checkout says so and cannot be paid, even before the expiry is recorded', async () => {
  const customerId = await createTestCustomer(portal)
  const now = await provider.now()
  const { id, url } = await createTestCheckout(portal, customerId, pack, { expiresAt: now })
  expect((await getPage(url)).body.status).toBe('EXPIRED')
  expect(await provider.checkout(id)).toMatchObject({ status: 'EXPIRED' })
  for (const card of [cardWithBehavior('SUCCEEDS'), cardWithBehavior('NEEDS_CONFIRMATION')])
    expect(await payWith(portal, url, card)).toMatchObject({
      status: 409,
      body: { message: expect.stringMatching(/expired and nothing was charged/) },
    })
  expect(await listEventTypes(customerId)).not.toContain('payment.paid')
})

test('an expired checkout cannot be paid, and a paid one does not expire', async () => {
  const customerId = await createTestCustomer(portal)
  const closed = await createTestCheckout(portal, customerId, pack)
  await provider.expireCheckout(closed.id)
  await provider.expireCheckout(closed.id)
  expect(await payWith(portal, closed.url)).toMatchObject({ status: 409 })
  expect(await listEventTypes(customerId)).toEqual(['checkout.expired'])
  const paid = await createTestCheckout(portal, customerId, pack)
  await payWith(portal, paid.url)
  await provider.expireCheckout(paid.id)
  expect(await provider.checkout(paid.id)).toMatchObject({ status: 'PAID' })
})

test('an unknown session is not found, and an unknown card number is refused', async () => {
  const { call } = anonymousCaller(portal)
  const params = { session: 'cs_sandbox_00000000000000000000000000000000' }
  expect(await call(sandbox.checkout, { params })).toMatchObject({ status: 404 })
  expect(await call(sandbox.pay, { params, body: { card: '4242424242424242' } })).toMatchObject({ status: 404 })
  expect(await call(sandbox.confirm, { params, body: { approve: true } })).toMatchObject({ status: 404 })
  const { url } = await createTestCheckout(portal, await createTestCustomer(portal), pack)
  const spaced = '4242 4242 4242 4242' as TestCard
  expect(await payWith(portal, url, '4111111111111111' as TestCard)).toMatchObject({ status: 400 })
  expect(await payWith(portal, url, spaced)).toMatchObject({ status: 200 })
})

test('a checkout requested twice is one session, whose URL contains nothing but its id', async () => {
  const customerId = await createTestCustomer(portal)
  const first = await createTestCheckout(portal, customerId, pack)
  await payWith(portal, first.url)
  const again = await provider.createCheckout(first.given)
  expect(again).toEqual({ id: first.id, url: first.url })
  expect(await provider.checkout(again.id)).toMatchObject({ status: 'PAID' })
  expect(first.url).toBe(`http://localhost:3000/sandbox/checkout?session=${first.id}`)
})

test('a return link to another host is refused', async () => {
  const customerId = await createTestCustomer(portal)
  for (const more of [{ successUrl: 'https://evil.test/' }, { cancelUrl: 'http://localhost:3000//evil.test' }])
    await expect(createTestCheckout(portal, customerId, pack, more)).rejects.toMatchObject({ code: 'VALIDATION' })
})

test('an expired session is reported once its time has come', async () => {
  const customerId = await createTestCustomer(portal)
  const { id } = await createTestCheckout(portal, customerId, pack)
  portal.clock.advance(hourMs + 1000)
  await createTestCheckout(portal, await createTestCustomer(portal), pack)
  expect(await listEvents(portal, customerId)).toMatchObject([
    { type: 'checkout.expired', object: { kind: 'CHECKOUT', id } },
  ])
})

test('the card saved last stays on file, in whatever order the events arrive', async () => {
  const customerId = await createTestCustomer(portal)
  const { url } = await createTestCheckout(portal, customerId, growthItem)
  await payWith(portal, url, cardWithBehavior('SUCCEEDS'))
  const older = await createTestCheckout(portal, customerId, cardItem)
  const newer = await createTestCheckout(portal, customerId, cardItem)
  await payWith(portal, older.url, cardWithBehavior('FAILS_AT_RENEWAL'))
  await payWith(portal, newer.url, cardWithBehavior('SUCCEEDS'))
  await provider.takePaymentMethod(newer.id)
  await provider.takePaymentMethod(older.id)
  expect(await provider.paymentMethod(customerId)).toMatchObject({ last4: '4242' })
  const newest = await createTestCheckout(portal, customerId, cardItem)
  await payWith(portal, newest.url, cardWithBehavior('FAILS_AT_RENEWAL'))
  await provider.takePaymentMethod(newest.id)
  expect(await provider.paymentMethod(customerId)).toMatchObject({ last4: '0341' })
})

test('only open sessions expire as time goes by', async () => {
  const customerId = await createTestCustomer(portal)
  const soon = await createTestCheckout(portal, customerId, pack)
  const late = await createTestCheckout(portal, customerId, cardItem, {
    expiresAt: new Date((await provider.now()).getTime() + 3 * dayMs),
  })
  await advance(portal, 1)
  expect(await provider.checkout(soon.id)).toMatchObject({ status: 'EXPIRED' })
  expect(await provider.checkout(late.id)).toMatchObject({ status: 'OPEN' })
  const [event, ...others] = await listEvents(portal, customerId)
  expect(others).toEqual([])
  expect(event).toMatchObject({ type: 'checkout.expired', object: { id: soon.id } })
  expect(event?.at.getTime()).toBe(soon.given.expiresAt.getTime())
  // At its own instant, although it was processed at the end of the day.
  expect((await provider.now()).getTime() - soon.given.expiresAt.getTime()).toBeGreaterThan(22 * hourMs)
})
