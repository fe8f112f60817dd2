import { billing } from '@dooryard/contract/billing'
import { adminOffers } from '@dooryard/contract/plans'
import { afterAll, expect, test } from 'vitest'
import { actingAs, signedIn, user } from '../../test/factories.ts'
import { testPortal } from '../../test/portal.ts'
import {
  change,
  changeCard,
  coupon,
  growth,
  infoOf,
  paymentsOf,
  quoteCall,
  quoted,
  scale,
  smallPack,
  starter,
  subscriber,
  usesOf,
} from './buying.fixture.ts'
import { advance, cardThat } from './sandbox/pay.fixture.ts'

const portal = await testPortal()
afterAll(portal.close)

type Buyer = Awaited<ReturnType<typeof subscriber>>

const usd = (amount: number) => ({ amount, currency: 'USD' })
const changesOf = async ({ id }: Buyer) => (await paymentsOf(portal, id)).filter(({ reason }) => reason === 'CHANGE')
const inDays = async (days: number) => {
  await advance(portal, days)
}

test('an upgrade in the middle of a month charges what was quoted, and gives its credits at once', async () => {
  const buyer = await subscriber(portal)
  await inDays(10)
  const quote = await quoted(buyer, scale)
  const days = quote.daysInPeriod
  const left = (price: number) => price - Math.floor((price * 10) / days)
  const due = left(49_900) - left(14_900)
  expect(quote).toMatchObject({
    ...{ kind: 'UPGRADE', daysLeft: days - 10, charge: usd(left(49_900)), credit: usd(left(14_900)) },
    ...{
      discount: usd(0),
      amountDueNow: usd(due),
      creditsGrantedNow: left(12_000),
      nextInvoice: { amount: usd(49_900) },
    },
  })
  expect(await change(buyer, quote)).toMatchObject({
    status: 200,
    body: { planName: 'Scale', price: usd(49_900), creditsPerPeriod: 16_000, status: 'ACTIVE' },
  })
  expect(await changesOf(buyer)).toMatchObject([{ status: 'PAID', amount: due, creditsGranted: left(12_000) }])
  const { balance, nextCharge } = await infoOf(buyer)
  expect(balance.subscriptionCredits).toBe(4000 + left(12_000))
  expect(nextCharge).toEqual(quote.nextInvoice)
})

test('a quote that is clicked ten times at once is applied once, and then has one answer', async () => {
  const buyer = await subscriber(portal)
  const quote = await quoted(buyer, scale)
  const replies = await Promise.all(Array.from({ length: 10 }, () => change(buyer, quote)))
  const later = await change(buyer, quote)
  expect(later).toMatchObject({ status: 200, body: { planName: 'Scale' } })
  expect(replies.some(({ status }) => status === 200)).toBe(true)
  for (const reply of replies.filter(({ status }) => status !== 200))
    expect(reply).toMatchObject({ status: 409, body: { message: expect.stringContaining('under way already') } })
  expect(await changesOf(buyer)).toHaveLength(1)
  expect((await infoOf(buyer)).balance.subscriptionCredits).toBe(16_000)
  const audited = portal.db.selectFrom('auditLog').select('id').where('action', '=', 'subscription.change_requested')
  expect(await audited.where('actorId', '=', buyer.id).execute()).toHaveLength(1)
})

test('of two quotes applied at once in two tabs, one is', async () => {
  const buyer = await subscriber(portal, { planId: starter })
  const quotes = [await quoted(buyer, growth), await quoted(buyer, scale)]
  const replies = await Promise.all(quotes.map((quote) => change(buyer, quote)))
  expect(replies.map(({ status }) => status).sort()).toEqual([200, 409])
  expect(await changesOf(buyer)).toHaveLength(1)
  const { subscription, balance } = await infoOf(buyer)
  expect(balance.subscriptionCredits).toBe(subscription?.creditsPerPeriod)
})

test('a downgrade costs nothing and waits for the end of the month', async () => {
  const buyer = await subscriber(portal)
  const quote = await quoted(buyer, starter)
  const { subscription } = await infoOf(buyer)
  expect(quote).toMatchObject({
    ...{ kind: 'DOWNGRADE', amountDueNow: usd(0), creditsGrantedNow: 0, effectiveAt: subscription?.currentPeriodEnd },
    nextInvoice: { amount: usd(4900), at: subscription?.currentPeriodEnd },
  })
  expect(await change(buyer, quote)).toMatchObject({
    status: 200,
    body: {
      planName: 'Growth',
      price: usd(14_900),
      next: { planName: 'Starter', price: usd(4900), creditsPerPeriod: 1000 },
    },
  })
  expect(await infoOf(buyer)).toMatchObject({
    nextCharge: { amount: usd(4900) },
    balance: { subscriptionCredits: 4000 },
  })
  expect(await changesOf(buyer)).toEqual([])

  expect(await quoteCall(buyer, scale)).toMatchObject({ status: 409 })
  const keep = await quoted(buyer, growth)
  expect(keep).toMatchObject({ kind: 'KEEP', amountDueNow: usd(0), nextInvoice: { amount: usd(14_900) } })
  const { status, body: kept } = await change(buyer, keep)
  expect({ status, next: kept.next, plan: kept.planName }).toEqual({ status: 200, next: undefined, plan: 'Growth' })
  expect(await quoteCall(buyer, growth)).toMatchObject({
    status: 409,
    body: { message: 'Growth is your plan already.' },
  })

  await change(buyer, await quoted(buyer, starter))
  await inDays(32)
  await settled(buyer)
  expect((await infoOf(buyer)).subscription).toMatchObject({ planName: 'Starter', price: usd(4900), status: 'ACTIVE' })
})

/** As the event would, which nobody delivers here. */
async function settled(buyer: Pick<Buyer, 'as'>) {
  await quoteCall(buyer, scale)
}

test('a declined card changes nothing, and the same quote works with another one', async () => {
  const buyer = await subscriber(portal)
  const code = await coupon(portal, { appliesTo: 'SUBSCRIPTION' })
  const quote = await quoted(buyer, scale, code)
  expect(quote).toMatchObject({ discount: usd(7000), amountDueNow: usd(28_000), coupon: { code, says: '20% off' } })
  expect(await usesOf(portal, code)).toEqual([])
  await changeCard(portal, buyer, cardThat('FAILS_AT_RENEWAL'))
  expect(await change(buyer, quote)).toMatchObject({ status: 422, body: { message: 'Your card was declined.' } })
  expect(await usesOf(portal, code)).toEqual(['RELEASED'])
  expect(await infoOf(buyer)).toMatchObject({
    subscription: { planName: 'Growth' },
    balance: { subscriptionCredits: 4000 },
  })

  await changeCard(portal, buyer, cardThat('SUCCEEDS'))
  expect(await change(buyer, quote)).toMatchObject({ status: 200, body: { planName: 'Scale' } })
  expect(await usesOf(portal, code)).toEqual(['REDEEMED'])
  expect(await changesOf(buyer)).toMatchObject([{ amount: 28_000, discount: 7000 }])
})

test('a coupon whose last use went to somebody else voids the quote that was made with it', async () => {
  const [buyer, other] = [await subscriber(portal), await subscriber(portal)]
  const code = await coupon(portal, { maxRedemptions: 1 })
  const quotes = [await quoted(buyer, scale, code), await quoted(other, scale, code)] as const
  expect(await change(buyer, quotes[0])).toMatchObject({ status: 200 })
  expect(await change(other, quotes[1])).toMatchObject({
    status: 422,
    body: { message: 'This coupon has been used up.' },
  })
  expect(await changesOf(other)).toEqual([])
  expect(await quoteCall(other, starter, code)).toMatchObject({ status: 422 })
  const forPacks = await coupon(portal, { appliesTo: 'PACK' })
  expect(await quoteCall(other, scale, forPacks)).toMatchObject({ status: 422 })
})

test("a quote is its owner's, for its plan, and for a subscription that has not changed since", async () => {
  const [buyer, other] = [await subscriber(portal), await subscriber(portal)]
  const admin = await user(portal, { role: 'SUPER_ADMIN' })
  const quote = await quoted(buyer, scale)
  expect(await change(other, quote)).toMatchObject({ status: 404 })
  expect(await change(buyer, { ...quote, planId: starter })).toMatchObject({ status: 409 })
  const acting = await actingAs(portal, admin, buyer.id)
  expect(await quoteCall(acting, scale)).toMatchObject({ status: 200 })
  expect(await change(acting, quote)).toMatchObject({ status: 403 })
  await change(buyer, await quoted(buyer, starter))
  expect(await change(buyer, quote)).toMatchObject({ status: 409 })
  await change(buyer, await quoted(buyer, growth))
  const late = await quoted(buyer, scale)
  await inDays(31)
  // The renewal was told to nobody yet.
  expect(await change(buyer, late)).toMatchObject({ status: 409 })
  expect(await changesOf(buyer)).toEqual([])
})

test('a quote says the price that it was asked for, whatever the plan costs when it is applied', async () => {
  const admin = await user(portal, { role: 'SUPER_ADMIN' })
  const { body: plan } = await admin.as.call(adminOffers.createPlan, {
    body: { name: 'Grand', monthlyCredits: 20_000, price: 60_000 },
  })
  const buyer = await subscriber(portal)
  const quote = await quoted(buyer, plan.id)
  await admin.as.call(adminOffers.changePlan, { params: { id: plan.id }, body: { price: 90_000, isActive: false } })
  expect(await quoteCall(buyer, plan.id)).toMatchObject({ status: 404 })
  expect(await change(buyer, quote)).toMatchObject({ status: 200, body: { planName: 'Grand', price: usd(60_000) } })
  expect(await changesOf(buyer)).toMatchObject([{ amount: quote.amountDueNow.amount }])
  const { plan: shown, nextCharge } = await infoOf(buyer)
  expect({ shown, nextCharge }).toMatchObject({ shown: { price: usd(60_000) }, nextCharge: { amount: usd(60_000) } })
  const { body: plans } = await admin.as.call(adminOffers.listPlans)
  expect(plans.find(({ id }) => id === plan.id)).toMatchObject({ subscribers: 1, isActive: false })
})

test('while a renewal is unpaid no other plan can be chosen', async () => {
  const buyer = await subscriber(portal, { card: cardThat('FAILS_AT_RENEWAL') })
  await inDays(32)
  await quoteCall(buyer, scale)
  expect((await infoOf(buyer)).subscription).toMatchObject({ status: 'PAST_DUE' })
  expect(await quoteCall(buyer, scale)).toMatchObject({
    status: 409,
    body: { message: expect.stringContaining('Pay the open invoice first') },
  })
  expect((await infoOf(buyer)).nextCharge).toBeUndefined()
  await changeCard(portal, buyer, cardThat('SUCCEEDS'))
  expect((await infoOf(buyer)).subscription).toMatchObject({ status: 'ACTIVE' })
  expect(await quoteCall(buyer, scale)).toMatchObject({ status: 200 })
  expect(await buyer.as.call(billing.price, { body: { packId: smallPack } })).toMatchObject({ status: 200 })
})

// The last one: it moves the clock of the portal on, by which sessions end.
test('a quote holds for half an hour', async () => {
  const buyer = await subscriber(portal)
  const quote = await quoted(buyer, scale)
  portal.clock.advance(31 * 60_000)
  const later = { ...buyer, ...(await signedIn(portal, buyer.email)) }
  expect(await change(later, quote)).toMatchObject({
    status: 409,
    body: { message: 'This quote has expired. Ask for a new one.', quote: 'OUTDATED' },
  })
  expect(await change(later, await quoted(later, scale))).toMatchObject({ status: 200 })
})
