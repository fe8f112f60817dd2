import { afterAll, describe, expect, test } from 'vitest'
import { testPortal } from '../../../test/portal.ts'
import { getAccountSums } from '../../credits/ledger/ledger.fixture.ts'
import type { ProviderSubscription } from '../provider/provider.ts'
import { endGracePeriods } from '../subscription/sync-overdue.ts'
import { completeCheckout } from './complete-checkout.ts'
import {
  createBillingTestContext,
  createBuyer,
  day,
  getBillingRecord,
  growth,
  listMailSubjects,
  payTestCheckout,
  scale,
  starter,
} from './sync.fixture.ts'
import { syncSubscription } from './sync-subscription.ts'

const portal = await testPortal()
afterAll(portal.close)
const context = createBillingTestContext(portal)

describe('a late provider response', () => {
  /** The same services, but the provider's subscription response is delayed until released. */
  function delayCall() {
    const held = Promise.withResolvers<void>()
    const reached = Promise.withResolvers<void>()
    const { provider } = context.fake
    const subscription = async (id: string): Promise<ProviderSubscription> => {
      const answer = await provider.subscription(id)
      reached.resolve()
      await held.promise
      return answer
    }
    const services = { ...context.services, provider: { ...provider, subscription } }
    return { services, reached: reached.promise, letGo: held.resolve }
  }

  async function subscriber() {
    const buyer = await createBuyer(context)
    const bought = await payTestCheckout(context, buyer, { plan: growth })
    await completeCheckout(context.services, bought.checkoutId)
    return { ...buyer, ...bought }
  }

  /** Cancels between two concurrent syncs, of which the first gets its response last. */
  async function createOvertaken(subscriptionId: string, between: () => Promise<unknown> = async () => undefined) {
    const { services, reached, letGo } = delayCall()
    const first = syncSubscription(services, subscriptionId)
    await reached
    await context.fake.provider.setCancelAtPeriodEnd(subscriptionId, true)
    await syncSubscription(context.services, subscriptionId)
    await between()
    letGo()
    await first
  }

  test('does not undo what was recorded later', async () => {
    const { userId, subscriptionId } = await subscriber()
    await createOvertaken(subscriptionId)
    expect((await getBillingRecord(context, userId)).subscriptions).toMatchObject([{ cancelAtPeriodEnd: true }])
  })

  test('control: without the sequence number the late response wins', async () => {
    const { userId, subscriptionId } = await subscriber()
    await createOvertaken(subscriptionId, () =>
      context.db.updateTable('subscriptions').set({ sequence: 0 }).where('userId', '=', userId).execute(),
    )
    expect((await getBillingRecord(context, userId)).subscriptions).toMatchObject([{ cancelAtPeriodEnd: false }])
  })

  test('of two syncs of a new subscription, the later one wins', async () => {
    const buyer = await createBuyer(context)
    const { subscriptionId } = await payTestCheckout(context, buyer, { plan: growth })
    await createOvertaken(subscriptionId)
    const { subscriptions, payments, sums } = await getBillingRecord(context, buyer.userId)
    expect(subscriptions).toMatchObject([{ cancelAtPeriodEnd: true }])
    expect(payments).toHaveLength(1)
    expect(sums.SUBSCRIPTION.available).toBe(4000)
  })

  test('from before a failed renewal does not make the subscription active', async () => {
    const { userId, subscriptionId } = await subscriber()
    const { services, reached, letGo } = delayCall()
    const late = syncSubscription(services, subscriptionId)
    await reached
    context.fake.renew(subscriptionId, 'FAILED')
    await syncSubscription(context.services, subscriptionId)
    letGo()
    await late
    expect((await getBillingRecord(context, userId)).subscriptions).toMatchObject([{ status: 'PAST_DUE' }])
  })
})

test('for a subscription paid before it has started is retried until it starts', async () => {
  const buyer = await createBuyer(context)
  const { checkoutId, subscriptionId } = await payTestCheckout(context, buyer, { plan: growth })
  const { fake, services } = context
  const subscription = fake.subscriptions.get(subscriptionId) ?? {}
  Object.assign(subscription, { status: 'INACTIVE' })
  await expect(completeCheckout(services, checkoutId)).rejects.toMatchObject({ code: 'UNAVAILABLE' })
  expect(await getBillingRecord(context, buyer.userId)).toMatchObject({ subscriptions: [], payments: [] })

  Object.assign(subscription, { status: 'ACTIVE' })
  await completeCheckout(services, checkoutId)
  expect(await getBillingRecord(context, buyer.userId)).toMatchObject({
    subscriptions: [{ status: 'ACTIVE' }],
    sums: { SUBSCRIPTION: { available: 4000 } },
  })
  expect(await listMailSubjects(context, buyer.email)).toEqual([expect.stringContaining('receipt')])
})

describe('a month paid after its subscription ended', () => {
  const { db, fake, services } = context

  const listPayments = (userId: string) =>
    db
      .selectFrom('paymentTransactions')
      .select(['reason', 'status', 'amount', 'creditsGranted', 'refundReason'])
      .where('userId', '=', userId)
      .orderBy('createdAt')
      .orderBy('id')
      .execute()

  /** Creates a subscriber whose renewal failed and whose subscription the provider has ended. */
  async function createAbandoned({ isNotified }: { isNotified: boolean }) {
    const buyer = await createBuyer(context)
    const { subscriptionId } = await payTestCheckout(context, buyer, { plan: starter })
    await syncSubscription(services, subscriptionId)
    const renewal = fake.renew(subscriptionId, 'FAILED')
    await syncSubscription(services, subscriptionId)
    fake.end(subscriptionId, 'PAYMENT_FAILED')
    if (isNotified) await syncSubscription(services, subscriptionId)
    return { who: buyer, subscriptionId, renewal }
  }

  /** The money is collected at the provider after all. */
  const collect = (invoiceId: string) =>
    Object.assign(fake.invoices.get(invoiceId) ?? {}, {
      ...{ status: 'PAID', paymentRef: `pi_late_${invoiceId}`, paidAt: new Date(fake.now().getTime() + 1000) },
    })

  test('the unpaid invoice of a subscription is voided before its end is recorded', async () => {
    const { subscriptionId, renewal } = await createAbandoned({ isNotified: false })
    const { endSubscription } = fake.provider
    fake.provider.endSubscription = () => Promise.reject(new Error('cut off'))
    await expect(syncSubscription(services, subscriptionId)).rejects.toThrow('cut off')
    fake.provider.endSubscription = endSubscription
    const state = () =>
      db.selectFrom('subscriptions').select('status').where('providerId', '=', subscriptionId).execute()
    expect(await state()).toEqual([{ status: 'PAST_DUE' }])
    fake.advance(8 * day)
    await endGracePeriods(services)
    expect(await state()).toEqual([{ status: 'INACTIVE' }])
    expect(fake.invoices.get(renewal.id)).toMatchObject({ status: 'VOID' })
  })

  test.each([true, false])(
    'a payment after the end grants nothing and is refunded; end reported before: %s',
    async (isNotified) => {
      const { who: buyer, subscriptionId, renewal } = await createAbandoned({ isNotified })
      collect(renewal.id)
      await syncSubscription(services, subscriptionId)
      await syncSubscription(services, subscriptionId)
      expect(await listPayments(buyer.userId)).toMatchObject([
        { reason: 'FIRST', status: 'PAID', creditsGranted: 1000 },
        { reason: 'RENEWAL', status: 'REFUNDED', creditsGranted: 0, refundReason: 'The subscription had ended' },
      ])
      expect(fake.invoices.get(renewal.id)).toMatchObject({ status: 'REFUNDED' })
      expect(await getAccountSums(db, buyer.userId)).toMatchObject({ SUBSCRIPTION: { available: 0 } })
      expect(
        (await listMailSubjects(context, buyer.email)).filter((subject) => /refund|paid back/i.test(subject)),
      ).toHaveLength(1)
    },
  )

  test('the credits of a new subscription stay when an old invoice is paid', async () => {
    const { who: buyer, subscriptionId, renewal } = await createAbandoned({ isNotified: true })
    const next = await payTestCheckout(context, buyer, { plan: scale })
    await syncSubscription(services, next.subscriptionId)
    collect(renewal.id)
    await syncSubscription(services, subscriptionId)
    expect(await getAccountSums(db, buyer.userId)).toMatchObject({ SUBSCRIPTION: { available: 16_000 } })
  })
})
