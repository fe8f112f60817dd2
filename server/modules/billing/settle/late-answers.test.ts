import { afterAll, describe, expect, test } from 'vitest'
import { testPortal } from '../../../test/portal.ts'
import { sumsInAccount } from '../../credits/ledger.fixture.ts'
import type { ProviderSubscription } from '../provider.ts'
import { endGrace } from '../sync-overdue.ts'
import { buyer, day, growth, mailsTo, paid, recordOf, scale, settling, starter } from './settle.fixture.ts'
import { settleCheckout } from './settle-checkout.ts'
import { syncSubscription } from './sync-subscription.ts'

const portal = await testPortal()
afterAll(portal.close)
const given = settling(portal)

describe('an answer of the provider that comes late', () => {
  /** The same services, of which the provider answers about a subscription only when it is let go. */
  function slow() {
    const held = Promise.withResolvers<void>()
    const reached = Promise.withResolvers<void>()
    const { provider } = given.fake
    const subscription = async (id: string): Promise<ProviderSubscription> => {
      const answer = await provider.subscription(id)
      reached.resolve()
      await held.promise
      return answer
    }
    const services = { ...given.services, provider: { ...provider, subscription } }
    return { services, reached: reached.promise, letGo: held.resolve }
  }

  async function subscriber() {
    const who = await buyer(given)
    const bought = await paid(given, who, { plan: growth })
    await settleCheckout(given.services, bought.checkoutId)
    return { ...who, ...bought }
  }

  /** Cancels between two who ask, of whom the first hears the answer last. */
  async function overtaken(subscriptionId: string, between: () => Promise<unknown> = async () => undefined) {
    const { services, reached, letGo } = slow()
    const first = syncSubscription(services, subscriptionId)
    await reached
    await given.fake.provider.setCancelAtPeriodEnd(subscriptionId, true)
    await syncSubscription(given.services, subscriptionId)
    await between()
    letGo()
    await first
  }

  test('an answer that comes late does not undo what was told later', async () => {
    const { userId, subscriptionId } = await subscriber()
    await overtaken(subscriptionId)
    expect((await recordOf(given, userId)).subscriptions).toMatchObject([{ cancelAtPeriodEnd: true }])
  })

  test('the same without a memory of who asked last: the late answer wins, and this test sees it', async () => {
    const { userId, subscriptionId } = await subscriber()
    await overtaken(subscriptionId, () =>
      given.db.updateTable('subscriptions').set({ sequence: 0 }).where('userId', '=', userId).execute(),
    )
    expect((await recordOf(given, userId)).subscriptions).toMatchObject([{ cancelAtPeriodEnd: false }])
  })

  test('of two who see a new subscription, the later one is believed', async () => {
    const who = await buyer(given)
    const { subscriptionId } = await paid(given, who, { plan: growth })
    await overtaken(subscriptionId)
    const { subscriptions, payments, sums } = await recordOf(given, who.userId)
    expect(subscriptions).toMatchObject([{ cancelAtPeriodEnd: true }])
    expect(payments).toHaveLength(1)
    expect(sums.SUBSCRIPTION.available).toBe(4000)
  })

  test('an answer from before a renewal that failed does not say that all is well', async () => {
    const { userId, subscriptionId } = await subscriber()
    const { services, reached, letGo } = slow()
    const late = syncSubscription(services, subscriptionId)
    await reached
    given.fake.renew(subscriptionId, 'FAILED')
    await syncSubscription(given.services, subscriptionId)
    letGo()
    await late
    expect((await recordOf(given, userId)).subscriptions).toMatchObject([{ status: 'PAST_DUE' }])
  })
})

test('a subscription that is paid for before it has begun is asked about again, and then it begins', async () => {
  const who = await buyer(given)
  const { checkoutId, subscriptionId } = await paid(given, who, { plan: growth })
  const { fake, services } = given
  const subscription = fake.subscriptions.get(subscriptionId) ?? {}
  Object.assign(subscription, { status: 'INACTIVE' })
  await expect(settleCheckout(services, checkoutId)).rejects.toMatchObject({ code: 'UNAVAILABLE' })
  expect(await recordOf(given, who.userId)).toMatchObject({ subscriptions: [], payments: [] })

  Object.assign(subscription, { status: 'ACTIVE' })
  await settleCheckout(services, checkoutId)
  expect(await recordOf(given, who.userId)).toMatchObject({
    subscriptions: [{ status: 'ACTIVE' }],
    sums: { SUBSCRIPTION: { available: 4000 } },
  })
  expect(await mailsTo(given, who.email)).toEqual([expect.stringContaining('receipt')])
})

describe('a month that is paid after its subscription ended', () => {
  const { db, fake, services } = given

  const paymentsOf = (userId: string) =>
    db
      .selectFrom('paymentTransactions')
      .select(['reason', 'status', 'amount', 'creditsGranted', 'refundReason'])
      .where('userId', '=', userId)
      .orderBy('createdAt')
      .orderBy('id')
      .execute()

  /** A subscriber whose renewal failed, and which the provider has given up. */
  async function givenUp({ isToldOf }: { isToldOf: boolean }) {
    const who = await buyer(given)
    const { subscriptionId } = await paid(given, who, { plan: starter })
    await syncSubscription(services, subscriptionId)
    const renewal = fake.renew(subscriptionId, 'FAILED')
    await syncSubscription(services, subscriptionId)
    fake.end(subscriptionId, 'PAYMENT_FAILED')
    if (isToldOf) await syncSubscription(services, subscriptionId)
    return { who, subscriptionId, renewal }
  }

  /** Somebody at the provider takes the money after all. */
  const collect = (invoiceId: string) =>
    Object.assign(fake.invoices.get(invoiceId) ?? {}, {
      ...{ status: 'PAID', paymentRef: `pi_late_${invoiceId}`, paidAt: new Date(fake.now().getTime() + 1000) },
    })

  test('with a subscription ends what is unpaid of it, before its end is recorded', async () => {
    const { subscriptionId, renewal } = await givenUp({ isToldOf: false })
    const { endSubscription } = fake.provider
    fake.provider.endSubscription = () => Promise.reject(new Error('cut off'))
    await expect(syncSubscription(services, subscriptionId)).rejects.toThrow('cut off')
    fake.provider.endSubscription = endSubscription
    const state = () =>
      db.selectFrom('subscriptions').select('status').where('providerId', '=', subscriptionId).execute()
    expect(await state()).toEqual([{ status: 'PAST_DUE' }])
    fake.advance(8 * day)
    await endGrace(services)
    expect(await state()).toEqual([{ status: 'INACTIVE' }])
    expect(fake.invoices.get(renewal.id)).toMatchObject({ status: 'VOID' })
  })

  test.each([true, false])(
    'what is paid after the end gives nothing and is paid back; end told before: %s',
    async (isToldOf) => {
      const { who, subscriptionId, renewal } = await givenUp({ isToldOf })
      collect(renewal.id)
      await syncSubscription(services, subscriptionId)
      await syncSubscription(services, subscriptionId)
      expect(await paymentsOf(who.userId)).toMatchObject([
        { reason: 'FIRST', status: 'PAID', creditsGranted: 1000 },
        { reason: 'RENEWAL', status: 'REFUNDED', creditsGranted: 0, refundReason: 'The subscription had ended' },
      ])
      expect(fake.invoices.get(renewal.id)).toMatchObject({ status: 'REFUNDED' })
      expect(await sumsInAccount(db, who.userId)).toMatchObject({ SUBSCRIPTION: { available: 0 } })
      expect((await mailsTo(given, who.email)).filter((subject) => /refund|paid back/i.test(subject))).toHaveLength(1)
    },
  )

  test('the credits of a new subscription stay where an old invoice is paid', async () => {
    const { who, subscriptionId, renewal } = await givenUp({ isToldOf: true })
    const next = await paid(given, who, { plan: scale })
    await syncSubscription(services, next.subscriptionId)
    collect(renewal.id)
    await syncSubscription(services, subscriptionId)
    expect(await sumsInAccount(db, who.userId)).toMatchObject({ SUBSCRIPTION: { available: 16_000 } })
  })
})
