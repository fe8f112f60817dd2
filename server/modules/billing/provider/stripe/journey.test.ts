import { billing } from '@dooryard/contract/billing/billing'
import { paymentEvents } from '@dooryard/contract/billing/payments'
import { afterAll, expect, test } from 'vitest'
import { signInWithPassword, type TestUser, user } from '../../../../test/factories.ts'
import { testPortal } from '../../../../test/portal.ts'
import { createCaller } from '../../../../test/requests.ts'
import {
  createTestCoupon,
  getCheckoutState,
  getInfo,
  growth,
  listCouponUses,
  listUserPayments,
  scale,
  smallPack,
  startPurchase,
} from '../../checkout/purchases.fixture.ts'
import { createStripe } from './create-stripe.ts'
import { fakeStripe, testKeys } from './fake-stripe.fixture.ts'
import type { StripeEvent } from './fake-stripe-state.fixture.ts'
import { day } from './test-shop.fixture.ts'

let now = () => new Date()
const stripe = await fakeStripe(() => now())
const portal = await testPortal({
  worker: true,
  provider: ({ clock }) => {
    now = clock.now
    return createStripe({ ...testKeys, apiUrl: stripe.url, clock, retries: 0 })
  },
})
afterAll(async () => {
  await portal.close()
  await stripe.close()
  expect(stripe.misfits).toEqual([])
  const logs = portal.logged.join('\n')
  for (const secret of Object.values(testKeys)) expect(logs).not.toContain(secret)
})

const usd = (amount: number) => ({ amount, currency: 'USD' })
const anonymous = createCaller(portal.url)
const postEvent = (event: StripeEvent, signed = stripe.signed(event)) =>
  anonymous.call(paymentEvents.receive, { body: signed.text, headers: { 'stripe-signature': signed.signature } })

/** Delivers the pending Stripe events, and waits until they are applied. */
let deliveredBefore = 0
async function deliverEvents(events: StripeEvent[] = stripe.events.slice(deliveredBefore)) {
  deliveredBefore = stripe.events.length
  for (const event of events) expect((await postEvent(event)).status).toBe(200)
  await expect.poll(listUnappliedEvents).toEqual([])
}
const listUnappliedEvents = async () =>
  (
    await portal.db
      .selectFrom('paymentEvents')
      .select('type')
      .where('appliedAt', 'is', null)
      .where('objectKind', '<>', 'OTHER')
      .execute()
  ).map(({ type }) => type)

const payAtStripe = (url: string, ...how: [does?: 'pays' | 'declines', last4?: string]) =>
  stripe.pay(url.split('/').at(-1) ?? '', ...how)
async function buy(buyer: TestUser, purchase: Parameters<typeof startPurchase>[1], ...how: ['declines'?]) {
  const { url, sessionId } = await startPurchase(buyer, purchase)
  payAtStripe(url, ...how)
  return sessionId
}
const getStripeId = async ({ id }: TestUser) =>
  (await portal.db.selectFrom('subscriptions').select('providerId').where('userId', '=', id).executeTakeFirstOrThrow())
    .providerId
/** Starts the next month, and runs what Stripe does then. */
async function advanceOneMonth(buyer: TestUser) {
  portal.clock.advance(31 * day)
  stripe.renew(await getStripeId(buyer))
  await deliverEvents()
  Object.assign(buyer, await signInWithPassword(portal, buyer.email))
}
const getBalance = async (buyer: TestUser) => (await getInfo(buyer)).balance

test('subscribed, upgraded as previewed, renewed: each paid and credited once', async () => {
  const buyer = await user(portal)
  const session = await buy(buyer, { planId: growth })
  expect(await getCheckoutState(buyer, session)).toMatchObject({ status: 'PAID', name: 'Growth' })
  expect(await getBalance(buyer)).toMatchObject({ subscriptionCredits: 4000 })
  await deliverEvents()

  const preview = (await buyer.as.call(billing.quote, { body: { planId: scale } })).body
  expect(preview).toMatchObject({ kind: 'UPGRADE', creditsGrantedNow: 12_000, amountDueNow: usd(35_000) })
  const change = { planId: scale, quoteId: preview.quoteId }
  const replies = await Promise.all([1, 2].map(() => buyer.as.call(billing.changePlan, { body: change })))
  // Of two concurrent calls, one may be told that the other is in progress.
  const done = replies.filter(({ status }) => status !== 409)
  expect(done.length).toBeGreaterThan(0)
  for (const { body } of done) expect(body).toMatchObject({ planName: 'Scale', status: 'ACTIVE', price: usd(49_900) })
  expect(await getBalance(buyer)).toMatchObject({ subscriptionCredits: 16_000 })
  await deliverEvents()

  await advanceOneMonth(buyer)
  const info = await getInfo(buyer)
  expect(info).toMatchObject({
    subscription: { planName: 'Scale', status: 'ACTIVE' },
    balance: { subscriptionCredits: 32_000 },
  })
  expect(await listUserPayments(portal, buyer.id)).toMatchObject([
    { reason: 'FIRST', status: 'PAID', amount: 14_900, creditsGranted: 4000 },
    { reason: 'CHANGE', status: 'PAID', amount: 35_000, creditsGranted: 12_000 },
    { reason: 'RENEWAL', status: 'PAID', amount: 49_900, creditsGranted: 16_000 },
  ])
})

test('a failed renewal is past due, and a new card pays it', async () => {
  const buyer = await user(portal)
  await getCheckoutState(buyer, await buy(buyer, { planId: growth }, 'declines'))
  await advanceOneMonth(buyer)
  expect(await getInfo(buyer)).toMatchObject({
    subscription: { status: 'PAST_DUE' },
    balance: { subscriptionCredits: 4000 },
  })
  expect((await listUserPayments(portal, buyer.id)).map(({ status }) => status)).toEqual(['PAID', 'FAILED'])

  const { url, sessionId } = (await buyer.as.call(billing.updatePaymentMethod)).body
  payAtStripe(url, 'pays', '1881')
  await getCheckoutState(buyer, sessionId)
  expect(await getInfo(buyer)).toMatchObject({
    ...{ subscription: { status: 'ACTIVE' }, paymentMethod: { last4: '1881' }, balance: { subscriptionCredits: 8000 } },
  })
  await deliverEvents()
  expect((await listUserPayments(portal, buyer.id)).map(({ status }) => status)).toEqual(['PAID', 'PAID'])
})

test('a declined upgrade changes nothing, and the same quote works with a valid card', async () => {
  const buyer = await user(portal)
  await getCheckoutState(buyer, await buy(buyer, { planId: growth }, 'declines'))
  const { quoteId } = (await buyer.as.call(billing.quote, { body: { planId: scale } })).body
  const change = () => buyer.as.call(billing.changePlan, { body: { planId: scale, quoteId } })
  for (const _ of [1, 2])
    expect(await change()).toMatchObject({ status: 422, body: { message: 'Your card was declined.' } })
  expect(await getInfo(buyer)).toMatchObject({ subscription: { planName: 'Growth', status: 'ACTIVE' } })
  stripe.setCard(await getStripeId(buyer), 'pays')
  expect(await change()).toMatchObject({ status: 200, body: { planName: 'Scale' } })
  await deliverEvents()
  expect((await listUserPayments(portal, buyer.id)).map(({ reason }) => reason)).toEqual(['FIRST', 'CHANGE'])
})

test('a pack with a coupon, refunded at Stripe', async () => {
  const buyer = await user(portal)
  const couponCode = await createTestCoupon(portal)
  const session = await buy(buyer, { packId: smallPack, couponCode })
  await deliverEvents()
  expect(await getCheckoutState(buyer, session)).toMatchObject({ status: 'PAID', total: usd(2800) })
  expect(await listCouponUses(portal, couponCode)).toEqual(['REDEEMED'])
  expect(await getBalance(buyer)).toMatchObject({ onDemandCredits: 500 })
  const [intent] = stripe.state.all<{ id: string; object: 'payment_intent' }>('payment_intent')
  const provider = portal.billing.provider
  await provider?.refund({ transactionId: 'at-stripe', paymentRef: intent?.id ?? '', amount: 2800 })
  await deliverEvents()
  expect(await listUserPayments(portal, buyer.id)).toMatchObject([{ status: 'REFUNDED', amount: 2800, discount: 700 }])
  expect(await getBalance(buyer)).toMatchObject({ onDemandCredits: 0 })
})

test('a disputed pack, and one partially refunded in the dashboard', async () => {
  const [disputed, partly] = [await user(portal), await user(portal)]
  for (const buyer of [disputed, partly]) await getCheckoutState(buyer, await buy(buyer, { packId: smallPack }))
  const [latest, before] = stripe.state.all<{ id: string; object: 'payment_intent' }>('payment_intent')
  stripe.refundPart(latest?.id ?? '', 1000)
  stripe.dispute(before?.id ?? '')
  await deliverEvents()
  expect(await listUserPayments(portal, disputed.id)).toMatchObject([{ status: 'REFUNDED', amount: 3500 }])
  expect(await getBalance(disputed)).toMatchObject({ onDemandCredits: 0 })
  expect(await listUserPayments(portal, partly.id)).toMatchObject([{ status: 'PAID', amount: 3500 }])
  expect(await getBalance(partly)).toMatchObject({ onDemandCredits: 500 })
})

test('a cancelled subscription ends with its month, and its credits expire', async () => {
  const buyer = await user(portal)
  await getCheckoutState(buyer, await buy(buyer, { planId: growth }))
  expect(await buyer.as.call(billing.cancel, { body: {} })).toMatchObject({
    status: 200,
    body: { cancelAtPeriodEnd: true },
  })
  await advanceOneMonth(buyer)
  expect(await getInfo(buyer)).toMatchObject({
    ...{ subscription: { status: 'INACTIVE', endReason: 'CANCELLED' }, balance: { subscriptionCredits: 0 } },
  })
})

test('events delivered ten times, concurrently and in any order, change nothing more', async () => {
  await deliverEvents()
  const buyer = await user(portal)
  await startPurchase(buyer, { planId: growth }).then(({ url }) => payAtStripe(url))
  const events = stripe.events.slice(deliveredBefore)
  const often = Array.from({ length: 10 }, () => events).flat()
  const shuffled = often
    .map((event, index) => ({ event, at: (index * 7919) % often.length }))
    .sort((a, b) => b.at - a.at)
  const replies = await Promise.all(shuffled.map(({ event }) => postEvent(event)))
  expect(new Set(replies.map(({ status }) => status))).toEqual(new Set([200]))
  await expect.poll(listUnappliedEvents).toEqual([])
  expect(await listUserPayments(portal, buyer.id)).toMatchObject([
    { reason: 'FIRST', status: 'PAID', creditsGranted: 4000 },
  ])
  expect(await getBalance(buyer)).toMatchObject({ subscriptionCredits: 4000 })
})

test('an event with an invalid signature is refused and changes nothing', async () => {
  await deliverEvents()
  const buyer = await user(portal)
  await startPurchase(buyer, { packId: smallPack }).then(({ url }) => payAtStripe(url))
  const [event] = stripe.events.slice(deliveredBefore)
  if (!event) throw new Error('no event was sent')
  const { text, signature } = stripe.signed(event)
  const shift = (seconds: number) => ({ at: new Date(now().getTime() + seconds * 1000) })
  for (const signed of [
    ...[stripe.signed(event, { secret: 'whsec_another' }), { text, signature: '' }, { text: `${text} `, signature }],
    ...[stripe.signed(event, shift(-310)), stripe.signed(event, shift(310))],
  ])
    expect(await postEvent(event, signed)).toMatchObject({ status: 400, body: { code: 'VALIDATION' } })
  expect(await listUserPayments(portal, buyer.id)).toEqual([])
  await deliverEvents()
  expect(await listUserPayments(portal, buyer.id)).toHaveLength(1)
})

test('while Stripe is unreachable nothing is sold, and reading still works', async () => {
  const buyer = await user(portal)
  stripe.failures.status = 503
  const reply = await buyer.as.call(billing.checkout, { body: { packId: smallPack } })
  expect(reply).toMatchObject({ status: 503, body: { code: 'UNAVAILABLE' } })
  expect((await buyer.as.call(billing.info)).status).toBe(200)
  stripe.failures.status = undefined
  expect(await getCheckoutState(buyer, await buy(buyer, { packId: smallPack }))).toMatchObject({ status: 'PAID' })
})
