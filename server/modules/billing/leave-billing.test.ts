import { account } from '@dooryard/contract/account'
import { billing } from '@dooryard/contract/billing'
import { afterAll, beforeEach, describe, expect, test, vi } from 'vitest'
import { type TestUser, testPassword, user } from '../../test/factories.ts'
import { testPortal } from '../../test/portal.ts'
import { begin, change, growth, infoOf, paymentsOf, quoted, scale, starter, stateOf } from './buying.fixture.ts'
import { forgetCards } from './customers.queries.ts'
import { fakeProvider } from './fake-provider.fixture.ts'
import { endStranded } from './settle/record-subscription.ts'
import { day, mailsTo } from './settle/settle.fixture.ts'
import { syncSubscription } from './settle/sync-subscription.ts'
import { syncOverdue } from './sync-overdue.ts'

const fake = fakeProvider()
const portal = await testPortal({ provider: () => fake.provider })
afterAll(portal.close)
const services = { ...portal.services, ...portal.billing }

describe('closing an account', () => {
  const calls = { ...fake.provider }
  beforeEach(() => {
    Object.assign(fake.provider, calls)
    fake.trouble.down = false
  })

  /** Somebody whose subscription ends with its month. */
  async function leaver() {
    const buyer = await user(portal)
    const { sessionId } = await begin(buyer, { planId: growth })
    fake.pay(`cs_${sessionId}`)
    await stateOf(buyer, sessionId)
    await buyer.as.call(billing.cancel, { body: {} })
    return { ...buyer, subscriptionId: fake.sessions.get(`cs_${sessionId}`)?.subscriptionId ?? '' }
  }
  type Leaver = Awaited<ReturnType<typeof leaver>>

  const close = ({ as }: Leaver) => as.call(account.close, { body: { password: testPassword } })
  const cardOf = async ({ id }: Leaver) => {
    const customers = portal.db.selectFrom('billingCustomers').select('paymentMethod').where('userId', '=', id)
    return (await customers.executeTakeFirstOrThrow()).paymentMethod
  }
  const isRunning = ({ subscriptionId }: Leaver) => fake.subscriptions.get(subscriptionId)?.cancelAtPeriodEnd === false
  const isOpen = async ({ as }: Leaver) => (await as.call(account.me)).status === 200

  /** Closes the account while the provider is asked for something, the first time that it is. */
  function closesWhile(call: 'changePlan' | 'setCancelAtPeriodEnd' | 'subscription', buyer: Leaver) {
    const replies: Awaited<ReturnType<typeof close>>[] = []
    const asking = async (...args: never[]) => {
      Object.assign(fake.provider, { [call]: calls[call] })
      replies.push(await close(buyer))
      return (calls[call] as (...args: never[]) => Promise<unknown>)(...args)
    }
    Object.assign(fake.provider, { [call]: asking })
    return replies
  }

  test('an account whose subscription ends with its month is closed, and nothing goes on', async () => {
    const buyer = await leaver()
    expect(await close(buyer)).toMatchObject({ status: 204 })
    expect(isRunning(buyer)).toBe(false)
  })

  test('nothing of the card is kept of an account that is closed, whatever the provider tells later', async () => {
    const buyer = await leaver()
    expect(await cardOf(buyer)).toMatchObject({ last4: expect.any(String) })
    await forgetCards(services)
    expect(await cardOf(buyer)).not.toBeNull()
    await close(buyer)
    for (const later of [() => undefined, () => syncSubscription(services, buyer.subscriptionId)]) {
      await later()
      await forgetCards(services)
      expect(await cardOf(buyer)).toBeNull()
    }
  })

  test.each([
    { what: 'a larger plan is being changed to', planId: scale, call: 'changePlan', says: 'under way' },
    { what: 'a smaller plan is being changed to', planId: starter, call: 'changePlan', says: 'under way' },
    {
      what: 'what undid the cancellation is recorded',
      planId: scale,
      call: 'setCancelAtPeriodEnd',
      says: 'would go on',
    },
    { what: 'the plan is being kept', planId: growth, call: 'setCancelAtPeriodEnd', says: 'under way' },
  ] as const)('an account stays open while $what', async ({ planId, call, says }) => {
    const buyer = await leaver()
    const quote = await quoted(buyer, planId)
    const replies = closesWhile(call, buyer)
    expect(await change(buyer, quote)).toMatchObject({ status: 200, body: { cancelAtPeriodEnd: false } })
    expect(replies).toMatchObject([{ status: 409, body: { message: expect.stringContaining(says) } }])
    expect([isRunning(buyer), await isOpen(buyer)]).toEqual([true, true])
    const message = expect.stringContaining('Cancel it first')
    expect(await close(buyer)).toMatchObject({ status: 409, body: { message } })
  })

  test('an account that is closed before a change begins is charged for none', async () => {
    const buyer = await leaver()
    const quote = await quoted(buyer, scale)
    const replies = closesWhile('subscription', buyer)
    expect(await change(buyer, quote)).toMatchObject({ status: 401 })
    expect(replies).toMatchObject([{ status: 204 }])
    expect(isRunning(buyer)).toBe(false)
  })

  test('a change whose process died after it undid the cancellation keeps the account open, however late', async () => {
    const buyer = await leaver()
    const quote = await quoted(buyer, growth)
    fake.provider.setCancelAtPeriodEnd = async (...asked) => {
      await calls.setCancelAtPeriodEnd(...asked)
      fake.trouble.down = true
    }
    expect(await change(buyer, quote)).toMatchObject({ status: 503 })
    Object.assign(fake.provider, calls)
    fake.trouble.down = false
    await portal.db
      .updateTable('subscriptionQuotes')
      .set({ startedAt: new Date(Date.now() - 6 * 60_000), attempt: crypto.randomUUID() })
      .where('id', '=', quote.quoteId)
      .execute()
    expect(await close(buyer)).toMatchObject({
      status: 409,
      body: { message: expect.stringContaining('Cancel it first') },
    })
    expect(await infoOf(buyer)).toMatchObject({ subscription: { cancelAtPeriodEnd: false } })
    await buyer.as.call(billing.cancel, { body: {} })
    expect(await close(buyer)).toMatchObject({ status: 204 })
    expect(isRunning(buyer)).toBe(false)
  })

  test('a subscription that is made to go on after its account was closed is cancelled again', async () => {
    const buyer = await leaver()
    await close(buyer)
    await fake.provider.setCancelAtPeriodEnd(buyer.subscriptionId, false)
    await syncSubscription(services, buyer.subscriptionId)
    expect(isRunning(buyer)).toBe(false)
  })

  test.each([false, true])(
    'an unpaid month of an account that is deactivated is asked for no more, cancelled before: %s',
    async (cancelled) => {
      const { id, subscriptionId } = await leaver()
      await fake.provider.setCancelAtPeriodEnd(subscriptionId, cancelled)
      const invoice = fake.renew(subscriptionId, 'FAILED')
      await syncSubscription(services, subscriptionId)
      await portal.db.updateTable('users').set({ isActive: false }).where('id', '=', id).execute()
      await syncOverdue(services)
      expect(await fake.provider.invoice(invoice.id)).toMatchObject({ status: 'VOID' })
      const row = portal.db.selectFrom('subscriptions').select('status').where('userId', '=', id)
      expect(await row.execute()).toEqual([{ status: 'INACTIVE' }])
      expect(await fake.provider.subscription(subscriptionId)).toMatchObject({ status: 'INACTIVE' })
    },
  )

  test('an account is not closed while nobody can say whether its subscription goes on', async () => {
    const buyer = await leaver()
    fake.trouble.down = true
    expect(await close(buyer)).toMatchObject({ status: 503 })
    fake.trouble.down = false
    expect(await isOpen(buyer)).toBe(true)
  })
})

describe('a subscription with a provider that the portal no longer has', () => {
  /** Somebody who has subscribed to Growth with a provider that the portal no longer has. */
  async function stranded(): Promise<TestUser> {
    const buyer = await user(portal)
    await subscribe(buyer, growth)
    const moved = portal.db.updateTable('subscriptions').set({ provider: 'STRIPE' })
    await moved.where('userId', '=', buyer.id).execute()
    return buyer
  }

  async function subscribe(buyer: TestUser, planId: string) {
    const { sessionId } = await begin(buyer, { planId })
    fake.pay(`cs_${sessionId}`)
    return stateOf(buyer, sessionId)
  }

  const recordedOf = ({ id }: TestUser) =>
    portal.db
      .selectFrom('subscriptions')
      .select(['status', 'provider', 'isDuplicate'])
      .where('userId', '=', id)
      .orderBy('createdAt')
      .orderBy('provider', 'desc')
      .execute()

  test('its month goes on unseen: nothing is said to be charged, and its credits can be spent', async () => {
    const buyer = await stranded()
    await endStranded(services)
    const { subscription, nextCharge, balance } = await infoOf(buyer)
    expect({ subscription, nextCharge }).toEqual({ subscription: undefined, nextCharge: undefined })
    expect(balance.subscriptionCredits).toBe(4000)
    expect((await buyer.as.call(account.me)).body).not.toHaveProperty('subscription')
    expect(await buyer.as.call(billing.cancel, { body: {} })).toMatchObject({ status: 409 })
  })

  test('it keeps nobody from another subscription, beside which its credits stay', async () => {
    const buyer = await stranded()
    expect(await subscribe(buyer, scale)).toMatchObject({ status: 'PAID' })
    expect(await recordedOf(buyer)).toEqual([
      { provider: 'STRIPE', status: 'INACTIVE', isDuplicate: false },
      { provider: 'SANDBOX', status: 'ACTIVE', isDuplicate: false },
    ])
    expect(await infoOf(buyer)).toMatchObject({ plan: { name: 'Scale' }, balance: { subscriptionCredits: 20_000 } })
  })

  test('it keeps nobody from closing the account', async () => {
    const buyer = await stranded()
    expect(await buyer.as.call(account.close, { body: { password: testPassword } })).toMatchObject({ status: 204 })
  })

  test('over here, it is ended and paid back once where its provider comes back and has renewed it', async () => {
    const buyer = await stranded()
    fake.advance(32 * day)
    await endStranded(services)
    const back = portal.db.updateTable('subscriptions').set({ provider: 'SANDBOX' }).where('userId', '=', buyer.id)
    const { providerId } = await back.returning('providerId').executeTakeFirstOrThrow()
    fake.renew(providerId)
    await syncSubscription(services, providerId)
    expect(await fake.provider.subscription(providerId)).toMatchObject({ status: 'INACTIVE' })
    expect(await paymentsOf(portal, buyer.id)).toMatchObject([{ status: 'PAID' }, { status: 'REFUNDED' }])
    expect(await recordedOf(buyer)).toMatchObject([{ status: 'INACTIVE', isDuplicate: false }])
  })

  test('one that cannot be ended holds up no other, and is ended by the next round', async () => {
    fake.advance(32 * day)
    await endStranded(services)
    const [first, second] = [await stranded(), await stranded()]
    fake.advance(32 * day)
    const clock = {
      now: vi.fn(services.clock.now).mockImplementationOnce(() => {
        throw new Error('not now')
      }),
    }
    await endStranded({ ...services, clock })
    expect(await recordedOf(first)).toMatchObject([{ status: 'ACTIVE' }])
    expect(await recordedOf(second)).toMatchObject([{ status: 'INACTIVE' }])
    await endStranded(services)
    expect(await recordedOf(first)).toMatchObject([{ status: 'INACTIVE' }])
  })

  test('it ends with its month, however often that is looked after, and its credits with it', async () => {
    const buyer = await stranded()
    fake.advance(32 * day)
    await endStranded({ ...services, provider: null })
    expect((await infoOf(buyer)).balance.subscriptionCredits).toBe(4000)
    await Promise.all([1, 2, 3].map(() => endStranded(services)))
    const { subscription, balance } = await infoOf(buyer)
    expect(subscription).toMatchObject({ status: 'INACTIVE', endReason: 'CANCELLED' })
    expect(balance.subscriptionCredits).toBe(0)
    const mails = await mailsTo({ portal, db: portal.db, services, fake }, buyer.email)
    expect(mails.filter((subject) => /has ended/.test(subject))).toHaveLength(1)
  })
})
