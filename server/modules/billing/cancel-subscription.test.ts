import { billing } from '@dooryard/contract/billing'
import { afterAll, describe, expect, test } from 'vitest'
import { newId } from '../../platform/ids.ts'
import { type TestUser, user } from '../../test/factories.ts'
import { testPortal } from '../../test/portal.ts'
import { forgetOldQuotes } from './billing.jobs.ts'
import {
  begin,
  change,
  coupon,
  growth,
  infoOf,
  paymentsOf,
  quoteCall,
  quoted,
  refundAs,
  scale,
  smallPack,
  starter,
  stateOf,
  subscriber,
  usesOf,
} from './buying.fixture.ts'
import { advance, cardThat } from './sandbox/pay.fixture.ts'
import { syncOverdue } from './sync-overdue.ts'

const portal = await testPortal()
afterAll(portal.close)

describe('cancelling', () => {
  const cancel = ({ as }: Pick<TestUser, 'as'>) => as.call(billing.cancel, { body: {} })

  test('a cancelled subscription runs to its end, and keeping it or choosing another plan undoes that', async () => {
    const buyer = await subscriber(portal)
    const askedFor = portal.db
      .selectFrom('auditLog')
      .select('id')
      .where('action', '=', 'subscription.cancel_requested')
      .where('actorId', '=', buyer.id)
    const first = await cancel(buyer)
    expect(await askedFor.execute()).toHaveLength(1)
    for (const reply of [first, ...(await Promise.all([cancel(buyer), cancel(buyer)]))])
      expect(reply).toMatchObject({ status: 200, body: { cancelAtPeriodEnd: true, status: 'ACTIVE' } })
    const info = await infoOf(buyer)
    expect(info).toMatchObject({ balance: { subscriptionCredits: 4000 }, plan: { name: 'Growth' } })
    expect(info.nextCharge).toBeUndefined()
    expect(await askedFor.execute()).toHaveLength(1)

    expect(await change(buyer, await quoted(buyer, growth))).toMatchObject({
      status: 200,
      body: { cancelAtPeriodEnd: false },
    })
    await cancel(buyer)
    expect(await change(buyer, await quoted(buyer, scale))).toMatchObject({
      body: { planName: 'Scale', cancelAtPeriodEnd: false },
    })
    await cancel(buyer)
    expect(await change(buyer, await quoted(buyer, growth))).toMatchObject({
      body: { planName: 'Scale', cancelAtPeriodEnd: false, next: { planName: 'Growth' } },
    })
    // What was planned for the next month does not come after a cancellation, and is not promised.
    expect((await cancel(buyer)).body).toMatchObject({ planName: 'Scale', cancelAtPeriodEnd: true })
    expect((await infoOf(buyer)).subscription?.next).toBeUndefined()
  })

  test('a quote from before a cancellation does not undo it: one that says so does', async () => {
    const buyer = await subscriber(portal)
    const silent = await quoted(buyer, scale)
    await cancel(buyer)
    expect(await change(buyer, silent)).toMatchObject({
      status: 409,
      body: { message: expect.stringContaining('changed') },
    })
    expect((await infoOf(buyer)).subscription).toMatchObject({ planName: 'Growth', cancelAtPeriodEnd: true })
    expect(await change(buyer, await quoted(buyer, scale))).toMatchObject({ body: { cancelAtPeriodEnd: false } })
  })

  test('whoever has no subscription has none to change or cancel', async () => {
    const buyer = await user(portal)
    expect(await quoteCall(buyer, scale)).toMatchObject({ status: 409 })
    expect(await cancel(buyer)).toMatchObject({ status: 409, body: { message: 'You have no subscription to cancel.' } })
  })

  test('cancelled while its month is unpaid it ends at once, and nothing more is asked for it', async () => {
    const buyer = await subscriber(portal, { card: cardThat('FAILS_AT_RENEWAL') })
    await advance(portal, 32)
    await syncOverdue({ ...portal.services, ...portal.billing })
    expect((await infoOf(buyer)).subscription).toMatchObject({ status: 'PAST_DUE' })
    expect(await cancel(buyer)).toMatchObject({ status: 200, body: { status: 'INACTIVE' } })
    expect(await infoOf(buyer)).toMatchObject({ balance: { subscriptionCredits: 0 } })
    await advance(portal, 8)
    expect((await paymentsOf(portal, buyer.id)).map(({ status }) => status)).toEqual(['PAID', 'FAILED'])
    expect(await cancel(buyer)).toMatchObject({ status: 409 })
  })
})

describe('a quote for another plan', () => {
  const usd = (amount: number) => ({ amount, currency: 'USD' })

  test('whoever left a page with a coupon can use it for a change of plan, which closes that page', async () => {
    const buyer = await subscriber(portal, { planId: starter })
    const code = await coupon(portal)
    const { sessionId } = await begin(buyer, { packId: smallPack, couponCode: code })
    const quote = await quoted(buyer, growth, code)
    expect(quote).toMatchObject({ discount: usd(2000), amountDueNow: usd(8000) })
    // Nothing is bought yet, so the page can still be paid on.
    expect(await stateOf(buyer, sessionId)).toMatchObject({ status: 'OPEN' })
    expect(await change(buyer, quote)).toMatchObject({ status: 200, body: { planName: 'Growth' } })
    expect(await stateOf(buyer, sessionId)).toMatchObject({ status: 'EXPIRED' })
    expect(await usesOf(portal, code)).toEqual(['RELEASED', 'REDEEMED'])
  })

  test('a change that a coupon made free is credited for what was paid for it', async () => {
    const buyer = await subscriber(portal, { planId: starter })
    const code = await coupon(portal, { value: 100 })
    await change(buyer, await quoted(buyer, growth, code))
    const quote = await quoted(buyer, scale)
    expect(quote).toMatchObject({ charge: usd(49_900), credit: usd(4900), amountDueNow: usd(45_000) })
    await change(buyer, quote)
    expect((await paymentsOf(portal, buyer.id)).map(({ amount }) => amount)).toEqual([4900, 0, 45_000])
  })

  test('of a month that was paid back, an upgrade credits neither the money nor the credits', async () => {
    const [buyer, admin] = [await subscriber(portal), await user(portal, { role: 'SUPER_ADMIN' })]
    const [first] = await paymentsOf(portal, buyer.id)
    expect((await refundAs(admin, first?.id ?? '')).status).toBe(200)
    expect((await infoOf(buyer)).balance.subscriptionCredits).toBe(0)
    const quote = await quoted(buyer, scale)
    expect(quote).toMatchObject({ credit: usd(0), amountDueNow: usd(49_900), creditsGrantedNow: 16_000 })
    await change(buyer, quote)
    expect((await infoOf(buyer)).balance.subscriptionCredits).toBe(16_000)
  })
})

describe('old quotes', () => {
  const { db } = portal
  type Buyer = Awaited<ReturnType<typeof subscriber>>

  const inDays = (days: number) => ({ now: () => new Date(portal.clock.now().getTime() + days * 86_400_000) })
  const keptOf = async (buyer: Buyer) => {
    const quotes = await db.selectFrom('subscriptionQuotes').select('id').where('userId', '=', buyer.id).execute()
    return quotes.map(({ id }) => id).toSorted()
  }

  /** As a charge leaves it that was declined, after which the change was given up. */
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

  test('quotes that came to nothing are forgotten 90 days after they ran out, and no others', async () => {
    const buyer = await subscriber(portal)
    const [unused, tried, begun] = [await quoted(buyer, scale), await quoted(buyer, scale), await quoted(buyer, scale)]
    const applied = await quoted(buyer, scale)
    expect(await change(buyer, applied)).toMatchObject({ status: 200 })
    await declined(buyer, tried.quoteId)
    await db
      .updateTable('subscriptionQuotes')
      .set({ startedAt: portal.clock.now() })
      .where('id', '=', begun.quoteId)
      .execute()
    const all = [unused, tried, begun, applied].map(({ quoteId }) => quoteId).toSorted()
    await forgetOldQuotes({ db: portal.services.db, clock: inDays(90) })
    expect(await keptOf(buyer)).toEqual(all)
    await forgetOldQuotes({ db: portal.services.db, clock: inDays(91) })
    expect(await keptOf(buyer)).toEqual(all.filter((id) => id !== unused.quoteId))
    expect(await quoted(buyer, growth)).toMatchObject({ kind: 'DOWNGRADE' })
  })
})
