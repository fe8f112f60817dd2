import { billing } from '@dooryard/contract/billing/billing'
import { account } from '@dooryard/contract/identity/account'
import { afterAll, describe, expect, test } from 'vitest'
import { type TestUser, testPassword, user } from '../../../test/factories.ts'
import { testPortal } from '../../../test/portal.ts'
import {
  buy,
  createSubscriber,
  createTestCoupon,
  getCheckoutState,
  getInfo,
  growth,
  listCouponUses,
  listUserPayments,
  scale,
  smallPack,
  starter,
  startPurchase,
} from '../checkout/purchases.fixture.ts'
import { advance, cardWithBehavior, payWith } from '../provider/sandbox/pay.fixture.ts'

const portal = await testPortal()
afterAll(portal.close)

describe('a second subscription', () => {
  const failing = cardWithBehavior('FAILS_AT_RENEWAL')

  /** Opens two plan pages, as if both were started in the same instant. */
  async function twoPages(buyer: TestUser, couponCode?: string) {
    const first = await startPurchase(buyer, { planId: starter, ...(couponCode && { couponCode }) })
    const hide = (kind: string) =>
      portal.db.updateTable('checkouts').set({ kind }).where('id', '=', first.sessionId).execute()
    await hide('PACK')
    const second = await startPurchase(buyer, { planId: scale })
    await hide('SUBSCRIPTION')
    return { first, second }
  }

  test('starting to buy another plan makes the earlier page unpayable', async () => {
    const buyer = await user(portal)
    const [first, second] = [
      await startPurchase(buyer, { planId: growth }),
      await startPurchase(buyer, { planId: scale }),
    ]
    expect(await payWith(portal, first.url)).toMatchObject({ status: 409 })
    expect(await getCheckoutState(buyer, first.sessionId)).toMatchObject({ status: 'EXPIRED' })
    expect(await payWith(portal, second.url)).toMatchObject({ status: 200 })
    expect(await getCheckoutState(buyer, second.sessionId)).toMatchObject({ status: 'PAID', credits: 16_000 })
  })

  test('a started subscription expires every other page that would start one', async () => {
    const buyer = await user(portal)
    const { first, second } = await twoPages(buyer)
    await payWith(portal, second.url)
    expect(await getCheckoutState(buyer, second.sessionId)).toMatchObject({ status: 'PAID' })
    expect(await payWith(portal, first.url)).toMatchObject({ status: 409 })
    expect(await getCheckoutState(buyer, first.sessionId)).toMatchObject({ status: 'EXPIRED' })
    expect(await listUserPayments(portal, buyer.id)).toMatchObject([{ amount: 49_900, status: 'PAID' }])
  })

  test('a page unknown to the provider is expired like any other, and its coupon is released', async () => {
    const buyer = await user(portal)
    const code = await createTestCoupon(portal)
    const { first, second } = await twoPages(buyer, code)
    const gone = { providerId: 'cs_of_another_account' }
    await portal.db.updateTable('checkouts').set(gone).where('id', '=', first.sessionId).execute()
    await payWith(portal, second.url)
    expect(await getCheckoutState(buyer, second.sessionId)).toMatchObject({ status: 'PAID' })
    expect(await getCheckoutState(buyer, first.sessionId)).toMatchObject({ status: 'EXPIRED' })
    expect(await listCouponUses(portal, code)).toEqual(['RELEASED'])
  })

  describe('of two subscriptions paid at once', () => {
    const refunded = { status: 'REFUNDED', credits: 0, refundReason: 'There was a subscription already' }

    test('the second is reported as refunded, and the card of the first stays on file', async () => {
      const buyer = await user(portal)
      const { first, second } = await twoPages(buyer)
      await payWith(portal, first.url)
      await payWith(portal, second.url, failing)
      expect(await getCheckoutState(buyer, first.sessionId)).toMatchObject({ status: 'PAID', credits: 1000 })
      expect(await getCheckoutState(buyer, second.sessionId)).toMatchObject({ ...refunded, total: { amount: 49_900 } })
      const info = await getInfo(buyer)
      expect(info).toMatchObject({ plan: { name: 'Starter' }, paymentMethod: { last4: '4242' } })
      expect(info.balance).toMatchObject({ subscriptionCredits: 1000 })
    })

    test('the second is reported neither as granting credits nor as refunded by an administrator who requested it too', async () => {
      const [buyer, admin] = [await user(portal), await user(portal, { role: 'SUPER_ADMIN' })]
      const { second } = await twoPages(buyer)
      await payWith(portal, second.url)
      await getCheckoutState(buyer, second.sessionId)
      const own = portal.db.updateTable('paymentTransactions').where('userId', '=', buyer.id)
      const owed = { refundCause: 'DUPLICATE', refundReason: refunded.refundReason, creditsGranted: 0 }
      await own.set({ ...owed, refundRequestedBy: admin.id, refundRequestedAt: new Date() }).execute()
      expect(await getCheckoutState(buyer, second.sessionId)).toMatchObject(refunded)
    })

    test('one lives, in whatever order they are reported', async () => {
      const buyer = await user(portal)
      const { first, second } = await twoPages(buyer)
      for (const { url } of [first, second]) expect(await payWith(portal, url)).toMatchObject({ status: 200 })
      await Promise.all([first, second].map(({ sessionId }) => getCheckoutState(buyer, sessionId)))
      const states = [await getCheckoutState(buyer, first.sessionId), await getCheckoutState(buyer, second.sessionId)]
      expect(states.map(({ status }) => status).sort()).toEqual(['PAID', 'REFUNDED'])
      const payments = await listUserPayments(portal, buyer.id)
      expect(payments.map(({ status }) => status).sort()).toEqual(['PAID', 'REFUNDED'])
      const { subscription, balance } = await getInfo(buyer)
      expect(balance.subscriptionCredits).toBe(subscription?.creditsPerPeriod)
      expect(subscription?.status).toBe('ACTIVE')
    })

    test('the one reported first lives, and is paid with its own card from then on', async () => {
      const buyer = await user(portal)
      const { first, second } = await twoPages(buyer)
      await payWith(portal, first.url)
      await payWith(portal, second.url, failing)
      expect(await getCheckoutState(buyer, second.sessionId)).toMatchObject({ status: 'PAID', credits: 16_000 })
      expect(await getCheckoutState(buyer, first.sessionId)).toMatchObject(refunded)
      expect(await getInfo(buyer)).toMatchObject({ plan: { name: 'Scale' }, paymentMethod: { last4: '0341' } })
    })
  })
})

describe('the subscription of a user', () => {
  type Buyer = Awaited<ReturnType<typeof createSubscriber>>

  const getSummary = async ({ as }: Buyer) => (await as.call(account.me)).body.subscription
  const cancel = ({ as }: Buyer) => as.call(billing.cancel, { body: {} })
  const close = ({ as }: Buyer) => as.call(account.close, { body: { password: testPassword } })
  const getTopUp = ({ id }: Buyer) =>
    portal.db.selectFrom('autoTopUps').select('isEnabled').where('userId', '=', id).executeTakeFirst()

  test('the signed-in user sees their live subscription', async () => {
    const buyer = await user(portal)
    expect(await getSummary(buyer)).toBeUndefined()
    await buy(portal, buyer, { planId: growth })
    const { subscription } = await getInfo(buyer)
    const glance = { planName: 'Growth', status: 'ACTIVE', currentPeriodEnd: subscription?.currentPeriodEnd }
    expect(await getSummary(buyer)).toEqual({ ...glance, cancelAtPeriodEnd: false })
    await cancel(buyer)
    expect(await getSummary(buyer)).toEqual({ ...glance, cancelAtPeriodEnd: true })
  })

  test('an ended subscription is shown as ended, and replaced by the next one', async () => {
    const buyer = await createSubscriber(portal)
    await cancel(buyer)
    await advance(portal, 32)
    // As the event would, which is not delivered in this test.
    await buyer.as.call(billing.quote, { body: { planId: scale } })
    const ended = await getInfo(buyer)
    expect(ended).toMatchObject({
      subscription: { planName: 'Growth', status: 'INACTIVE', endReason: 'CANCELLED' },
      balance: { subscriptionCredits: 0 },
    })
    expect([ended.plan, ended.nextCharge, await getSummary(buyer)]).toEqual([undefined, undefined, undefined])
    expect(Date.parse(ended.now) - Date.now()).toBeGreaterThan(31 * 86_400_000)
    expect(await buy(portal, buyer, { planId: starter })).toMatchObject({ status: 'PAID' })
    expect(await getInfo(buyer)).toMatchObject({ subscription: { planName: 'Starter', status: 'ACTIVE' } })
  })

  test("nobody sees another user's subscription", async () => {
    await createSubscriber(portal)
    const other = await getInfo(await user(portal))
    expect([other.subscription, other.paymentMethod, other.plan]).toEqual([undefined, undefined, undefined])
  })

  test('an account cannot be closed while its subscription would still be charged', async () => {
    const buyer = await createSubscriber(portal)
    expect(await close(buyer)).toMatchObject({
      status: 409,
      body: { message: 'Your Growth subscription would continue. Cancel it first, then you can close your account.' },
    })
    await cancel(buyer)
    expect(await close(buyer)).toMatchObject({ status: 204 })
  })

  test('closing an account disables its automatic top-up', async () => {
    const buyer = await user(portal)
    await buy(portal, buyer, { packId: smallPack })
    const body = { enabled: true, threshold: 10, packId: smallPack, monthlyCap: 20_000 }
    expect(await buyer.as.call(billing.autoTopUp, { body })).toMatchObject({ status: 200 })
    expect((await getInfo(buyer)).autoTopUp).toMatchObject({ enabled: true, threshold: 10, packId: smallPack })
    expect(await getTopUp(buyer)).toEqual({ isEnabled: true })
    expect(await close(buyer)).toMatchObject({ status: 204 })
    expect(await getTopUp(buyer)).toEqual({ isEnabled: false })
  })
})
