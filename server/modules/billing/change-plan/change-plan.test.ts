import { billing } from '@dooryard/contract/billing/billing'
import { adminCatalog } from '@dooryard/contract/billing/plans'
import { afterAll, expect, test } from 'vitest'
import { actAsUser, signInWithPassword, user } from '../../../test/factories.ts'
import { testPortal } from '../../../test/portal.ts'
import {
  changeCard,
  createSubscriber,
  createTestCoupon,
  getInfo,
  growth,
  listCouponUses,
  listUserPayments,
  requestPlanChange,
  requestPreview,
  requirePreview,
  scale,
  smallPack,
  starter,
} from '../checkout/purchases.fixture.ts'
import { advance, cardWithBehavior } from '../provider/sandbox/pay.fixture.ts'

const portal = await testPortal()
afterAll(portal.close)

type Buyer = Awaited<ReturnType<typeof createSubscriber>>

const usd = (amount: number) => ({ amount, currency: 'USD' })
const listChangePayments = async ({ id }: Buyer) =>
  (await listUserPayments(portal, id)).filter(({ reason }) => reason === 'CHANGE')
const advanceDays = async (days: number) => {
  await advance(portal, days)
}

test('an upgrade in the middle of a month charges the previewed amount and grants its credits at once', async () => {
  const buyer = await createSubscriber(portal)
  await advanceDays(10)
  const preview = await requirePreview(buyer, scale)
  const days = preview.daysInPeriod
  const left = (price: number) => price - Math.floor((price * 10) / days)
  const due = left(49_900) - left(14_900)
  expect(preview).toMatchObject({
    ...{ kind: 'UPGRADE', daysLeft: days - 10, charge: usd(left(49_900)), credit: usd(left(14_900)) },
    ...{
      discount: usd(0),
      amountDueNow: usd(due),
      creditsGrantedNow: left(12_000),
      nextInvoice: { amount: usd(49_900) },
    },
  })
  expect(await requestPlanChange(buyer, preview)).toMatchObject({
    status: 200,
    body: { planName: 'Scale', price: usd(49_900), creditsPerPeriod: 16_000, status: 'ACTIVE' },
  })
  expect(await listChangePayments(buyer)).toMatchObject([{ status: 'PAID', amount: due, creditsGranted: left(12_000) }])
  const { balance, nextCharge } = await getInfo(buyer)
  expect(balance.subscriptionCredits).toBe(4000 + left(12_000))
  expect(nextCharge).toEqual(preview.nextInvoice)
})

test('a quote applied ten times at once is applied once, with one result', async () => {
  const buyer = await createSubscriber(portal)
  const preview = await requirePreview(buyer, scale)
  const replies = await Promise.all(Array.from({ length: 10 }, () => requestPlanChange(buyer, preview)))
  const later = await requestPlanChange(buyer, preview)
  expect(later).toMatchObject({ status: 200, body: { planName: 'Scale' } })
  expect(replies.some(({ status }) => status === 200)).toBe(true)
  for (const reply of replies.filter(({ status }) => status !== 200))
    expect(reply).toMatchObject({ status: 409, body: { message: expect.stringContaining('already in progress') } })
  expect(await listChangePayments(buyer)).toHaveLength(1)
  expect((await getInfo(buyer)).balance.subscriptionCredits).toBe(16_000)
  const audited = portal.db.selectFrom('auditLog').select('id').where('action', '=', 'subscription.change_requested')
  expect(await audited.where('actorId', '=', buyer.id).execute()).toHaveLength(1)
})

test('of two quotes applied at once in two tabs, one succeeds', async () => {
  const buyer = await createSubscriber(portal, { planId: starter })
  const previews = [await requirePreview(buyer, growth), await requirePreview(buyer, scale)]
  const replies = await Promise.all(previews.map((preview) => requestPlanChange(buyer, preview)))
  expect(replies.map(({ status }) => status).sort()).toEqual([200, 409])
  expect(await listChangePayments(buyer)).toHaveLength(1)
  const { subscription, balance } = await getInfo(buyer)
  expect(balance.subscriptionCredits).toBe(subscription?.creditsPerPeriod)
})

test('a downgrade costs nothing and takes effect at the end of the month', async () => {
  const buyer = await createSubscriber(portal)
  const preview = await requirePreview(buyer, starter)
  const { subscription } = await getInfo(buyer)
  expect(preview).toMatchObject({
    ...{ kind: 'DOWNGRADE', amountDueNow: usd(0), creditsGrantedNow: 0, effectiveAt: subscription?.currentPeriodEnd },
    nextInvoice: { amount: usd(4900), at: subscription?.currentPeriodEnd },
  })
  expect(await requestPlanChange(buyer, preview)).toMatchObject({
    status: 200,
    body: {
      planName: 'Growth',
      price: usd(14_900),
      next: { planName: 'Starter', price: usd(4900), creditsPerPeriod: 1000 },
    },
  })
  expect(await getInfo(buyer)).toMatchObject({
    nextCharge: { amount: usd(4900) },
    balance: { subscriptionCredits: 4000 },
  })
  expect(await listChangePayments(buyer)).toEqual([])

  expect(await requestPreview(buyer, scale)).toMatchObject({ status: 409 })
  const keep = await requirePreview(buyer, growth)
  expect(keep).toMatchObject({ kind: 'KEEP', amountDueNow: usd(0), nextInvoice: { amount: usd(14_900) } })
  const { status, body: kept } = await requestPlanChange(buyer, keep)
  expect({ status, next: kept.next, plan: kept.planName }).toEqual({ status: 200, next: undefined, plan: 'Growth' })
  expect(await requestPreview(buyer, growth)).toMatchObject({
    status: 409,
    body: { message: 'Growth is your plan already.' },
  })

  await requestPlanChange(buyer, await requirePreview(buyer, starter))
  await advanceDays(32)
  await syncByPreview(buyer)
  expect((await getInfo(buyer)).subscription).toMatchObject({ planName: 'Starter', price: usd(4900), status: 'ACTIVE' })
})

/** Syncs as the event would, which is not delivered in this test. */
async function syncByPreview(buyer: Pick<Buyer, 'as'>) {
  await requestPreview(buyer, scale)
}

test('a declined card changes nothing, and the same quote works with another card', async () => {
  const buyer = await createSubscriber(portal)
  const code = await createTestCoupon(portal, { appliesTo: 'SUBSCRIPTION' })
  const preview = await requirePreview(buyer, scale, code)
  expect(preview).toMatchObject({ discount: usd(7000), amountDueNow: usd(28_000), coupon: { code, says: '20% off' } })
  expect(await listCouponUses(portal, code)).toEqual([])
  await changeCard(portal, buyer, cardWithBehavior('FAILS_AT_RENEWAL'))
  expect(await requestPlanChange(buyer, preview)).toMatchObject({
    status: 422,
    body: { message: 'Your card was declined.' },
  })
  expect(await listCouponUses(portal, code)).toEqual(['RELEASED'])
  expect(await getInfo(buyer)).toMatchObject({
    subscription: { planName: 'Growth' },
    balance: { subscriptionCredits: 4000 },
  })

  await changeCard(portal, buyer, cardWithBehavior('SUCCEEDS'))
  expect(await requestPlanChange(buyer, preview)).toMatchObject({ status: 200, body: { planName: 'Scale' } })
  expect(await listCouponUses(portal, code)).toEqual(['REDEEMED'])
  expect(await listChangePayments(buyer)).toMatchObject([{ amount: 28_000, discount: 7000 }])
})

test('a quote is void once another user takes the last use of its coupon', async () => {
  const [buyer, other] = [await createSubscriber(portal), await createSubscriber(portal)]
  const code = await createTestCoupon(portal, { maxRedemptions: 1 })
  const previews = [await requirePreview(buyer, scale, code), await requirePreview(other, scale, code)] as const
  expect(await requestPlanChange(buyer, previews[0])).toMatchObject({ status: 200 })
  expect(await requestPlanChange(other, previews[1])).toMatchObject({
    status: 422,
    body: { message: 'This coupon has reached its limit.' },
  })
  expect(await listChangePayments(other)).toEqual([])
  expect(await requestPreview(other, starter, code)).toMatchObject({ status: 422 })
  const forPacks = await createTestCoupon(portal, { appliesTo: 'PACK' })
  expect(await requestPreview(other, scale, forPacks)).toMatchObject({ status: 422 })
})

test('a quote works only for its owner, its plan and an unchanged subscription', async () => {
  const [buyer, other] = [await createSubscriber(portal), await createSubscriber(portal)]
  const admin = await user(portal, { role: 'SUPER_ADMIN' })
  const preview = await requirePreview(buyer, scale)
  expect(await requestPlanChange(other, preview)).toMatchObject({ status: 404 })
  expect(await requestPlanChange(buyer, { ...preview, planId: starter })).toMatchObject({ status: 409 })
  const acting = await actAsUser(portal, admin, buyer.id)
  expect(await requestPreview(acting, scale)).toMatchObject({ status: 200 })
  expect(await requestPlanChange(acting, preview)).toMatchObject({ status: 403 })
  await requestPlanChange(buyer, await requirePreview(buyer, starter))
  expect(await requestPlanChange(buyer, preview)).toMatchObject({ status: 409 })
  await requestPlanChange(buyer, await requirePreview(buyer, growth))
  const late = await requirePreview(buyer, scale)
  await advanceDays(31)
  // The renewal is not recorded yet.
  expect(await requestPlanChange(buyer, late)).toMatchObject({ status: 409 })
  expect(await listChangePayments(buyer)).toEqual([])
})

test('a quote keeps its price, whatever the plan costs when it is applied', async () => {
  const admin = await user(portal, { role: 'SUPER_ADMIN' })
  const { body: plan } = await admin.as.call(adminCatalog.createPlan, {
    body: { name: 'Grand', monthlyCredits: 20_000, price: 60_000 },
  })
  const buyer = await createSubscriber(portal)
  const preview = await requirePreview(buyer, plan.id)
  await admin.as.call(adminCatalog.changePlan, { params: { id: plan.id }, body: { price: 90_000, isActive: false } })
  expect(await requestPreview(buyer, plan.id)).toMatchObject({ status: 404 })
  expect(await requestPlanChange(buyer, preview)).toMatchObject({
    status: 200,
    body: { planName: 'Grand', price: usd(60_000) },
  })
  expect(await listChangePayments(buyer)).toMatchObject([{ amount: preview.amountDueNow.amount }])
  const { plan: shown, nextCharge } = await getInfo(buyer)
  expect({ shown, nextCharge }).toMatchObject({ shown: { price: usd(60_000) }, nextCharge: { amount: usd(60_000) } })
  const { body: plans } = await admin.as.call(adminCatalog.listPlans)
  expect(plans.find(({ id }) => id === plan.id)).toMatchObject({ subscribers: 1, isActive: false })
})

test('no other plan can be chosen while a renewal is unpaid', async () => {
  const buyer = await createSubscriber(portal, { card: cardWithBehavior('FAILS_AT_RENEWAL') })
  await advanceDays(32)
  await requestPreview(buyer, scale)
  expect((await getInfo(buyer)).subscription).toMatchObject({ status: 'PAST_DUE' })
  expect(await requestPreview(buyer, scale)).toMatchObject({
    status: 409,
    body: { message: expect.stringContaining('Pay the open invoice first') },
  })
  expect((await getInfo(buyer)).nextCharge).toBeUndefined()
  await changeCard(portal, buyer, cardWithBehavior('SUCCEEDS'))
  expect((await getInfo(buyer)).subscription).toMatchObject({ status: 'ACTIVE' })
  expect(await requestPreview(buyer, scale)).toMatchObject({ status: 200 })
  expect(await buyer.as.call(billing.price, { body: { packId: smallPack } })).toMatchObject({ status: 200 })
})

// Runs last: it advances the portal's clock, which ends sessions.
test('a quote is valid for half an hour', async () => {
  const buyer = await createSubscriber(portal)
  const preview = await requirePreview(buyer, scale)
  portal.clock.advance(31 * 60_000)
  const later = { ...buyer, ...(await signInWithPassword(portal, buyer.email)) }
  expect(await requestPlanChange(later, preview)).toMatchObject({
    status: 409,
    body: { message: 'This quote has expired. Ask for a new one.', quote: 'OUTDATED' },
  })
  expect(await requestPlanChange(later, await requirePreview(later, scale))).toMatchObject({ status: 200 })
})
