import { privateOrders } from '@dooryard/contract/orders/orders'
import { savedSearches } from '@dooryard/contract/properties/saved-searches'
import { afterAll, afterEach, expect, test } from 'vitest'
import { appError } from '../../../platform/errors/app-error.ts'
import { newId } from '../../../platform/util/ids.ts'
import { type TestUser, user } from '../../../test/factories.ts'
import { testPortal } from '../../../test/portal.ts'
import { createSearchHarness, insertPurchases } from '../changes/changing-searches.fixture.ts'

const portal = await testPortal({ demoRows: 2_000 })
afterAll(portal.close)
const { createMatches, saved } = createSearchHarness(portal)
const { clickhouse } = portal.services
const { rows } = clickhouse
afterEach(() => {
  clickhouse.rows = rows
})

/** A user's search with two matches, one of which was delivered. */
async function delivered() {
  const owner = await user(portal, { role: 'CONSUMER_USER', onDemandCredits: 1_000 })
  const { criteria, ids } = await createMatches(2)
  const [propertyId = ''] = ids
  const { id } = await saved(owner, criteria)
  await portal.db.updateTable('creditSettings').set({ isActive: true, minCampaignVolume: 1 }).execute()
  const draft = { orderName: 'One', campaignType: 'MAIL_READY' as const, quantity: 1, criteria }
  const { body: order } = await owner.as.call(privateOrders.place, { body: draft })
  await insertPurchases(portal.services, { orderId: order.id, ids: [propertyId] })
  return { owner, id, criteria }
}

const buildReads = ({ as }: TestUser, id: string) => [
  () => as.call(savedSearches.get, { params: { id } }),
  () => as.call(savedSearches.change, { params: { id }, body: { name: 'Renamed' } }),
  () => as.call(savedSearches.makeDefault, { params: { id } }),
  () => as.call(savedSearches.getDefault),
  () => as.call(savedSearches.restore, { params: { id } }),
]

test('while the store is busy, searches can be read and changed, without delivered counts', async () => {
  const { owner, id } = await delivered()
  for (const show of buildReads(owner, id))
    expect(await show()).toMatchObject({ status: 200, body: { id, lastCount: 2, delivered: 1 } })
  clickhouse.rows = () => Promise.reject(appError('UNAVAILABLE', 'Too many searches are running.'))
  for (const show of buildReads(owner, id)) {
    const { status, body } = await show()
    expect([status, body]).toEqual([200, expect.objectContaining({ id, lastCount: 2 })])
    expect(body).not.toHaveProperty('delivered')
  }
  const { status, body } = await owner.as.call(savedSearches.list, { query: {} })
  expect([status, body.items.map((item) => [item.id, item.name])]).toEqual([200, [[id, 'Renamed']]])
})

test('no request waits for a number that is not shown', async () => {
  const { owner, id, criteria } = await delivered()
  const all = { ...criteria, exclude: { delivered: false } }
  await owner.as.call(savedSearches.change, { params: { id }, body: { criteria: all } })
  let reads = 0
  clickhouse.rows = (...asked) => {
    reads += 1
    return rows(...asked)
  }
  await owner.as.call(savedSearches.list, { query: {} })
  expect(reads).toBe(0)
})

test('no transaction waits for the count of a search saved with an idempotency key, and it is saved once', async () => {
  const owner = await user(portal)
  const { criteria } = await createMatches(3)
  const waiting: number[] = []
  clickhouse.rows = async <Row>(...asked: Parameters<typeof rows>) => {
    const { rows: open } = await portal.pool.query(
      `select count(*)::int as count from pg_stat_activity
       where datname = current_database() and state = 'idle in transaction'`,
    )
    waiting.push(open[0].count)
    return rows<Row>(...asked)
  }
  const headers = { 'idempotency-key': newId() }
  const save = () => owner.as.call(savedSearches.create, { headers, body: { name: 'Once', criteria } })
  const replies = await Promise.all([save(), save()])
  expect(new Set(replies.map(({ status, body }) => `${status} ${body.id}`)).size).toBe(1)
  expect(replies[0]).toMatchObject({ status: 201, body: { lastCount: 3 } })
  expect(waiting.length).toBeGreaterThan(0)
  expect(Math.max(...waiting)).toBe(0)
})
