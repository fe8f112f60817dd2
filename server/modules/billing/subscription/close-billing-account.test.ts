import { billing } from '@dooryard/contract/billing/billing'
import { account } from '@dooryard/contract/identity/account'
import { afterAll, beforeEach, describe, expect, test, vi } from 'vitest'
import { type TestUser, testPassword, user } from '../../../test/factories.ts'
import { testPortal } from '../../../test/portal.ts'
import { deleteClosedAccountCards } from '../checkout/customers.queries.ts'
import {
  getCheckoutState,
  getInfo,
  growth,
  listUserPayments,
  requestPlanChange,
  requirePreview,
  scale,
  starter,
  startPurchase,
} from '../checkout/purchases.fixture.ts'
import { fakeProvider } from '../provider/fake-provider.fixture.ts'
import { endOrphanedSubscriptions } from '../sync/record-subscription.ts'
import { day, listMailSubjects } from '../sync/sync.fixture.ts'
import { syncSubscription } from '../sync/sync-subscription.ts'
import { syncOverdueSubscriptions } from './sync-overdue.ts'

const fake = fakeProvider()
const portal = await testPortal({ provider: () => fake.provider })
afterAll(portal.close)
const services = { ...portal.services, ...portal.billing }

describe('closing an account', () => {
  const calls = { ...fake.provider }
  beforeEach(() => {
    Object.assign(fake.provider, calls)
    fake.failures.down = false
  })

  /** Creates a user whose subscription ends with its month. */
  async function createLeaver() {
    const buyer = await user(portal)
    const { sessionId } = await startPurchase(buyer, { planId: growth })
    fake.pay(`cs_${sessionId}`)
    await getCheckoutState(buyer, sessionId)
    await buyer.as.call(billing.cancel, { body: {} })
    return { ...buyer, subscriptionId: fake.sessions.get(`cs_${sessionId}`)?.subscriptionId ?? '' }
  }
  type Leaver = Awaited<ReturnType<typeof createLeaver>>

  const close = ({ as }: Leaver) => as.call(account.close, { body: { password: testPassword } })
  const getCard = async ({ id }: Leaver) => {
    const customers = portal.db.selectFrom('billingCustomers').select('paymentMethod').where('userId', '=', id)
    return (await customers.executeTakeFirstOrThrow()).paymentMethod
  }
  const isRunning = ({ subscriptionId }: Leaver) => fake.subscriptions.get(subscriptionId)?.cancelAtPeriodEnd === false
  const isOpen = async ({ as }: Leaver) => (await as.call(account.me)).status === 200

  /** Closes the account during the first such call to the provider. */
  function closeDuring(call: 'changePlan' | 'setCancelAtPeriodEnd' | 'subscription', buyer: Leaver) {
    const replies: Awaited<ReturnType<typeof close>>[] = []
    const asking = async (...args: never[]) => {
      Object.assign(fake.provider, { [call]: calls[call] })
      replies.push(await close(buyer))
      return (calls[call] as (...args: never[]) => Promise<unknown>)(...args)
    }
    Object.assign(fake.provider, { [call]: asking })
    return replies
  }

  test('an account whose subscription ends with its month is closed, and nothing continues', async () => {
    const buyer = await createLeaver()
    expect(await close(buyer)).toMatchObject({ status: 204 })
    expect(isRunning(buyer)).toBe(false)
  })

  test('no card data is kept of a closed account, whatever the provider reports later', async () => {
    const buyer = await createLeaver()
    expect(await getCard(buyer)).toMatchObject({ last4: expect.any(String) })
    await deleteClosedAccountCards(services)
    expect(await getCard(buyer)).not.toBeNull()
    await close(buyer)
    for (const later of [() => undefined, () => syncSubscription(services, buyer.subscriptionId)]) {
      await later()
      await deleteClosedAccountCards(services)
      expect(await getCard(buyer)).toBeNull()
    }
  })

  test.each([
    { what: 'a larger plan is being changed to', planId: scale, call: 'changePlan', says: 'in progress' },
    { what: 'a smaller plan is being changed to', planId: starter, call: 'changePlan', says: 'in progress' },
    {
      what: 'what undid the cancellation is recorded',
      planId: scale,
      call: 'setCancelAtPeriodEnd',
      says: 'would continue',
    },
    { what: 'the plan is being kept', planId: growth, call: 'setCancelAtPeriodEnd', says: 'in progress' },
  ] as const)('an account stays open while $what', async ({ planId, call, says }) => {
    const buyer = await createLeaver()
    const quote = await requirePreview(buyer, planId)
    const replies = closeDuring(call, buyer)
    expect(await requestPlanChange(buyer, quote)).toMatchObject({ status: 200, body: { cancelAtPeriodEnd: false } })
    expect(replies).toMatchObject([{ status: 409, body: { message: expect.stringContaining(says) } }])
    expect([isRunning(buyer), await isOpen(buyer)]).toEqual([true, true])
    const message = expect.stringContaining('Cancel it first')
    expect(await close(buyer)).toMatchObject({ status: 409, body: { message } })
  })

  test('an account closed before a change starts is not charged for it', async () => {
    const buyer = await createLeaver()
    const quote = await requirePreview(buyer, scale)
    const replies = closeDuring('subscription', buyer)
    expect(await requestPlanChange(buyer, quote)).toMatchObject({ status: 401 })
    expect(replies).toMatchObject([{ status: 204 }])
    expect(isRunning(buyer)).toBe(false)
  })

  test('a change whose process died after undoing the cancellation keeps the account open, however late', async () => {
    const buyer = await createLeaver()
    const quote = await requirePreview(buyer, growth)
    fake.provider.setCancelAtPeriodEnd = async (...asked) => {
      await calls.setCancelAtPeriodEnd(...asked)
      fake.failures.down = true
    }
    expect(await requestPlanChange(buyer, quote)).toMatchObject({ status: 503 })
    Object.assign(fake.provider, calls)
    fake.failures.down = false
    await portal.db
      .updateTable('subscriptionQuotes')
      .set({ startedAt: new Date(Date.now() - 6 * 60_000), attempt: crypto.randomUUID() })
      .where('id', '=', quote.quoteId)
      .execute()
    expect(await close(buyer)).toMatchObject({
      status: 409,
      body: { message: expect.stringContaining('Cancel it first') },
    })
    expect(await getInfo(buyer)).toMatchObject({ subscription: { cancelAtPeriodEnd: false } })
    await buyer.as.call(billing.cancel, { body: {} })
    expect(await close(buyer)).toMatchObject({ status: 204 })
    expect(isRunning(buyer)).toBe(false)
  })

  test('a subscription resumed after its account was closed is cancelled again', async () => {
    const buyer = await createLeaver()
    await close(buyer)
    await fake.provider.setCancelAtPeriodEnd(buyer.subscriptionId, false)
    await syncSubscription(services, buyer.subscriptionId)
    expect(isRunning(buyer)).toBe(false)
  })

  test.each([false, true])(
    'the unpaid month of a deactivated account is not charged any more, cancelled before: %s',
    async (cancelled) => {
      const { id, subscriptionId } = await createLeaver()
      await fake.provider.setCancelAtPeriodEnd(subscriptionId, cancelled)
      const invoice = fake.renew(subscriptionId, 'FAILED')
      await syncSubscription(services, subscriptionId)
      await portal.db.updateTable('users').set({ isActive: false }).where('id', '=', id).execute()
      await syncOverdueSubscriptions(services)
      expect(await fake.provider.invoice(invoice.id)).toMatchObject({ status: 'VOID' })
      const row = portal.db.selectFrom('subscriptions').select('status').where('userId', '=', id)
      expect(await row.execute()).toEqual([{ status: 'INACTIVE' }])
      expect(await fake.provider.subscription(subscriptionId)).toMatchObject({ status: 'INACTIVE' })
    },
  )

  test('an account cannot be closed while its subscription cannot be checked', async () => {
    const buyer = await createLeaver()
    fake.failures.down = true
    expect(await close(buyer)).toMatchObject({ status: 503 })
    fake.failures.down = false
    expect(await isOpen(buyer)).toBe(true)
  })
})

describe('a subscription with a provider that the portal no longer uses', () => {
  /** Creates a user who subscribed to Growth with a provider that the portal no longer uses. */
  async function createOrphanedSubscriber(): Promise<TestUser> {
    const buyer = await user(portal)
    await subscribe(buyer, growth)
    const moved = portal.db.updateTable('subscriptions').set({ provider: 'STRIPE' })
    await moved.where('userId', '=', buyer.id).execute()
    return buyer
  }

  async function subscribe(buyer: TestUser, planId: string) {
    const { sessionId } = await startPurchase(buyer, { planId })
    fake.pay(`cs_${sessionId}`)
    return getCheckoutState(buyer, sessionId)
  }

  const getRecorded = ({ id }: TestUser) =>
    portal.db
      .selectFrom('subscriptions')
      .select(['status', 'provider', 'isDuplicate'])
      .where('userId', '=', id)
      .orderBy('createdAt')
      .orderBy('provider', 'desc')
      .execute()

  test('continues for its month: no next charge is shown, and its credits can be spent', async () => {
    const buyer = await createOrphanedSubscriber()
    await endOrphanedSubscriptions(services)
    const { subscription, nextCharge, balance } = await getInfo(buyer)
    expect({ subscription, nextCharge }).toEqual({ subscription: undefined, nextCharge: undefined })
    expect(balance.subscriptionCredits).toBe(4000)
    expect((await buyer.as.call(account.me)).body).not.toHaveProperty('subscription')
    expect(await buyer.as.call(billing.cancel, { body: {} })).toMatchObject({ status: 409 })
  })

  test('does not block another subscription, and its credits stay', async () => {
    const buyer = await createOrphanedSubscriber()
    expect(await subscribe(buyer, scale)).toMatchObject({ status: 'PAID' })
    expect(await getRecorded(buyer)).toEqual([
      { provider: 'STRIPE', status: 'INACTIVE', isDuplicate: false },
      { provider: 'SANDBOX', status: 'ACTIVE', isDuplicate: false },
    ])
    expect(await getInfo(buyer)).toMatchObject({ plan: { name: 'Scale' }, balance: { subscriptionCredits: 20_000 } })
  })

  test('does not block closing the account', async () => {
    const buyer = await createOrphanedSubscriber()
    expect(await buyer.as.call(account.close, { body: { password: testPassword } })).toMatchObject({ status: 204 })
  })

  test('that has ended here is ended and refunded once if its provider returns and has renewed it', async () => {
    const buyer = await createOrphanedSubscriber()
    fake.advance(32 * day)
    await endOrphanedSubscriptions(services)
    const back = portal.db.updateTable('subscriptions').set({ provider: 'SANDBOX' }).where('userId', '=', buyer.id)
    const { providerId } = await back.returning('providerId').executeTakeFirstOrThrow()
    fake.renew(providerId)
    await syncSubscription(services, providerId)
    expect(await fake.provider.subscription(providerId)).toMatchObject({ status: 'INACTIVE' })
    expect(await listUserPayments(portal, buyer.id)).toMatchObject([{ status: 'PAID' }, { status: 'REFUNDED' }])
    expect(await getRecorded(buyer)).toMatchObject([{ status: 'INACTIVE', isDuplicate: false }])
  })

  test('does not block others if it cannot be ended, and is ended by the next run', async () => {
    fake.advance(32 * day)
    await endOrphanedSubscriptions(services)
    const [first, second] = [await createOrphanedSubscriber(), await createOrphanedSubscriber()]
    fake.advance(32 * day)
    const clock = {
      now: vi.fn(services.clock.now).mockImplementationOnce(() => {
        throw new Error('not now')
      }),
    }
    await endOrphanedSubscriptions({ ...services, clock })
    expect(await getRecorded(first)).toMatchObject([{ status: 'ACTIVE' }])
    expect(await getRecorded(second)).toMatchObject([{ status: 'INACTIVE' }])
    await endOrphanedSubscriptions(services)
    expect(await getRecorded(first)).toMatchObject([{ status: 'INACTIVE' }])
  })

  test('ends with its month and its credits expire, however often the job runs', async () => {
    const buyer = await createOrphanedSubscriber()
    fake.advance(32 * day)
    await endOrphanedSubscriptions({ ...services, provider: null })
    expect((await getInfo(buyer)).balance.subscriptionCredits).toBe(4000)
    await Promise.all([1, 2, 3].map(() => endOrphanedSubscriptions(services)))
    const { subscription, balance } = await getInfo(buyer)
    expect(subscription).toMatchObject({ status: 'INACTIVE', endReason: 'CANCELLED' })
    expect(balance.subscriptionCredits).toBe(0)
    const mails = await listMailSubjects({ portal, db: portal.db, services, fake }, buyer.email)
    expect(mails.filter((subject) => /has ended/.test(subject))).toHaveLength(1)
  })
})
