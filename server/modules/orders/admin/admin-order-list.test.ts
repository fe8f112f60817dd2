import { auditLog } from '@dooryard/contract/admin/audit-log'
import { maxCountedRows } from '@dooryard/contract/orders/admin-campaigns'
import { type AdminOrderQuery, adminOrders } from '@dooryard/contract/orders/admin-orders'
import { orders, privateOrders } from '@dooryard/contract/orders/orders'
import { parse } from 'csv-parse/sync'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { newId } from '../../../platform/util/ids.ts'
import { enterpriseUser, type TestUser, user } from '../../../test/factories.ts'
import { testPortal } from '../../../test/portal.ts'
import { scaleForTorture } from '../../../test/torture.ts'
import { failOrder, transitionOrder } from '../fulfil/transition-order.ts'

const portal = await testPortal({ demoRows: 1_000 })
afterAll(portal.close)

let admin: TestUser
beforeAll(async () => {
  admin = await user(portal, { role: 'SUPER_ADMIN' })
})

type OrderListQuery = Partial<AdminOrderQuery> & { kind?: 'ENTERPRISE' | 'CONSUMER' }

const fetchOrders = async (query: OrderListQuery) => (await admin.as.call(adminOrders.list, { query })).body
const fetchNames = async (query: OrderListQuery) => (await fetchOrders(query)).items.map(({ orderName }) => orderName)

type OrderOwner = Awaited<ReturnType<typeof enterpriseUser>>

const createOrderOwner = () => enterpriseUser(portal, { onDemandCredits: 10_000 })

/** Places an order one second after the previous one. */
async function placeTestOrder({ as, campaign }: OrderOwner, orderName: string, quantity = 50): Promise<string> {
  portal.clock.advance(1_000)
  const call = { params: { campaignId: campaign.id }, body: { orderName, quantity } }
  const { status, body } = await as.call(orders.place, call)
  if (status !== 201) throw new Error(JSON.stringify(body))
  return body.id
}

async function placeConsumerOrder({ as }: TestUser, orderName: string): Promise<string> {
  portal.clock.advance(1_000)
  const campaignType = 'MAIL_READY' as const
  const body = { orderName, quantity: 50, campaignType, criteria: { location: { states: ['TN'] } } }
  const { status, body: order } = await as.call(privateOrders.place, { body })
  if (status !== 201) throw new Error(JSON.stringify(order))
  return order.id
}

test('orders are listed with their owners: of campaigns, of one campaign, without one, or all', async () => {
  const owner = await createOrderOwner()
  const consumer = await user(portal, { role: 'CONSUMER_USER', onDemandCredits: 100 })
  const id = await placeTestOrder(owner, 'Of a campaign')
  await placeConsumerOrder(consumer, 'Of none')
  const userId = [owner.id, consumer.id]
  expect(await fetchNames({ userId })).toEqual(['Of none', 'Of a campaign'])
  expect(await fetchNames({ userId, kind: 'CONSUMER' })).toEqual(['Of none'])
  const { items } = await fetchOrders({ userId, kind: 'ENTERPRISE' })
  const own = await owner.as.call(orders.get, { params: { campaignId: owner.campaign.id, orderId: id } })
  const { criteria, history, waterfall, files, notices, ...order } = own.body
  const { email } = owner
  expect(items).toEqual([
    { ...order, updatedAt: order.createdAt, user: expect.objectContaining({ id: owner.id, email }) },
  ])
  const ofCampaigns = await admin.as.call(adminOrders.listOfCampaigns, { query: { userId } })
  const ofCampaign = await admin.as.call(adminOrders.listOfCampaign, {
    params: { campaignId: owner.campaign.id },
    query: {},
  })
  for (const { body } of [ofCampaigns, ofCampaign]) expect(body).toMatchObject({ items, totalCount: 1, hasMore: false })
  const nowhere = await admin.as.call(adminOrders.listOfCampaign, { params: { campaignId: newId() }, query: {} })
  expect(nowhere).toMatchObject({ status: 404, body: { message: 'This campaign was not found.' } })
})

test('each filter applies alone and combined with the others', async () => {
  const owner = await createOrderOwner()
  const [first, second] = [await placeTestOrder(owner, 'First'), await placeTestOrder(owner, 'Second')]
  await placeTestOrder(owner, 'Third')
  await transitionOrder(portal.services, first, { to: 'SELECTING' })
  await portal.db
    .transaction()
    .execute((db) => failOrder({ ...portal.services, db }, second, 'It could not be filled.'))
  const userId = [owner.id]
  const since = (await fetchOrders({ userId, search: 'second' })).items[0]?.createdAt ?? ''
  expect(await fetchNames({ userId, status: 'PROCESSING' })).toEqual(['First'])
  expect(await fetchNames({ userId, status: 'FAILED' })).toEqual(['Second'])
  expect(await fetchNames({ userId, internalStatus: 'QUEUED' })).toEqual(['Third'])
  expect(await fetchNames({ userId, internalStatus: 'QUEUED', status: 'FAILED' })).toEqual([])
  expect(await fetchNames({ userId, campaignType: 'MAIL_READY' })).toHaveLength(3)
  expect(await fetchNames({ userId, campaignType: 'CALL_READY' })).toEqual([])
  expect(await fetchNames({ userId, fromDate: since })).toEqual(['Third', 'Second'])
  expect(await fetchNames({ userId, toDate: since })).toEqual(['First'])
  expect(await fetchNames({ userId, fromDate: since, search: 'second', status: 'FAILED' })).toEqual(['Second'])
})

test("a search matches any part of the name or the owner's name, email or company", async () => {
  const [owner, other] = [await createOrderOwner(), await createOrderOwner()]
  await placeTestOrder(owner, 'Zeppelin mailing')
  await placeTestOrder(owner, 'Others')
  await placeTestOrder(other, 'Zeppelin calls')
  expect(await fetchNames({ search: 'ppELin' })).toEqual(['Zeppelin calls', 'Zeppelin mailing'])
  expect(await fetchNames({ search: owner.email.toUpperCase() })).toEqual(['Others', 'Zeppelin mailing'])
  expect(await fetchNames({ search: 'zepp', userId: [other.id] })).toEqual(['Zeppelin calls'])
  expect(await fetchOrders({ search: 'nothing like that' })).toMatchObject({ items: [], totalCount: 0, hasMore: false })
})

test('each sort works in both directions, and any visible change moves an order to the front', async () => {
  const owner = await createOrderOwner()
  const [a, b] = [await placeTestOrder(owner, 'A', 60), await placeTestOrder(owner, 'B', 80)]
  await placeTestOrder(owner, 'C', 70)
  const userId = [owner.id]
  const newestChange = async () => (await fetchNames({ userId, sort: 'updatedAt' }))[0]
  const in_ = (orderId: string) => ({ campaignId: owner.campaign.id, orderId })
  expect(await fetchNames({ userId, order: 'asc' })).toEqual(['A', 'B', 'C'])
  expect(await fetchNames({ userId, sort: 'totalPrice' })).toEqual(['B', 'C', 'A'])
  expect(await fetchNames({ userId, sort: 'totalPrice', order: 'asc' })).toEqual(['A', 'C', 'B'])
  expect(await newestChange()).toBe('C')
  portal.clock.advance(1_000)
  await transitionOrder(portal.services, a, { to: 'SELECTING' })
  expect(await newestChange()).toBe('A')
  portal.clock.advance(1_000)
  await owner.as.call(orders.change, { params: in_(b), body: { orderName: 'B again' } })
  expect(await fetchNames({ userId, sort: 'updatedAt' })).toEqual(['B again', 'A', 'C'])
  portal.clock.advance(1_000)
  const at = portal.clock.now().toISOString()
  await portal.db.transaction().execute((db) => failOrder({ ...portal.services, db }, a, 'It could not be filled.'))
  const [newest] = (await fetchOrders({ userId, sort: 'updatedAt' })).items
  expect(newest).toMatchObject({ orderName: 'A', totalPrice: 0 })
  expect((newest?.updatedAt ?? '') >= at).toBe(true)
  expect((await fetchNames({ userId, sort: 'totalPrice', order: 'asc' }))[0]).toBe('A')
})

/** Inserts many free orders one minute apart, because placing them through the API would be slow. */
async function insertManyOrders(owner: OrderOwner, name: string, count: number): Promise<void> {
  await sql`insert into orders
      (id, user_id, order_name, campaign_type, quantity, credit_required, criteria, internal_status, created_at)
    select gen_random_uuid(), ${owner.id}::uuid, ${`${name} `} || n, 'MAIL_READY', 1, 1, '{}',
      'READY', '2001-01-01'::timestamptz + n / 2 * interval '1 minute'
    from generate_series(1, ${count}::integer) n`.execute(portal.db)
  await sql`insert into credit_holds (id, user_id, order_id, subscription, on_demand, settled_at)
    select gen_random_uuid(), user_id, id, 0, 0, created_at from orders where user_id = ${owner.id}::uuid
    on conflict do nothing`.execute(portal.db)
}

test('pages of a long list never overlap or skip rows, from either end', async () => {
  const owner = await createOrderOwner()
  const count = scaleForTorture(1_203, 10_203)
  await insertManyOrders(owner, 'Manifold', count)
  const found = async (query: OrderListQuery, pages: number[]) => {
    const ids = []
    for (const page of pages) ids.push(...(await fetchOrders({ ...query, limit: 100, page })).items.map(({ id }) => id))
    return ids
  }
  const userId = [owner.id]
  const pages = Array.from({ length: Math.ceil(count / 100) }, (_, at) => at + 1)
  const all = await found({ userId, order: 'asc' }, pages)
  expect(new Set(all).size).toBe(count)
  const last = await found({ userId }, pages.slice(-3))
  expect(last).toEqual(all.slice(0, last.length).reverse())
  expect(await fetchOrders({ userId, limit: 100, page: pages.length })).toMatchObject({
    totalCount: count,
    hasMore: false,
  })
  const search = 'manifold'
  const totalCount = Math.min(count, maxCountedRows)
  const [listed, hasMore] = [Math.ceil(totalCount / 100), count > maxCountedRows]
  expect(await fetchOrders({ search, limit: 100, page: listed })).toMatchObject({ totalCount, hasMore })
  expect(await fetchOrders({ search, limit: 100, page: listed + 1 })).toMatchObject({ items: [], hasMore })
  const ends = [...all.slice(0, 100), ...all.slice((listed - 1) * 100, totalCount)]
  expect(await found({ search, order: 'asc' }, [1, listed])).toEqual(ends)
})

test('the export has the same rows as the list in the same order, and is audited with its filters', async () => {
  const owner = await createOrderOwner()
  await placeTestOrder(owner, '=HYPERLINK("https://example.com")')
  await placeTestOrder(owner, 'Second', 70)
  const query = { userId: [owner.id], sort: 'totalPrice', kind: 'ENTERPRISE' } satisfies OrderListQuery
  const { items } = await fetchOrders(query)
  const { status, headers, body } = await admin.as.call(adminOrders.export, { query })
  expect(status).toBe(200)
  expect(headers.get('content-disposition')).toMatch(/filename="orders-\d{4}-\d\d-\d\d\.csv"/)
  const rows: Record<string, string>[] = parse(body, { columns: true })
  expect(rows.map((row) => row['Order ID'])).toEqual(items.map(({ id }) => id))
  expect(rows[0]).toMatchObject({ Order: 'Second', Email: owner.email, 'Credits Held': '70', 'Total Price': '70' })
  expect(rows[1]?.['Order']).toBe(`'=HYPERLINK("https://example.com")`)
  const noted = await admin.as.call(auditLog.list, { query: { action: 'orders.exported', limit: 1 } })
  expect(noted.body.items).toMatchObject([{ actor: { id: admin.id }, after: query }])
})

test('orders added or changed during an export neither repeat nor displace the others', async () => {
  const owner = await createOrderOwner()
  // The export reads 2,000 rows at a time.
  const count = scaleForTorture(6_000, 20_000)
  await insertManyOrders(owner, 'Moving', count)
  const query = { userId: [owner.id], sort: 'updatedAt' } satisfies OrderListQuery
  const exported = admin.as.call(adminOrders.export, { query })
  const moved = async () => {
    for (let n = 1; n <= 20; n++)
      await sql`update orders set updated_at = now() where user_id = ${owner.id}::uuid
        and order_name like ${`%${n}77`}`.execute(portal.db)
  }
  const [{ body }] = await Promise.all([exported, moved(), placeTestOrder(owner, 'Placed meanwhile')])
  const rows: Record<string, string>[] = parse(body, { columns: true })
  const seen = rows.flatMap(({ Order = '' }) => (/77$|meanwhile/.test(Order) ? [] : [Order]))
  expect(new Set(seen).size).toBe(seen.length)
  expect(seen).toHaveLength(count - count / 100)
})
