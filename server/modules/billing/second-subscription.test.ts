import { account } from '@dooryard/contract/account'
import { billing } from '@dooryard/contract/billing'
import { afterAll, describe, expect, test } from 'vitest'
import { type TestUser, testPassword, user } from '../../test/factories.ts'
import { testPortal } from '../../test/portal.ts'
import {
  begin,
  buy,
  coupon,
  growth,
  infoOf,
  paymentsOf,
  scale,
  smallPack,
  starter,
  stateOf,
  subscriber,
  usesOf,
} from './buying.fixture.ts'
import { advance, cardThat, payWith } from './sandbox/pay.fixture.ts'

const portal = await testPortal()
afterAll(portal.close)

describe('a second subscription', () => {
  const failing = cardThat('FAILS_AT_RENEWAL')

  /** Two open pages for plans, as where both were begun in the same instant. */
  async function twoPages(buyer: TestUser, couponCode?: string) {
    const first = await begin(buyer, { planId: starter, ...(couponCode && { couponCode }) })
    const hide = (kind: string) =>
      portal.db.updateTable('checkouts').set({ kind }).where('id', '=', first.sessionId).execute()
    await hide('PACK')
    const second = await begin(buyer, { planId: scale })
    await hide('SUBSCRIPTION')
    return { first, second }
  }

  test('whoever begins to buy another plan can no longer pay for the one before', async () => {
    const buyer = await user(portal)
    const [first, second] = [await begin(buyer, { planId: growth }), await begin(buyer, { planId: scale })]
    expect(await payWith(portal, first.url)).toMatchObject({ status: 409 })
    expect(await stateOf(buyer, first.sessionId)).toMatchObject({ status: 'EXPIRED' })
    expect(await payWith(portal, second.url)).toMatchObject({ status: 200 })
    expect(await stateOf(buyer, second.sessionId)).toMatchObject({ status: 'PAID', credits: 16_000 })
  })

  test('a subscription that begins closes every other page that would begin one', async () => {
    const buyer = await user(portal)
    const { first, second } = await twoPages(buyer)
    await payWith(portal, second.url)
    expect(await stateOf(buyer, second.sessionId)).toMatchObject({ status: 'PAID' })
    expect(await payWith(portal, first.url)).toMatchObject({ status: 409 })
    expect(await stateOf(buyer, first.sessionId)).toMatchObject({ status: 'EXPIRED' })
    expect(await paymentsOf(portal, buyer.id)).toMatchObject([{ amount: 49_900, status: 'PAID' }])
  })

  test('a page that the provider no longer knows of is closed like any other, and its coupon is free', async () => {
    const buyer = await user(portal)
    const code = await coupon(portal)
    const { first, second } = await twoPages(buyer, code)
    const gone = { providerId: 'cs_of_another_account' }
    await portal.db.updateTable('checkouts').set(gone).where('id', '=', first.sessionId).execute()
    await payWith(portal, second.url)
    expect(await stateOf(buyer, second.sessionId)).toMatchObject({ status: 'PAID' })
    expect(await stateOf(buyer, first.sessionId)).toMatchObject({ status: 'EXPIRED' })
    expect(await usesOf(portal, code)).toEqual(['RELEASED'])
  })

  describe('of two subscriptions that are paid for at once', () => {
    const refunded = { status: 'REFUNDED', credits: 0, refundReason: 'There was a subscription already' }

    test('the second is told of as paid back, and leaves the card of the first on file', async () => {
      const buyer = await user(portal)
      const { first, second } = await twoPages(buyer)
      await payWith(portal, first.url)
      await payWith(portal, second.url, failing)
      expect(await stateOf(buyer, first.sessionId)).toMatchObject({ status: 'PAID', credits: 1000 })
      expect(await stateOf(buyer, second.sessionId)).toMatchObject({ ...refunded, total: { amount: 49_900 } })
      const info = await infoOf(buyer)
      expect(info).toMatchObject({ plan: { name: 'Starter' }, paymentMethod: { last4: '4242' } })
      expect(info.balance).toMatchObject({ subscriptionCredits: 1000 })
    })

    test('the second is not said to have given credits, nor to be refunded by an administrator who asked for it too', async () => {
      const [buyer, admin] = [await user(portal), await user(portal, { role: 'SUPER_ADMIN' })]
      const { second } = await twoPages(buyer)
      await payWith(portal, second.url)
      await stateOf(buyer, second.sessionId)
      const own = portal.db.updateTable('paymentTransactions').where('userId', '=', buyer.id)
      const owed = { refundCause: 'DUPLICATE', refundReason: refunded.refundReason, creditsGranted: 0 }
      await own.set({ ...owed, refundRequestedBy: admin.id, refundRequestedAt: new Date() }).execute()
      expect(await stateOf(buyer, second.sessionId)).toMatchObject(refunded)
    })

    test('one lives, whichever is told of when', async () => {
      const buyer = await user(portal)
      const { first, second } = await twoPages(buyer)
      for (const { url } of [first, second]) expect(await payWith(portal, url)).toMatchObject({ status: 200 })
      await Promise.all([first, second].map(({ sessionId }) => stateOf(buyer, sessionId)))
      const states = [await stateOf(buyer, first.sessionId), await stateOf(buyer, second.sessionId)]
      expect(states.map(({ status }) => status).sort()).toEqual(['PAID', 'REFUNDED'])
      const payments = await paymentsOf(portal, buyer.id)
      expect(payments.map(({ status }) => status).sort()).toEqual(['PAID', 'REFUNDED'])
      const { subscription, balance } = await infoOf(buyer)
      expect(balance.subscriptionCredits).toBe(subscription?.creditsPerPeriod)
      expect(subscription?.status).toBe('ACTIVE')
    })

    test('the one that is heard of first lives, and is paid with its own card from then on', async () => {
      const buyer = await user(portal)
      const { first, second } = await twoPages(buyer)
      await payWith(portal, first.url)
      await payWith(portal, second.url, failing)
      expect(await stateOf(buyer, second.sessionId)).toMatchObject({ status: 'PAID', credits: 16_000 })
      expect(await stateOf(buyer, first.sessionId)).toMatchObject(refunded)
      expect(await infoOf(buyer)).toMatchObject({ plan: { name: 'Scale' }, paymentMethod: { last4: '0341' } })
    })
  })
})

describe('the subscription of a user', () => {
  type Buyer = Awaited<ReturnType<typeof subscriber>>

  const glanceOf = async ({ as }: Buyer) => (await as.call(account.me)).body.subscription
  const cancel = ({ as }: Buyer) => as.call(billing.cancel, { body: {} })
  const close = ({ as }: Buyer) => as.call(account.close, { body: { password: testPassword } })
  const topUpOf = ({ id }: Buyer) =>
    portal.db.selectFrom('autoTopUps').select('isEnabled').where('userId', '=', id).executeTakeFirst()

  test('the signed-in user is told of their live subscription', async () => {
    const buyer = await user(portal)
    expect(await glanceOf(buyer)).toBeUndefined()
    await buy(portal, buyer, { planId: growth })
    const { subscription } = await infoOf(buyer)
    const glance = { planName: 'Growth', status: 'ACTIVE', currentPeriodEnd: subscription?.currentPeriodEnd }
    expect(await glanceOf(buyer)).toEqual({ ...glance, cancelAtPeriodEnd: false })
    await cancel(buyer)
    expect(await glanceOf(buyer)).toEqual({ ...glance, cancelAtPeriodEnd: true })
  })

  test('a subscription that has ended shows as ended, and the next one in its place', async () => {
    const buyer = await subscriber(portal)
    await cancel(buyer)
    await advance(portal, 32)
    // As the event would, which nobody delivers here.
    await buyer.as.call(billing.quote, { body: { planId: scale } })
    const ended = await infoOf(buyer)
    expect(ended).toMatchObject({
      subscription: { planName: 'Growth', status: 'INACTIVE', endReason: 'CANCELLED' },
      balance: { subscriptionCredits: 0 },
    })
    expect([ended.plan, ended.nextCharge, await glanceOf(buyer)]).toEqual([undefined, undefined, undefined])
    expect(Date.parse(ended.now) - Date.now()).toBeGreaterThan(31 * 86_400_000)
    expect(await buy(portal, buyer, { planId: starter })).toMatchObject({ status: 'PAID' })
    expect(await infoOf(buyer)).toMatchObject({ subscription: { planName: 'Starter', status: 'ACTIVE' } })
  })

  test('nobody sees what is of somebody else', async () => {
    await subscriber(portal)
    const other = await infoOf(await user(portal))
    expect([other.subscription, other.paymentMethod, other.plan]).toEqual([undefined, undefined, undefined])
  })

  test('an account is not closed while its subscription would go on to be charged', async () => {
    const buyer = await subscriber(portal)
    expect(await close(buyer)).toMatchObject({
      status: 409,
      body: { message: 'Your Growth subscription would go on. Cancel it first, then you can close your account.' },
    })
    await cancel(buyer)
    expect(await close(buyer)).toMatchObject({ status: 204 })
  })

  test('closing an account ends its automatic top-up', async () => {
    const buyer = await user(portal)
    await buy(portal, buyer, { packId: smallPack })
    const body = { enabled: true, threshold: 10, packId: smallPack, monthlyCap: 20_000 }
    expect(await buyer.as.call(billing.autoTopUp, { body })).toMatchObject({ status: 200 })
    expect((await infoOf(buyer)).autoTopUp).toMatchObject({ enabled: true, threshold: 10, packId: smallPack })
    expect(await topUpOf(buyer)).toEqual({ isEnabled: true })
    expect(await close(buyer)).toMatchObject({ status: 204 })
    expect(await topUpOf(buyer)).toEqual({ isEnabled: false })
  })
})
