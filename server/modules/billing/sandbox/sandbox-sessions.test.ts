import { sandbox, type TestCard } from '@dooryard/contract/payments'
import { dayMs, hourMs } from '@dooryard/contract/time'
import { afterAll, expect, test } from 'vitest'
import { nobody } from '../../../test/factories.ts'
import { testPortal } from '../../../test/portal.ts'
import { advance, cardThat, payWith, sessionIn } from './pay.fixture.ts'
import { checkoutOf, customerOf, eventsOf, newCard, pack, providerIn, toGrowth } from './sandbox.fixture.ts'

const portal = await testPortal()
afterAll(portal.close)
const provider = providerIn(portal)

const pageOf = (url: string) => nobody(portal).call(sandbox.checkout, { params: { session: sessionIn(url) } })
const typesOf = async (customerId: string) => (await eventsOf(portal, customerId)).map(({ type }) => type)

test('a purchase that has expired says so and cannot be paid, before anybody has noted it', async () => {
  const customerId = await customerOf(portal)
  const now = await provider.now()
  const { id, url } = await checkoutOf(portal, customerId, pack, { expiresAt: now })
  expect((await pageOf(url)).body.status).toBe('EXPIRED')
  expect(await provider.checkout(id)).toMatchObject({ status: 'EXPIRED' })
  for (const card of [cardThat('SUCCEEDS'), cardThat('NEEDS_CONFIRMATION')])
    expect(await payWith(portal, url, card)).toMatchObject({
      status: 409,
      body: { message: expect.stringMatching(/expired and nothing was charged/) },
    })
  expect(await typesOf(customerId)).not.toContain('payment.paid')
})

test('a purchase that was closed cannot be paid; one that is paid is not closed', async () => {
  const customerId = await customerOf(portal)
  const closed = await checkoutOf(portal, customerId, pack)
  await provider.expireCheckout(closed.id)
  await provider.expireCheckout(closed.id)
  expect(await payWith(portal, closed.url)).toMatchObject({ status: 409 })
  expect(await typesOf(customerId)).toEqual(['checkout.expired'])
  const paid = await checkoutOf(portal, customerId, pack)
  await payWith(portal, paid.url)
  await provider.expireCheckout(paid.id)
  expect(await provider.checkout(paid.id)).toMatchObject({ status: 'PAID' })
})

test('an unknown session is not found, and another number is no card', async () => {
  const { call } = nobody(portal)
  const params = { session: 'cs_sandbox_00000000000000000000000000000000' }
  expect(await call(sandbox.checkout, { params })).toMatchObject({ status: 404 })
  expect(await call(sandbox.pay, { params, body: { card: '4242424242424242' } })).toMatchObject({ status: 404 })
  expect(await call(sandbox.confirm, { params, body: { approve: true } })).toMatchObject({ status: 404 })
  const { url } = await checkoutOf(portal, await customerOf(portal), pack)
  const spaced = '4242 4242 4242 4242' as TestCard
  expect(await payWith(portal, url, '4111111111111111' as TestCard)).toMatchObject({ status: 400 })
  expect(await payWith(portal, url, spaced)).toMatchObject({ status: 200 })
})

test('a checkout asked for twice is one session, whose id tells nothing of it', async () => {
  const customerId = await customerOf(portal)
  const first = await checkoutOf(portal, customerId, pack)
  await payWith(portal, first.url)
  const again = await provider.createCheckout(first.given)
  expect(again).toEqual({ id: first.id, url: first.url })
  expect(await provider.checkout(again.id)).toMatchObject({ status: 'PAID' })
  expect(first.url).toBe(`http://localhost:3000/sandbox/checkout?session=${first.id}`)
})

test('a way back that leads elsewhere is refused', async () => {
  const customerId = await customerOf(portal)
  for (const more of [{ successUrl: 'https://evil.test/' }, { cancelUrl: 'http://localhost:3000//evil.test' }])
    await expect(checkoutOf(portal, customerId, pack, more)).rejects.toMatchObject({ code: 'VALIDATION' })
})

test('an expired session is told of once its time has come', async () => {
  const customerId = await customerOf(portal)
  const { id } = await checkoutOf(portal, customerId, pack)
  portal.clock.advance(hourMs + 1000)
  await checkoutOf(portal, await customerOf(portal), pack)
  expect(await eventsOf(portal, customerId)).toMatchObject([
    { type: 'checkout.expired', object: { kind: 'CHECKOUT', id } },
  ])
})

test('the card that was given last stays on file, in whatever order the portal hears of them', async () => {
  const customerId = await customerOf(portal)
  const { url } = await checkoutOf(portal, customerId, toGrowth)
  await payWith(portal, url, cardThat('SUCCEEDS'))
  const older = await checkoutOf(portal, customerId, newCard)
  const newer = await checkoutOf(portal, customerId, newCard)
  await payWith(portal, older.url, cardThat('FAILS_AT_RENEWAL'))
  await payWith(portal, newer.url, cardThat('SUCCEEDS'))
  await provider.takePaymentMethod(newer.id)
  await provider.takePaymentMethod(older.id)
  expect(await provider.paymentMethod(customerId)).toMatchObject({ last4: '4242' })
  const newest = await checkoutOf(portal, customerId, newCard)
  await payWith(portal, newest.url, cardThat('FAILS_AT_RENEWAL'))
  await provider.takePaymentMethod(newest.id)
  expect(await provider.paymentMethod(customerId)).toMatchObject({ last4: '0341' })
})

test('sessions expire on the way, and only those that are open', async () => {
  const customerId = await customerOf(portal)
  const soon = await checkoutOf(portal, customerId, pack)
  const late = await checkoutOf(portal, customerId, newCard, {
    expiresAt: new Date((await provider.now()).getTime() + 3 * dayMs),
  })
  await advance(portal, 1)
  expect(await provider.checkout(soon.id)).toMatchObject({ status: 'EXPIRED' })
  expect(await provider.checkout(late.id)).toMatchObject({ status: 'OPEN' })
  const [event, ...others] = await eventsOf(portal, customerId)
  expect(others).toEqual([])
  expect(event).toMatchObject({ type: 'checkout.expired', object: { id: soon.id } })
  expect(event?.at.getTime()).toBe(soon.given.expiresAt.getTime())
  // At its own instant, though it was noticed when the day was over.
  expect((await provider.now()).getTime() - soon.given.expiresAt.getTime()).toBeGreaterThan(22 * hourMs)
})
