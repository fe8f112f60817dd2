import { billing } from '@dooryard/contract/billing/billing'
import { afterAll, describe, expect, test } from 'vitest'
import { newId } from '../../../platform/util/ids.ts'
import { type TestUser, user } from '../../../test/factories.ts'
import { testPortal } from '../../../test/portal.ts'
import { purgeQuotes } from '../billing.jobs.ts'
import {
  createSubscriber,
  createTestCoupon,
  getCheckoutState,
  getInfo,
  growth,
  listCouponUses,
  listUserPayments,
  refundAs,
  requestPlanChange,
  requestPreview,
  requirePreview,
  scale,
  smallPack,
  starter,
  startPurchase,
} from '../checkout/purchases.fixture.ts'
import { advance, cardWithBehavior } from '../provider/sandbox/pay.fixture.ts'
import { syncOverdueSubscriptions } from './sync-overdue.ts'

const portal = await testPortal()
afterAll(portal.close)

describe('cancelling', () => {
  const cancel = ({ as }: Pick<TestUser, 'as'>) => as.call(billing.cancel, { body: {} })

  test('a cancelled subscription runs until its end, and keeping it or choosing another plan undoes that', async () => {
    const buyer = await createSubscriber(portal)
    const askedFor = portal.db
      .selectFrom('auditLog')
      .select('id')
      .where('action', '=', 'subscription.cancel_requested')
      .where('actorId', '=', buyer.id)
    const first = await cancel(buyer)
    expect(await askedFor.execute()).toHaveLength(1)
    for (const reply of [first, ...(await Promise.all([cancel(buyer), cancel(buyer)]))])
      expect(reply).toMatchObject({ status: 200, body: { cancelAtPeriodEnd: true, status: 'ACTIVE' } })
    const info = await getInfo(buyer)
    expect(info).toMatchObject({ balance: { subscriptionCredits: 4000 }, plan: { name: 'Growth' } })
    expect(info.nextCharge).toBeUndefined()
    expect(await askedFor.execute()).toHaveLength(1)

    expect(await requestPlanChange(buyer, await requirePreview(buyer, growth))).toMatchObject({
      status: 200,
      body: { cancelAtPeriodEnd: false },
    })
    await cancel(buyer)
    expect(await requestPlanChange(buyer, await requirePreview(buyer, scale))).toMatchObject({
      body: { planName: 'Scale', cancelAtPeriodEnd: false },
    })
    await cancel(buyer)
    expect(await requestPlanChange(buyer, await requirePreview(buyer, growth))).toMatchObject({
      body: { planName: 'Scale', cancelAtPeriodEnd: false, next: { planName: 'Growth' } },
    })
    // The change scheduled for the next month does not follow a cancellation and is not announced.
    expect((await cancel(buyer)).body).toMatchObject({ planName: 'Scale', cancelAtPeriodEnd: true })
    expect((await getInfo(buyer)).subscription?.next).toBeUndefined()
  })

  test('only a quote that includes the cancellation undoes it, not an older one', async () => {
    const buyer = await createSubscriber(portal)
    const silent = await requirePreview(buyer, scale)
    await cancel(buyer)
    expect(await requestPlanChange(buyer, silent)).toMatchObject({
      status: 409,
      body: { message: expect.stringContaining('changed') },
    })
    expect((await getInfo(buyer)).subscription).toMatchObject({ planName: 'Growth', cancelAtPeriodEnd: true })
    expect(await requestPlanChange(buyer, await requirePreview(buyer, scale))).toMatchObject({
      body: { cancelAtPeriodEnd: false },
    })
  })

  test('a user without a subscription cannot change or cancel one', async () => {
    const buyer = await user(portal)
    expect(await requestPreview(buyer, scale)).toMatchObject({ status: 409 })
    expect(await cancel(buyer)).toMatchObject({ status: 409, body: { message: 'You have no subscription to cancel.' } })
  })

  test('cancelled while its month is unpaid, it ends at once and nothing more is charged', async () => {
    const buyer = await createSubscriber(portal, { card: cardWithBehavior('FAILS_AT_RENEWAL') })
    await advance(portal, 32)
    await syncOverdueSubscriptions({ ...portal.services, ...portal.billing })
    expect((await getInfo(buyer)).subscription).toMatchObject({ status: 'PAST_DUE' })
    expect(await cancel(buyer)).toMatchObject({ status: 200, body: { status: 'INACTIVE' } })
    expect(await getInfo(buyer)).toMatchObject({ balance: { subscriptionCredits: 0 } })
    await advance(portal, 8)
    expect((await listUserPayments(portal, buyer.id)).map(({ status }) => status)).toEqual(['PAID', 'FAILED'])
    expect(await cancel(buyer)).toMatchObject({ status: 409 })
  })
})

describe('a quote for another plan', () => {
  const usd = (amount: number) => ({ amount, currency: 'USD' })

  test('a coupon of an abandoned checkout can be used for a plan change, which expires the checkout', async () => {
    const buyer = await createSubscriber(portal, { planId: starter })
    const code = await createTestCoupon(portal)
    const { sessionId } = await startPurchase(buyer, { packId: smallPack, couponCode: code })
    const quote = await requirePreview(buyer, growth, code)
    expect(quote).toMatchObject({ discount: usd(2000), amountDueNow: usd(8000) })
    // Nothing is bought yet, so the page can still be paid.
    expect(await getCheckoutState(buyer, sessionId)).toMatchObject({ status: 'OPEN' })
    expect(await requestPlanChange(buyer, quote)).toMatchObject({ status: 200, body: { planName: 'Growth' } })
    expect(await getCheckoutState(buyer, sessionId)).toMatchObject({ status: 'EXPIRED' })
    expect(await listCouponUses(portal, code)).toEqual(['RELEASED', 'REDEEMED'])
  })

  test('a change that a coupon made free is credited at what was paid for it', async () => {
    const buyer = await createSubscriber(portal, { planId: starter })
    const code = await createTestCoupon(portal, { value: 100 })
    await requestPlanChange(buyer, await requirePreview(buyer, growth, code))
    const quote = await requirePreview(buyer, scale)
    expect(quote).toMatchObject({ charge: usd(49_900), credit: usd(4900), amountDueNow: usd(45_000) })
    await requestPlanChange(buyer, quote)
    expect((await listUserPayments(portal, buyer.id)).map(({ amount }) => amount)).toEqual([4900, 0, 45_000])
  })

  test('an upgrade credits neither the money nor the credits of a refunded month', async () => {
    const [buyer, admin] = [await createSubscriber(portal), await user(portal, { role: 'SUPER_ADMIN' })]
    const [first] = await listUserPayments(portal, buyer.id)
    expect((await refundAs(admin, first?.id ?? '')).status).toBe(200)
    expect((await getInfo(buyer)).balance.subscriptionCredits).toBe(0)
    const quote = await requirePreview(buyer, scale)
    expect(quote).toMatchObject({ credit: usd(0), amountDueNow: usd(49_900), creditsGrantedNow: 16_000 })
    await requestPlanChange(buyer, quote)
    expect((await getInfo(buyer)).balance.subscriptionCredits).toBe(16_000)
  })
})

describe('old quotes', () => {
  const { db } = portal
  type Buyer = Awaited<ReturnType<typeof createSubscriber>>

  const inDays = (days: number) => ({ now: () => new Date(portal.clock.now().getTime() + days * 86_400_000) })
  const listKept = async (buyer: Buyer) => {
    const quotes = await db.selectFrom('subscriptionQuotes').select('id').where('userId', '=', buyer.id).execute()
    return quotes.map(({ id }) => id).toSorted()
  }

  /** The state after a declined charge whose change was abandoned. */
  async function declined(buyer: Buyer, quoteId: string) {
    await db
      .insertInto('paymentTransactions')
      .values({
        ...{ id: newId(), userId: buyer.id, provider: 'SANDBOX', providerRef: newId(), quoteId, kind: 'SUBSCRIPTION' },
        ...{ reason: 'CHANGE', description: 'Scale', amount: 100, currency: 'USD', status: 'FAILED' },
        createdAt: portal.clock.now(),
      })
      .execute()
  }

  test('unused quotes are deleted 90 days after they expired, and no others', async () => {
    const buyer = await createSubscriber(portal)
    const [unused, tried, started] = [
      await requirePreview(buyer, scale),
      await requirePreview(buyer, scale),
      await requirePreview(buyer, scale),
    ]
    const applied = await requirePreview(buyer, scale)
    expect(await requestPlanChange(buyer, applied)).toMatchObject({ status: 200 })
    await declined(buyer, tried.quoteId)
    await db
      .updateTable('subscriptionQuotes')
      .set({ startedAt: portal.clock.now() })
      .where('id', '=', started.quoteId)
      .execute()
    const all = [unused, tried, started, applied].map(({ quoteId }) => quoteId).toSorted()
    await purgeQuotes({ db: portal.services.db, clock: inDays(90) })
    expect(await listKept(buyer)).toEqual(all)
    await purgeQuotes({ db: portal.services.db, clock: inDays(91) })
    expect(await listKept(buyer)).toEqual(all.filter((id) => id !== unused.quoteId))
    expect(await requirePreview(buyer, growth)).toMatchObject({ kind: 'DOWNGRADE' })
  })
})
