import { sql } from 'kysely'
import { afterAll, beforeEach, describe, expect, test } from 'vitest'
import { addJob } from '../../platform/jobs.ts'
import { signedIn, user } from '../../test/factories.ts'
import { testPortal } from '../../test/portal.ts'
import { sumsInAccount } from '../credits/ledger.fixture.ts'
import { begin, buy, coupon, infoOf, smallPack, usesOf } from './buying.fixture.ts'
import { applyEventJob } from './receive-event.ts'
import { payWith } from './sandbox/pay.fixture.ts'
import { buyer, day, growth, mailsTo, paid, recordOf, type Settling, settling } from './settle/settle.fixture.ts'
import { expireCheckouts, settleCheckout } from './settle/settle-checkout.ts'
import { syncSubscription } from './settle/sync-subscription.ts'
import { endGrace, syncOverdue } from './sync-overdue.ts'

const portal = await testPortal()
afterAll(portal.close)

describe('a subscription that is not paid', () => {
  // A provider for each test, so that no subscription of another is due in it.
  let given: Settling
  beforeEach(() => {
    given = settling(portal)
  })

  async function pastDue() {
    const who = await buyer(given)
    const bought = await paid(given, who, { plan: growth })
    await settleCheckout(given.services, bought.checkoutId)
    given.fake.advance(31 * day)
    given.fake.renew(bought.subscriptionId, 'FAILED')
    await syncSubscription(given.services, bought.subscriptionId)
    return { ...who, ...bought }
  }

  const statusOf = async (userId: string) => (await recordOf(given, userId)).subscriptions[0]

  test('within seven days a subscription that is not paid goes on, and its credits can be spent', async () => {
    const { userId } = await pastDue()
    given.fake.advance(7 * day - 60_000)
    await endGrace(given.services)
    expect(await statusOf(userId)).toMatchObject({ status: 'PAST_DUE' })
    expect((await recordOf(given, userId)).sums.SUBSCRIPTION.available).toBe(4000)
  })

  test('after seven days it ends, once for however many processes: credits lapse, and one mail says why', async () => {
    const { userId, email, subscriptionId } = await pastDue()
    given.fake.advance(7 * day)
    await Promise.all([1, 2, 3, 4].map(() => endGrace(given.services)))
    expect(await statusOf(userId)).toMatchObject({ status: 'INACTIVE', endReason: 'PAYMENT_FAILED' })
    expect(given.fake.subscriptions.get(subscriptionId)?.status).toBe('INACTIVE')
    expect((await recordOf(given, userId)).sums.SUBSCRIPTION.available).toBe(0)
    expect((await mailsTo(given, email)).slice(1)).toEqual([
      'We could not renew your Dooryard subscription',
      'Your Dooryard subscription has ended',
    ])
  })

  test('one that was paid meanwhile, though nobody told, goes on', async () => {
    const { userId, subscriptionId } = await pastDue()
    given.fake.advance(8 * day)
    for (const invoice of given.fake.invoices.values()) Object.assign(invoice, { status: 'PAID' })
    Object.assign(given.fake.subscriptions.get(subscriptionId) ?? {}, { status: 'ACTIVE' })
    await endGrace(given.services)
    expect(await statusOf(userId)).toMatchObject({ status: 'ACTIVE' })
  })

  test('one that cannot be ended now holds up no other, and is ended by the next round', async () => {
    const stuck = await pastDue()
    const other = await pastDue()
    given.fake.advance(8 * day)
    const { provider } = given.fake
    const endSubscription = async (id: string) => {
      if (id === stuck.subscriptionId) throw new Error('not now')
      await provider.endSubscription(id)
    }
    await endGrace({ ...given.services, provider: { ...provider, endSubscription } })
    expect(await statusOf(stuck.userId)).toMatchObject({ status: 'PAST_DUE' })
    expect(await statusOf(other.userId)).toMatchObject({ status: 'INACTIVE' })
    await endGrace(given.services)
    expect(await statusOf(stuck.userId)).toMatchObject({ status: 'INACTIVE' })
  })

  /** A payer whose card goes through while the subscription is being ended. */
  const paysNow = (subscriptionId: string) => {
    for (const one of given.fake.invoices.values())
      if (one.subscriptionId === subscriptionId && one.status === 'FAILED')
        Object.assign(one, { status: 'PAID', paidAt: given.fake.now(), paymentRef: `pi_${one.id}` })
    Object.assign(given.fake.subscriptions.get(subscriptionId) ?? {}, { status: 'ACTIVE' })
  }

  test('one that is paid while it is being ended goes on, with its credits', async () => {
    const { userId, subscriptionId } = await pastDue()
    given.fake.advance(7 * day)
    const { provider } = given.fake
    const endSubscription: typeof provider.endSubscription = (id, only) => {
      paysNow(id)
      return provider.endSubscription(id, only)
    }
    await endGrace({ ...given.services, provider: { ...provider, endSubscription } })
    expect(await statusOf(userId)).toMatchObject({ status: 'ACTIVE' })
    expect(given.fake.subscriptions.get(subscriptionId)?.status).toBe('ACTIVE')
    expect((await recordOf(given, userId)).payments).toMatchObject([{}, { status: 'PAID', creditsGranted: 4000 }])
  })

  test('where the provider ends it all the same, what was paid in that moment is paid back', async () => {
    const { userId, email, subscriptionId } = await pastDue()
    given.fake.advance(7 * day)
    const { provider } = given.fake
    const endSubscription = async (id: string) => {
      paysNow(id)
      given.fake.advance(1000)
      given.fake.end(id, 'PAYMENT_FAILED')
    }
    await endGrace({ ...given.services, provider: { ...provider, endSubscription } })
    await syncSubscription(given.services, subscriptionId)
    const { payments, sums } = await recordOf(given, userId)
    expect(payments).toMatchObject([{ status: 'PAID' }, { status: 'REFUNDED', creditsGranted: 0 }])
    expect(sums.SUBSCRIPTION.available).toBe(0)
    expect((await mailsTo(given, email)).slice(2)).toEqual([
      'Your Dooryard subscription has ended',
      expect.stringContaining('was refunded'),
    ])
  })
})

describe('what no event told of', () => {
  const given = settling(portal)
  const { db, fake, services } = given
  const hour = 3_600_000

  /** A subscriber whose month has just ended, by the provider's clock. */
  async function atEndOfMonth() {
    const who = await buyer(given)
    const { subscriptionId } = await paid(given, who, { plan: growth })
    await syncSubscription(services, subscriptionId)
    const subscription = fake.subscriptions.get(subscriptionId)
    if (!subscription) throw new Error('there is no subscription')
    fake.advance(subscription.periodEnd.getTime() - fake.now().getTime() + 1000)
    return { ...who, subscriptionId }
  }
  const creditsOf = async (userId: string) => (await sumsInAccount(db, userId)).SUBSCRIPTION?.available

  test('a renewal of which no event comes is recorded two hours after the month', async () => {
    const { userId, subscriptionId } = await atEndOfMonth()
    fake.renew(subscriptionId)
    await syncOverdue(services)
    expect(await creditsOf(userId)).toBe(4000)
    fake.advance(2 * hour)
    await syncOverdue(services)
    expect(await creditsOf(userId)).toBe(8000)
  })

  test('an end of which no event comes is recorded, though another subscription cannot be looked at', async () => {
    const [lost, ended] = [await atEndOfMonth(), await atEndOfMonth()]
    fake.subscriptions.delete(lost.subscriptionId)
    fake.end(ended.subscriptionId)
    fake.advance(day)
    await syncOverdue(services)
    expect(await creditsOf(ended.userId)).toBe(0)
    const status = db.selectFrom('subscriptions').select('status').where('providerId', '=', ended.subscriptionId)
    expect(await status.execute()).toEqual([{ status: 'INACTIVE' }])
  })

  test('an event whose job was given up is tried again; another job is left alone', async () => {
    await addJob(db, applyEventJob, { provider: 'SANDBOX', id: 'evt_given_up' }, { maxAttempts: 3 })
    await addJob(db, 'another-job', {}, { maxAttempts: 3 })
    await sql`update graphile_worker._private_jobs set attempts = 3 where max_attempts = 3`.execute(db)
    await syncOverdue(services)
    const { rows } = await sql<{ name: string; attempts: number }>`
    select task_identifier as name, attempts from graphile_worker.jobs where max_attempts = 3 order by id`.execute(db)
    expect(rows).toEqual([
      { name: applyEventJob, attempts: 0 },
      { name: 'another-job', attempts: 3 },
    ])
  })

  test('the subscription of an account that was deactivated ends with its month, and is charged no more', async () => {
    const who = await buyer(given)
    const { subscriptionId } = await paid(given, who, { plan: growth })
    await syncSubscription(services, subscriptionId)
    await db.updateTable('users').set({ isActive: false }).where('id', '=', who.userId).execute()
    await syncOverdue(services)
    expect(fake.subscriptions.get(subscriptionId)).toMatchObject({ status: 'ACTIVE', cancelAtPeriodEnd: true })
  })
})

describe('a purchase that nobody has paid for', () => {
  const services = { ...portal.services, ...portal.billing }

  const minute = 60_000

  test('what nobody pays in time ends, and its coupon is free again', async () => {
    const [buyer, other] = [await user(portal), await user(portal)]
    const code = await coupon(portal, { maxRedemptions: 1 })
    const { url, sessionId } = await begin(buyer, { packId: smallPack, couponCode: code })
    const row = portal.db.selectFrom('checkouts').select('status').where('id', '=', sessionId)
    // The half hour that providers want, by a clock that may be five minutes ahead of ours.
    portal.clock.advance(35 * minute)
    await expireCheckouts(services)
    expect(await row.execute()).toEqual([{ status: 'OPEN' }])
    portal.clock.advance(2 * minute)
    await expireCheckouts(services)
    expect(await row.execute()).toEqual([{ status: 'EXPIRED' }])
    expect(await payWith(portal, url)).toMatchObject({ status: 409 })
    expect(await usesOf(portal, code)).toEqual(['RELEASED'])
    const later = await signedIn(portal, other.email)
    expect(await buy(portal, later, { packId: smallPack, couponCode: code })).toMatchObject({ status: 'PAID' })
  })

  test('what was paid at the last moment, and not told of, is settled instead of ended', async () => {
    const buyer = await user(portal)
    const code = await coupon(portal)
    const { url, sessionId } = await begin(buyer, { packId: smallPack, couponCode: code })
    await payWith(portal, url)
    portal.clock.advance(40 * minute)
    await expireCheckouts(services)
    const row = portal.db.selectFrom('checkouts').select('status').where('id', '=', sessionId)
    expect(await row.execute()).toEqual([{ status: 'PAID' }])
    expect(await usesOf(portal, code)).toEqual(['REDEEMED'])
    expect((await infoOf(await signedIn(portal, buyer.email))).balance).toMatchObject({ onDemandCredits: 500 })
  })
})
