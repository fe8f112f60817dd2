import type { EndpointRequest } from '@dooryard/contract/api/endpoint'
import { maxListedHolds } from '@dooryard/contract/api/limits'
import { creditHistory } from '@dooryard/contract/billing/credit-history'
import { orders } from '@dooryard/contract/orders/orders'
import { parse } from 'csv-parse/sync'
import { sql } from 'kysely'
import { afterAll, expect, test } from 'vitest'
import { newId } from '../../../platform/util/ids.ts'
import { enterpriseUser, user } from '../../../test/factories.ts'
import { testPortal } from '../../../test/portal.ts'
import { adjustCredits, captureHold, expireSubscriptionCredits, holdCredits } from '../../credits/index.ts'
import { listLastDays } from './balance-rules.ts'

const portal = await testPortal({ demoRows: 1_000 })
afterAll(portal.close)

// Noon UTC is hours away from midnight in every time zone tested here.
portal.clock.advance(43_200_000 - (Date.now() % 86_400_000))

type OrderingUser = Awaited<ReturnType<typeof enterpriseUser>>

async function placeTestOrder({ as, campaign }: OrderingUser, orderName: string, quantity: number): Promise<string> {
  const call = { params: { campaignId: campaign.id }, body: { orderName, quantity } }
  const { status, body } = await as.call(orders.place, call)
  if (status !== 201) throw new Error(JSON.stringify(body))
  return body.id
}

const captureTestHold = (orderId: string, capture: number) =>
  portal.db
    .transaction()
    .execute((db) => captureHold(db, { orderId, capture, reason: 'Delivered', actor: 'system', at: new Date() }))

test('every change is listed with its reason and actor, newest first', async () => {
  const owner = await enterpriseUser(portal, { subscriptionCredits: 100, onDemandCredits: 50 })
  const admin = await user(portal, { role: 'SUPER_ADMIN' })
  const orderId = await placeTestOrder(owner, 'First mailing', 120)
  await captureTestHold(orderId, 110)
  const actor = { userId: admin.id, role: 'SUPER_ADMIN' as const, sessionId: newId() }
  await adjustCredits(
    { ...portal.services, actor },
    { userId: owner.id, bucket: 'ON_DEMAND', amount: 7, reason: 'For the short order' },
  )
  const { body } = await owner.as.call(creditHistory.list, { query: { limit: 100 } })
  expect(body.totalCount).toBe(body.items.length)
  const said = body.items.map(({ type, bucket, amount, held, balanceAfter, heldAfter, actor: by, orderName }) =>
    [type, bucket, amount, held, balanceAfter, heldAfter, by, orderName ?? '-'].join(' '),
  )
  expect(said).toEqual([
    'ADJUST ON_DEMAND 7 0 47 0 Support -',
    'RELEASE ON_DEMAND 10 -10 40 0 Dooryard First mailing',
    'CAPTURE ON_DEMAND 0 -10 30 10 Dooryard First mailing',
    'CAPTURE SUBSCRIPTION 0 -100 0 0 Dooryard First mailing',
    'HOLD ON_DEMAND -20 20 30 20 You First mailing',
    'HOLD SUBSCRIPTION -100 100 0 100 You First mailing',
    'GRANT ON_DEMAND 50 0 50 0 Dooryard -',
    'GRANT SUBSCRIPTION 100 0 100 0 Dooryard -',
  ])
  expect(body.items[4]).toMatchObject({ orderId, campaignId: owner.campaign.id })
  expect(body.items[0]?.hash).toMatch(/^[0-9a-f]{64}$/)
})

test('filters narrow the list, several types can be chosen, and a day ends before the next begins', async () => {
  const owner = await enterpriseUser(portal, { subscriptionCredits: 100, onDemandCredits: 100 })
  const orderId = await placeTestOrder(owner, 'Filtered', 150)
  await captureTestHold(orderId, 0)
  const kinds = async (query: EndpointRequest<typeof creditHistory.list>['query']) =>
    (await owner.as.call(creditHistory.list, { query: { limit: 100, ...query } })).body.items.map(({ type }) => type)
  expect(await kinds({ type: ['HOLD', 'RELEASE'], bucket: 'SUBSCRIPTION' })).toEqual(['RELEASE', 'HOLD'])
  expect(await kinds({ type: 'GRANT' })).toEqual(['GRANT', 'GRANT'])
  expect(await kinds({ orderId })).toEqual(['RELEASE', 'RELEASE', 'HOLD', 'HOLD'])
  const { body } = await owner.as.call(creditHistory.list, { query: { limit: 100 } })
  const from = body.items.at(1)?.createdAt ?? ''
  const later = new Date(new Date(from).getTime() + 1).toISOString()
  expect(await kinds({ toDate: from })).not.toContain('RELEASE')
  expect(await kinds({ fromDate: later })).not.toContain('GRANT')
  const wrong = await owner.as.call(creditHistory.list, { query: { fromDate: 'yesterday' } })
  expect(wrong.status).toBe(400)
})

test("nobody sees another user's history, order or hold", async () => {
  const owner = await enterpriseUser(portal, { onDemandCredits: 100 })
  const orderId = await placeTestOrder(owner, 'Private', 60)
  const other = await user(portal)
  expect((await other.as.call(creditHistory.list, { query: { orderId } })).body.items).toEqual([])
  expect((await other.as.call(creditHistory.holds)).body).toEqual([])
  const csv = await other.as.call(creditHistory.export, { query: {} })
  expect(parse(csv.body)).toHaveLength(1)
})

test('holds are listed per order and add up to the held balance', async () => {
  const owner = await enterpriseUser(portal, { subscriptionCredits: 100, onDemandCredits: 100 })
  const first = await placeTestOrder(owner, 'First', 60)
  const second = await placeTestOrder(owner, 'Second', 70)
  const done = await placeTestOrder(owner, 'Done', 50)
  await captureTestHold(done, 50)
  const { body } = await owner.as.call(creditHistory.holds)
  const campaignId = owner.campaign.id
  expect(body).toMatchObject([
    { orderId: first, campaignId, orderName: 'First', subscription: 60, onDemand: 0 },
    { orderId: second, campaignId, orderName: 'Second', subscription: 40, onDemand: 30 },
  ])
  const sums = await portal.db
    .selectFrom('creditAccounts')
    .select(['subscriptionHeld', 'onDemandHeld'])
    .where('userId', '=', owner.id)
    .executeTakeFirstOrThrow()
  expect(sums).toEqual({ subscriptionHeld: 100, onDemandHeld: 30 })
})

test('the balance of a day is the one at its end, and zero before the first entry', async () => {
  const owner = await user(portal)
  const day = 86_400_000
  const at = (daysAgo: number, hour = '12') =>
    `${new Date(portal.clock.now().getTime() - daysAgo * day).toISOString().slice(0, 10)}T${hour}:00:00Z`
  const entry = (createdAt: string, bucket: string, amount: number, after: number, held: number) =>
    sql`insert into credit_entries (user_id, type, bucket, amount, held, balance_after, held_after, actor, created_at)
      values (${owner.id}, 'ADJUST', ${bucket}, ${amount}, ${held}, ${after}, ${held}, 'system', ${createdAt})`.execute(
      portal.db,
    )
  await entry(at(40), 'SUBSCRIPTION', 100, 100, 0)
  await entry(at(3, '00'), 'SUBSCRIPTION', -10, 90, 0)
  await entry(at(3, '23'), 'SUBSCRIPTION', -20, 70, 20)
  await entry(at(1), 'ON_DEMAND', 5, 5, 0)
  const points = async (days: number) => (await owner.as.call(creditHistory.balances, { query: { days } })).body
  const month = await points(30)
  expect(month).toHaveLength(30)
  expect(month.slice(-5).map(({ subscription, onDemand, held }) => [subscription, onDemand, held])).toEqual([
    [100, 0, 0],
    [70, 0, 20],
    [70, 0, 20],
    [70, 5, 20],
    [70, 5, 20],
  ])
  expect(month.at(-1)?.date).toBe(portal.clock.now().toISOString().slice(0, 10))
  const quarter = await points(90)
  expect(quarter).toHaveLength(90)
  expect(quarter[0]).toMatchObject({ subscription: 0, onDemand: 0, held: 0 })
  expect((await owner.as.call(creditHistory.balances, { query: { days: 31 } })).status).toBe(400)
})

test.each(['UTC', 'America/Los_Angeles', 'Pacific/Kiritimati'])(
  'balance days are in the time zone %s, and entries ahead of the clock count as today',
  async (timeZone) => {
    const owner = await user(portal)
    const [yesterday, today] = listLastDays(2, portal.clock.now(), timeZone)
    const begin = today?.start.getTime() ?? 0
    for (const [at, createdAt] of [begin - 1, begin, begin + 172_800_000].entries())
      await sql`insert into credit_entries (user_id, type, bucket, amount, held, balance_after, held_after, actor, created_at)
        values (${owner.id}, 'ADJUST', 'ON_DEMAND', 5, 0, ${5 + at * 5}, 0, 'system', ${new Date(createdAt)})`.execute(
        portal.db,
      )
    const { body } = await owner.as.call(creditHistory.balances, { query: { timeZone } })
    expect(body.slice(-3).map(({ date, onDemand }) => [date, onDemand])).toEqual([
      [expect.any(String), 0],
      [yesterday?.date, 5],
      [today?.date, 15],
    ])
  },
)

test.each(['Mars/Olympus', '+05:30', 'UTC; drop'])('the time zone %s is refused', async (timeZone) => {
  const { status, body } = await (await user(portal)).as.call(creditHistory.balances, { query: { timeZone } })
  expect({ status, body }).toMatchObject({ status: 400, body: { issues: [{ message: 'There is no such time zone' }] } })
})

test('an account without entries has an empty history', async () => {
  const owner = await user(portal)
  expect((await owner.as.call(creditHistory.list, { query: {} })).body).toMatchObject({ items: [], totalCount: 0 })
  const { body } = await owner.as.call(creditHistory.balances, { query: {} })
  expect(body).toHaveLength(30)
  expect(body.every(({ subscription, onDemand, held }) => subscription + onDemand + held === 0)).toBe(true)
})

test('with very many holds the oldest are listed, up to the limit', async () => {
  const { id, as } = await user(portal)
  await sql`insert into credit_holds (id, user_id, order_id, subscription, on_demand, created_at)
    select gen_random_uuid(), ${id}, gen_random_uuid(), n, 0, timestamptz '2026-01-01' + n * interval '1 minute'
    from generate_series(1, ${sql.lit(maxListedHolds + 2)}) n`.execute(portal.db)
  const { body } = await as.call(creditHistory.holds)
  expect(body.map(({ subscription }) => subscription)).toEqual(Array.from({ length: maxListedHolds }, (_, n) => n + 1))
})

test('a hold says how many credits are clawed back on release, since when and why', async () => {
  const { id: userId, as } = await user(portal, { subscriptionCredits: 100, onDemandCredits: 50 })
  const [first, second] = [newId(), newId()]
  const settlement = { orderId: second, capture: 0, reason: 'Cancelled', actor: 'system', at: new Date() }
  const transaction = portal.db.transaction()
  await transaction.execute((db) => holdCredits(db, { userId, orderId: first, amount: 90 }))
  await transaction.execute((db) => holdCredits(db, { userId, orderId: second, amount: 40 }))
  await transaction.execute((db) => expireSubscriptionCredits(db, { userId, reason: 'Starter ended' }))
  const mark = { bucket: 'SUBSCRIPTION', reason: 'Starter ended', createdAt: expect.stringMatching(/Z$/) }
  const marked = async () => (await as.call(creditHistory.holds)).body.map(({ orderId, marks }) => ({ orderId, marks }))
  expect(await marked()).toEqual([
    { orderId: first, marks: [{ ...mark, credits: 90 }] },
    { orderId: second, marks: [{ ...mark, credits: 10 }] },
  ])
  await transaction.execute((db) => captureHold(db, settlement))
  expect(await marked()).toEqual([{ orderId: first, marks: [{ ...mark, credits: 90 }] }])
})
