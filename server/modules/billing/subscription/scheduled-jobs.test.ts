import { sql } from 'kysely'
import { afterAll, beforeEach, describe, expect, test } from 'vitest'
import { addJob } from '../../../platform/jobs/jobs.ts'
import { signInWithPassword, user } from '../../../test/factories.ts'
import { testPortal } from '../../../test/portal.ts'
import { getAccountSums } from '../../credits/ledger/ledger.fixture.ts'
import {
  buy,
  createTestCoupon,
  getInfo,
  listCouponUses,
  smallPack,
  startPurchase,
} from '../checkout/purchases.fixture.ts'
import { applyEventJob } from '../events/receive-event.ts'
import { payWith } from '../provider/sandbox/pay.fixture.ts'
import { completeCheckout, expireOverdueCheckouts } from '../sync/complete-checkout.ts'
import {
  type BillingTestContext,
  createBillingTestContext,
  createBuyer,
  day,
  getBillingRecord,
  growth,
  listMailSubjects,
  payTestCheckout,
} from '../sync/sync.fixture.ts'
import { syncSubscription } from '../sync/sync-subscription.ts'
import { endGracePeriods, syncOverdueSubscriptions } from './sync-overdue.ts'

const portal = await testPortal()
afterAll(portal.close)

describe('an unpaid subscription', () => {
  // A new provider per test, so that no other test's subscription is due.
  let context: BillingTestContext
  beforeEach(() => {
    context = createBillingTestContext(portal)
  })

  async function pastDue() {
    const who = await createBuyer(context)
    const bought = await payTestCheckout(context, who, { plan: growth })
    await completeCheckout(context.services, bought.checkoutId)
    context.fake.advance(31 * day)
    context.fake.renew(bought.subscriptionId, 'FAILED')
    await syncSubscription(context.services, bought.subscriptionId)
    return { ...who, ...bought }
  }

  const getStatus = async (userId: string) => (await getBillingRecord(context, userId)).subscriptions[0]

  test('continues for seven days, and its credits can be spent', async () => {
    const { userId } = await pastDue()
    context.fake.advance(7 * day - 60_000)
    await endGracePeriods(context.services)
    expect(await getStatus(userId)).toMatchObject({ status: 'PAST_DUE' })
    expect((await getBillingRecord(context, userId)).sums.SUBSCRIPTION.available).toBe(4000)
  })

  test('ends once after seven days, however many processes run: credits expire, and one mail says why', async () => {
    const { userId, email, subscriptionId } = await pastDue()
    context.fake.advance(7 * day)
    await Promise.all([1, 2, 3, 4].map(() => endGracePeriods(context.services)))
    expect(await getStatus(userId)).toMatchObject({ status: 'INACTIVE', endReason: 'PAYMENT_FAILED' })
    expect(context.fake.subscriptions.get(subscriptionId)?.status).toBe('INACTIVE')
    expect((await getBillingRecord(context, userId)).sums.SUBSCRIPTION.available).toBe(0)
    expect((await listMailSubjects(context, email)).slice(1)).toEqual([
      'We could not renew your Dooryard subscription',
      'Your Dooryard subscription has ended',
    ])
  })

  test('continues if it was paid meanwhile, even without an event', async () => {
    const { userId, subscriptionId } = await pastDue()
    context.fake.advance(8 * day)
    for (const invoice of context.fake.invoices.values()) Object.assign(invoice, { status: 'PAID' })
    Object.assign(context.fake.subscriptions.get(subscriptionId) ?? {}, { status: 'ACTIVE' })
    await endGracePeriods(context.services)
    expect(await getStatus(userId)).toMatchObject({ status: 'ACTIVE' })
  })

  test('does not block others if it cannot be ended now, and is ended by the next run', async () => {
    const stuck = await pastDue()
    const other = await pastDue()
    context.fake.advance(8 * day)
    const { provider } = context.fake
    const endSubscription = async (id: string) => {
      if (id === stuck.subscriptionId) throw new Error('not now')
      await provider.endSubscription(id)
    }
    await endGracePeriods({ ...context.services, provider: { ...provider, endSubscription } })
    expect(await getStatus(stuck.userId)).toMatchObject({ status: 'PAST_DUE' })
    expect(await getStatus(other.userId)).toMatchObject({ status: 'INACTIVE' })
    await endGracePeriods(context.services)
    expect(await getStatus(stuck.userId)).toMatchObject({ status: 'INACTIVE' })
  })

  /** The card goes through while the subscription is being ended. */
  const paysNow = (subscriptionId: string) => {
    for (const one of context.fake.invoices.values())
      if (one.subscriptionId === subscriptionId && one.status === 'FAILED')
        Object.assign(one, { status: 'PAID', paidAt: context.fake.now(), paymentRef: `pi_${one.id}` })
    Object.assign(context.fake.subscriptions.get(subscriptionId) ?? {}, { status: 'ACTIVE' })
  }

  test('continues with its credits if it is paid while being ended', async () => {
    const { userId, subscriptionId } = await pastDue()
    context.fake.advance(7 * day)
    const { provider } = context.fake
    const endSubscription: typeof provider.endSubscription = (id, only) => {
      paysNow(id)
      return provider.endSubscription(id, only)
    }
    await endGracePeriods({ ...context.services, provider: { ...provider, endSubscription } })
    expect(await getStatus(userId)).toMatchObject({ status: 'ACTIVE' })
    expect(context.fake.subscriptions.get(subscriptionId)?.status).toBe('ACTIVE')
    expect((await getBillingRecord(context, userId)).payments).toMatchObject([
      {},
      { status: 'PAID', creditsGranted: 4000 },
    ])
  })

  test('is refunded if it is paid in the moment in which the provider ends it', async () => {
    const { userId, email, subscriptionId } = await pastDue()
    context.fake.advance(7 * day)
    const { provider } = context.fake
    const endSubscription = async (id: string) => {
      paysNow(id)
      context.fake.advance(1000)
      context.fake.end(id, 'PAYMENT_FAILED')
    }
    await endGracePeriods({ ...context.services, provider: { ...provider, endSubscription } })
    await syncSubscription(context.services, subscriptionId)
    const { payments, sums } = await getBillingRecord(context, userId)
    expect(payments).toMatchObject([{ status: 'PAID' }, { status: 'REFUNDED', creditsGranted: 0 }])
    expect(sums.SUBSCRIPTION.available).toBe(0)
    expect((await listMailSubjects(context, email)).slice(2)).toEqual([
      'Your Dooryard subscription has ended',
      expect.stringContaining('was refunded'),
    ])
  })
})

describe('changes without an event', () => {
  const context = createBillingTestContext(portal)
  const { db, fake, services } = context
  const hour = 3_600_000

  /** Creates a subscriber whose month has just ended by the provider's clock. */
  async function atEndOfMonth() {
    const who = await createBuyer(context)
    const { subscriptionId } = await payTestCheckout(context, who, { plan: growth })
    await syncSubscription(services, subscriptionId)
    const subscription = fake.subscriptions.get(subscriptionId)
    if (!subscription) throw new Error('there is no subscription')
    fake.advance(subscription.periodEnd.getTime() - fake.now().getTime() + 1000)
    return { ...who, subscriptionId }
  }
  const getCredits = async (userId: string) => (await getAccountSums(db, userId)).SUBSCRIPTION?.available

  test('a renewal without an event is recorded two hours after the month', async () => {
    const { userId, subscriptionId } = await atEndOfMonth()
    fake.renew(subscriptionId)
    await syncOverdueSubscriptions(services)
    expect(await getCredits(userId)).toBe(4000)
    fake.advance(2 * hour)
    await syncOverdueSubscriptions(services)
    expect(await getCredits(userId)).toBe(8000)
  })

  test('an end without an event is recorded, even if another subscription cannot be fetched', async () => {
    const [lost, ended] = [await atEndOfMonth(), await atEndOfMonth()]
    fake.subscriptions.delete(lost.subscriptionId)
    fake.end(ended.subscriptionId)
    fake.advance(day)
    await syncOverdueSubscriptions(services)
    expect(await getCredits(ended.userId)).toBe(0)
    const status = db.selectFrom('subscriptions').select('status').where('providerId', '=', ended.subscriptionId)
    expect(await status.execute()).toEqual([{ status: 'INACTIVE' }])
  })

  test('a failed event job is retried, and other jobs are not', async () => {
    await addJob(db, applyEventJob, { provider: 'SANDBOX', id: 'evt_given_up' }, { maxAttempts: 3 })
    await addJob(db, 'another-job', {}, { maxAttempts: 3 })
    await sql`update graphile_worker._private_jobs set attempts = 3 where max_attempts = 3`.execute(db)
    await syncOverdueSubscriptions(services)
    const { rows } = await sql<{ name: string; attempts: number }>`
    select task_identifier as name, attempts from graphile_worker.jobs where max_attempts = 3 order by id`.execute(db)
    expect(rows).toEqual([
      { name: applyEventJob, attempts: 0 },
      { name: 'another-job', attempts: 3 },
    ])
  })

  test('the subscription of a deactivated account ends with its month and is not charged any more', async () => {
    const who = await createBuyer(context)
    const { subscriptionId } = await payTestCheckout(context, who, { plan: growth })
    await syncSubscription(services, subscriptionId)
    await db.updateTable('users').set({ isActive: false }).where('id', '=', who.userId).execute()
    await syncOverdueSubscriptions(services)
    expect(fake.subscriptions.get(subscriptionId)).toMatchObject({ status: 'ACTIVE', cancelAtPeriodEnd: true })
  })
})

describe('an unpaid checkout', () => {
  const services = { ...portal.services, ...portal.billing }

  const minute = 60_000

  test('expires if not paid in time, and its coupon is released', async () => {
    const [buyer, other] = [await user(portal), await user(portal)]
    const code = await createTestCoupon(portal, { maxRedemptions: 1 })
    const { url, sessionId } = await startPurchase(buyer, { packId: smallPack, couponCode: code })
    const row = portal.db.selectFrom('checkouts').select('status').where('id', '=', sessionId)
    // The half hour that providers require, by a clock that may be five minutes ahead of ours.
    portal.clock.advance(35 * minute)
    await expireOverdueCheckouts(services)
    expect(await row.execute()).toEqual([{ status: 'OPEN' }])
    portal.clock.advance(2 * minute)
    await expireOverdueCheckouts(services)
    expect(await row.execute()).toEqual([{ status: 'EXPIRED' }])
    expect(await payWith(portal, url)).toMatchObject({ status: 409 })
    expect(await listCouponUses(portal, code)).toEqual(['RELEASED'])
    const later = await signInWithPassword(portal, other.email)
    expect(await buy(portal, later, { packId: smallPack, couponCode: code })).toMatchObject({ status: 'PAID' })
  })

  test('is completed instead of expired if it was paid at the last moment without an event', async () => {
    const buyer = await user(portal)
    const code = await createTestCoupon(portal)
    const { url, sessionId } = await startPurchase(buyer, { packId: smallPack, couponCode: code })
    await payWith(portal, url)
    portal.clock.advance(40 * minute)
    await expireOverdueCheckouts(services)
    const row = portal.db.selectFrom('checkouts').select('status').where('id', '=', sessionId)
    expect(await row.execute()).toEqual([{ status: 'PAID' }])
    expect(await listCouponUses(portal, code)).toEqual(['REDEEMED'])
    expect((await getInfo(await signInWithPassword(portal, buyer.email))).balance).toMatchObject({
      onDemandCredits: 500,
    })
  })
})
