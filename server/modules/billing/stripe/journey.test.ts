import { billing } from '@dooryard/contract/billing'
import { paymentEvents } from '@dooryard/contract/payments'
import { afterAll, expect, test } from 'vitest'
import { signedIn, type TestUser, user } from '../../../test/factories.ts'
import { testPortal } from '../../../test/portal.ts'
import { callerAt } from '../../../test/requests.ts'
import { begin, coupon, growth, infoOf, paymentsOf, scale, smallPack, stateOf, usesOf } from '../buying.fixture.ts'
import { createStripe } from './create-stripe.ts'
import { fakeStripe, testKeys } from './fake-stripe.fixture.ts'
import { day } from './shop.fixture.ts'
import type { Told } from './stripe-world.fixture.ts'

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
const anybody = callerAt(portal.url)
const post = (event: Told, given = stripe.signed(event)) =>
  anybody.call(paymentEvents.receive, { body: given.text, headers: { 'stripe-signature': given.signature } })

/** Has Stripe tell what it has not told yet, and waits until it is applied. */
let toldBefore = 0
async function tell(events: Told[] = stripe.events.slice(toldBefore)) {
  toldBefore = stripe.events.length
  for (const event of events) expect((await post(event)).status).toBe(200)
  await expect.poll(unapplied).toEqual([])
}
const unapplied = async () =>
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
async function buy(buyer: TestUser, purchase: Parameters<typeof begin>[1], ...how: ['declines'?]) {
  const { url, sessionId } = await begin(buyer, purchase)
  payAtStripe(url, ...how)
  return sessionId
}
const atStripe = async ({ id }: TestUser) =>
  (await portal.db.selectFrom('subscriptions').select('providerId').where('userId', '=', id).executeTakeFirstOrThrow())
    .providerId
/** The next month begins, and Stripe does what is to be done then. */
async function aMonthOn(buyer: TestUser) {
  portal.clock.advance(31 * day)
  stripe.renew(await atStripe(buyer))
  await tell()
  Object.assign(buyer, await signedIn(portal, buyer.email))
}
const balanceOf = async (buyer: TestUser) => (await infoOf(buyer)).balance

test('subscribed, upgraded as quoted, renewed: each paid and credited once', async () => {
  const buyer = await user(portal)
  const session = await buy(buyer, { planId: growth })
  expect(await stateOf(buyer, session)).toMatchObject({ status: 'PAID', name: 'Growth' })
  expect(await balanceOf(buyer)).toMatchObject({ subscriptionCredits: 4000 })
  await tell()

  const quote = (await buyer.as.call(billing.quote, { body: { planId: scale } })).body
  expect(quote).toMatchObject({ kind: 'UPGRADE', creditsGrantedNow: 12_000, amountDueNow: usd(35_000) })
  const change = { planId: scale, quoteId: quote.quoteId }
  const replies = await Promise.all([1, 2].map(() => buyer.as.call(billing.changePlan, { body: change })))
  // Of two at once one may be told that the other is at it.
  const done = replies.filter(({ status }) => status !== 409)
  expect(done.length).toBeGreaterThan(0)
  for (const { body } of done) expect(body).toMatchObject({ planName: 'Scale', status: 'ACTIVE', price: usd(49_900) })
  expect(await balanceOf(buyer)).toMatchObject({ subscriptionCredits: 16_000 })
  await tell()

  await aMonthOn(buyer)
  const info = await infoOf(buyer)
  expect(info).toMatchObject({
    subscription: { planName: 'Scale', status: 'ACTIVE' },
    balance: { subscriptionCredits: 32_000 },
  })
  expect(await paymentsOf(portal, buyer.id)).toMatchObject([
    { reason: 'FIRST', status: 'PAID', amount: 14_900, creditsGranted: 4000 },
    { reason: 'CHANGE', status: 'PAID', amount: 35_000, creditsGranted: 12_000 },
    { reason: 'RENEWAL', status: 'PAID', amount: 49_900, creditsGranted: 16_000 },
  ])
})

test('a renewal that fails is past due, and a new card makes good for it', async () => {
  const buyer = await user(portal)
  await stateOf(buyer, await buy(buyer, { planId: growth }, 'declines'))
  await aMonthOn(buyer)
  expect(await infoOf(buyer)).toMatchObject({
    subscription: { status: 'PAST_DUE' },
    balance: { subscriptionCredits: 4000 },
  })
  expect((await paymentsOf(portal, buyer.id)).map(({ status }) => status)).toEqual(['PAID', 'FAILED'])

  const { url, sessionId } = (await buyer.as.call(billing.updatePaymentMethod)).body
  payAtStripe(url, 'pays', '1881')
  await stateOf(buyer, sessionId)
  expect(await infoOf(buyer)).toMatchObject({
    ...{ subscription: { status: 'ACTIVE' }, paymentMethod: { last4: '1881' }, balance: { subscriptionCredits: 8000 } },
  })
  await tell()
  expect((await paymentsOf(portal, buyer.id)).map(({ status }) => status)).toEqual(['PAID', 'PAID'])
})

test('an upgrade that the card does not pay changes nothing, and works with the same quote once it does', async () => {
  const buyer = await user(portal)
  await stateOf(buyer, await buy(buyer, { planId: growth }, 'declines'))
  const { quoteId } = (await buyer.as.call(billing.quote, { body: { planId: scale } })).body
  const change = () => buyer.as.call(billing.changePlan, { body: { planId: scale, quoteId } })
  for (const _ of [1, 2])
    expect(await change()).toMatchObject({ status: 422, body: { message: 'Your card was declined.' } })
  expect(await infoOf(buyer)).toMatchObject({ subscription: { planName: 'Growth', status: 'ACTIVE' } })
  stripe.setCard(await atStripe(buyer), 'pays')
  expect(await change()).toMatchObject({ status: 200, body: { planName: 'Scale' } })
  await tell()
  expect((await paymentsOf(portal, buyer.id)).map(({ reason }) => reason)).toEqual(['FIRST', 'CHANGE'])
})

test('a pack with a coupon, whose refund Stripe tells of', async () => {
  const buyer = await user(portal)
  const couponCode = await coupon(portal)
  const session = await buy(buyer, { packId: smallPack, couponCode })
  await tell()
  expect(await stateOf(buyer, session)).toMatchObject({ status: 'PAID', total: usd(2800) })
  expect(await usesOf(portal, couponCode)).toEqual(['REDEEMED'])
  expect(await balanceOf(buyer)).toMatchObject({ onDemandCredits: 500 })
  const [intent] = stripe.world.all<{ id: string; object: 'payment_intent' }>('payment_intent')
  const provider = portal.billing.provider
  await provider?.refund({ transactionId: 'at-stripe', paymentRef: intent?.id ?? '', amount: 2800 })
  await tell()
  expect(await paymentsOf(portal, buyer.id)).toMatchObject([{ status: 'REFUNDED', amount: 2800, discount: 700 }])
  expect(await balanceOf(buyer)).toMatchObject({ onDemandCredits: 0 })
})

test('a pack whose payment is disputed, and one of which a part is paid back in the dashboard', async () => {
  const [disputed, partly] = [await user(portal), await user(portal)]
  for (const buyer of [disputed, partly]) await stateOf(buyer, await buy(buyer, { packId: smallPack }))
  const [latest, before] = stripe.world.all<{ id: string; object: 'payment_intent' }>('payment_intent')
  stripe.refundPart(latest?.id ?? '', 1000)
  stripe.dispute(before?.id ?? '')
  await tell()
  expect(await paymentsOf(portal, disputed.id)).toMatchObject([{ status: 'REFUNDED', amount: 3500 }])
  expect(await balanceOf(disputed)).toMatchObject({ onDemandCredits: 0 })
  expect(await paymentsOf(portal, partly.id)).toMatchObject([{ status: 'PAID', amount: 3500 }])
  expect(await balanceOf(partly)).toMatchObject({ onDemandCredits: 500 })
})

test('cancelled, a subscription ends with its month, and its credits with it', async () => {
  const buyer = await user(portal)
  await stateOf(buyer, await buy(buyer, { planId: growth }))
  expect(await buyer.as.call(billing.cancel, { body: {} })).toMatchObject({
    status: 200,
    body: { cancelAtPeriodEnd: true },
  })
  await aMonthOn(buyer)
  expect(await infoOf(buyer)).toMatchObject({
    ...{ subscription: { status: 'INACTIVE', endReason: 'CANCELLED' }, balance: { subscriptionCredits: 0 } },
  })
})

test('ten times each, at once and in any order, events change nothing more', async () => {
  await tell()
  const buyer = await user(portal)
  await begin(buyer, { planId: growth }).then(({ url }) => payAtStripe(url))
  const events = stripe.events.slice(toldBefore)
  const often = Array.from({ length: 10 }, () => events).flat()
  const shuffled = often
    .map((event, index) => ({ event, at: (index * 7919) % often.length }))
    .sort((a, b) => b.at - a.at)
  const replies = await Promise.all(shuffled.map(({ event }) => post(event)))
  expect(new Set(replies.map(({ status }) => status))).toEqual(new Set([200]))
  await expect.poll(unapplied).toEqual([])
  expect(await paymentsOf(portal, buyer.id)).toMatchObject([{ reason: 'FIRST', status: 'PAID', creditsGranted: 4000 }])
  expect(await balanceOf(buyer)).toMatchObject({ subscriptionCredits: 4000 })
})

test('an event that is not signed as it should be is refused, and changes nothing', async () => {
  await tell()
  const buyer = await user(portal)
  await begin(buyer, { packId: smallPack }).then(({ url }) => payAtStripe(url))
  const [event] = stripe.events.slice(toldBefore)
  if (!event) throw new Error('nothing was told')
  const { text, signature } = stripe.signed(event)
  const shift = (seconds: number) => ({ at: new Date(now().getTime() + seconds * 1000) })
  for (const given of [
    ...[stripe.signed(event, { secret: 'whsec_another' }), { text, signature: '' }, { text: `${text} `, signature }],
    ...[stripe.signed(event, shift(-310)), stripe.signed(event, shift(310))],
  ])
    expect(await post(event, given)).toMatchObject({ status: 400, body: { code: 'VALIDATION' } })
  expect(await paymentsOf(portal, buyer.id)).toEqual([])
  await tell()
  expect(await paymentsOf(portal, buyer.id)).toHaveLength(1)
})

test('while Stripe cannot be reached nothing is sold, and what can be read still is', async () => {
  const buyer = await user(portal)
  stripe.trouble.status = 503
  const reply = await buyer.as.call(billing.checkout, { body: { packId: smallPack } })
  expect(reply).toMatchObject({ status: 503, body: { code: 'UNAVAILABLE' } })
  expect((await buyer.as.call(billing.info)).status).toBe(200)
  stripe.trouble.status = undefined
  expect(await stateOf(buyer, await buy(buyer, { packId: smallPack }))).toMatchObject({ status: 'PAID' })
})
