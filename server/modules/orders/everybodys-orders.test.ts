import { mostCounted } from '@dooryard/contract/admin-campaigns'
import { type AdminOrderQuery, adminOrders } from '@dooryard/contract/admin-orders'
import { auditLog } from '@dooryard/contract/audit-log'
import { orders, privateOrders } from '@dooryard/contract/orders'
import { parse } from 'csv-parse/sync'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { newId } from '../../platform/ids.ts'
import { enterpriseUser, type TestUser, user } from '../../test/factories.ts'
import { testPortal } from '../../test/portal.ts'
import { rounds } from '../../test/rounds.ts'
import { failOrder, moveOrder } from './move-order.ts'

const portal = await testPortal()
afterAll(portal.close)

let admin: TestUser
beforeAll(async () => {
  admin = await user(portal, { role: 'SUPER_ADMIN' })
})

type Query = Partial<AdminOrderQuery> & { kind?: 'ENTERPRISE' | 'CONSUMER' }

const list = async (query: Query) => (await admin.as.call(adminOrders.list, { query })).body
const names = async (query: Query) => (await list(query)).items.map(({ orderName }) => orderName)

type Orderer = Awaited<ReturnType<typeof enterpriseUser>>

const orderer = () => enterpriseUser(portal, { onDemandCredits: 10_000 })

/** Places an order a second after whatever came before. */
async function placed({ as, campaign }: Orderer, orderName: string, quantity = 50): Promise<string> {
  portal.clock.advance(1_000)
  const call = { params: { campaignId: campaign.id }, body: { orderName, quantity } }
  const { status, body } = await as.call(orders.place, call)
  if (status !== 201) throw new Error(JSON.stringify(body))
  return body.id
}

async function privatelyPlaced({ as }: TestUser, orderName: string): Promise<string> {
  portal.clock.advance(1_000)
  const campaignType = 'MAIL_READY' as const
  const body = { orderName, quantity: 50, campaignType, criteria: { location: { states: ['TN'] } } }
  const { status, body: order } = await as.call(privateOrders.place, { body })
  if (status !== 201) throw new Error(JSON.stringify(order))
  return order.id
}

test('orders are listed of campaigns, of one of them, of none, or all, with whose they are', async () => {
  const owner = await orderer()
  const consumer = await user(portal, { role: 'CONSUMER_USER', onDemandCredits: 100 })
  const id = await placed(owner, 'Of a campaign')
  await privatelyPlaced(consumer, 'Of none')
  const userId = [owner.id, consumer.id]
  expect(await names({ userId })).toEqual(['Of none', 'Of a campaign'])
  expect(await names({ userId, kind: 'CONSUMER' })).toEqual(['Of none'])
  const { items } = await list({ userId, kind: 'ENTERPRISE' })
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

test('each filter leaves what it says, alone and together with the others', async () => {
  const owner = await orderer()
  const [first, second] = [await placed(owner, 'First'), await placed(owner, 'Second')]
  await placed(owner, 'Third')
  await moveOrder(portal.services, first, { to: 'SELECTING' })
  await portal.db
    .transaction()
    .execute((db) => failOrder({ ...portal.services, db }, second, 'It could not be filled.'))
  const userId = [owner.id]
  const since = (await list({ userId, search: 'second' })).items[0]?.createdAt ?? ''
  expect(await names({ userId, status: 'PROCESSING' })).toEqual(['First'])
  expect(await names({ userId, status: 'FAILED' })).toEqual(['Second'])
  expect(await names({ userId, internalStatus: 'QUEUED' })).toEqual(['Third'])
  expect(await names({ userId, internalStatus: 'QUEUED', status: 'FAILED' })).toEqual([])
  expect(await names({ userId, campaignType: 'MAIL_READY' })).toHaveLength(3)
  expect(await names({ userId, campaignType: 'CALL_READY' })).toEqual([])
  expect(await names({ userId, fromDate: since })).toEqual(['Third', 'Second'])
  expect(await names({ userId, toDate: since })).toEqual(['First'])
  expect(await names({ userId, fromDate: since, search: 'second', status: 'FAILED' })).toEqual(['Second'])
})

test('a search finds any part of the name, or of the name, email or company of whose it is', async () => {
  const [owner, other] = [await orderer(), await orderer()]
  await placed(owner, 'Zeppelin mailing')
  await placed(owner, 'Others')
  await placed(other, 'Zeppelin calls')
  expect(await names({ search: 'ppELin' })).toEqual(['Zeppelin calls', 'Zeppelin mailing'])
  expect(await names({ search: owner.email.toUpperCase() })).toEqual(['Others', 'Zeppelin mailing'])
  expect(await names({ search: 'zepp', userId: [other.id] })).toEqual(['Zeppelin calls'])
  expect(await list({ search: 'nothing like that' })).toMatchObject({ items: [], totalCount: 0, hasMore: false })
})

test('each sort goes both ways, and an order moves to the front whenever its reader would see it changed', async () => {
  const owner = await orderer()
  const [a, b] = [await placed(owner, 'A', 60), await placed(owner, 'B', 80)]
  await placed(owner, 'C', 70)
  const userId = [owner.id]
  const newestChange = async () => (await names({ userId, sort: 'updatedAt' }))[0]
  const in_ = (orderId: string) => ({ campaignId: owner.campaign.id, orderId })
  expect(await names({ userId, order: 'asc' })).toEqual(['A', 'B', 'C'])
  expect(await names({ userId, sort: 'totalPrice' })).toEqual(['B', 'C', 'A'])
  expect(await names({ userId, sort: 'totalPrice', order: 'asc' })).toEqual(['A', 'C', 'B'])
  expect(await newestChange()).toBe('C')
  portal.clock.advance(1_000)
  await moveOrder(portal.services, a, { to: 'SELECTING' })
  expect(await newestChange()).toBe('A')
  portal.clock.advance(1_000)
  await owner.as.call(orders.change, { params: in_(b), body: { orderName: 'B again' } })
  expect(await names({ userId, sort: 'updatedAt' })).toEqual(['B again', 'A', 'C'])
  portal.clock.advance(1_000)
  const at = portal.clock.now().toISOString()
  await portal.db.transaction().execute((db) => failOrder({ ...portal.services, db }, a, 'It could not be filled.'))
  const [newest] = (await list({ userId, sort: 'updatedAt' })).items
  expect(newest).toMatchObject({ orderName: 'A', totalPrice: 0 })
  expect((newest?.updatedAt ?? '') >= at).toBe(true)
  expect((await names({ userId, sort: 'totalPrice', order: 'asc' }))[0]).toBe('A')
})

/** Many orders without a price, at a minute each, which the calls would take long to place. */
async function manyOf(owner: Orderer, name: string, count: number): Promise<void> {
  await sql`insert into orders
      (id, user_id, order_name, campaign_type, quantity, credit_required, criteria, internal_status, created_at)
    select gen_random_uuid(), ${owner.id}::uuid, ${`${name} `} || n, 'MAIL_READY', 1, 1, '{}',
      'READY', '2001-01-01'::timestamptz + n / 2 * interval '1 minute'
    from generate_series(1, ${count}::integer) n`.execute(portal.db)
  await sql`insert into credit_holds (id, user_id, order_id, subscription, on_demand, settled_at)
    select gen_random_uuid(), user_id, id, 0, 0, created_at from orders where user_id = ${owner.id}::uuid
    on conflict do nothing`.execute(portal.db)
}

test('pages of a long list never overlap and leave nothing out, from either end', async () => {
  const owner = await orderer()
  const count = rounds(1_203, 10_203)
  await manyOf(owner, 'Manifold', count)
  const found = async (query: Query, pages: number[]) => {
    const ids = []
    for (const page of pages) ids.push(...(await list({ ...query, limit: 100, page })).items.map(({ id }) => id))
    return ids
  }
  const userId = [owner.id]
  const pages = Array.from({ length: Math.ceil(count / 100) }, (_, at) => at + 1)
  const all = await found({ userId, order: 'asc' }, pages)
  expect(new Set(all).size).toBe(count)
  const last = await found({ userId }, pages.slice(-3))
  expect(last).toEqual(all.slice(0, last.length).reverse())
  expect(await list({ userId, limit: 100, page: pages.length })).toMatchObject({ totalCount: count, hasMore: false })
  const search = 'manifold'
  const totalCount = Math.min(count, mostCounted)
  const [listed, hasMore] = [Math.ceil(totalCount / 100), count > mostCounted]
  expect(await list({ search, limit: 100, page: listed })).toMatchObject({ totalCount, hasMore })
  expect(await list({ search, limit: 100, page: listed + 1 })).toMatchObject({ items: [], hasMore })
  const ends = [...all.slice(0, 100), ...all.slice((listed - 1) * 100, totalCount)]
  expect(await found({ search, order: 'asc' }, [1, listed])).toEqual(ends)
})

test('the export has what the list has, in its order, and is noted with its filters', async () => {
  const owner = await orderer()
  await placed(owner, '=HYPERLINK("https://example.com")')
  await placed(owner, 'Second', 70)
  const query = { userId: [owner.id], sort: 'totalPrice', kind: 'ENTERPRISE' } satisfies Query
  const { items } = await list(query)
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

test('orders that come and move while an export runs neither repeat nor push out those that stay', async () => {
  const owner = await orderer()
  // The export reads 2,000 at once.
  const count = rounds(6_000, 20_000)
  await manyOf(owner, 'Moving', count)
  const query = { userId: [owner.id], sort: 'updatedAt' } satisfies Query
  const exported = admin.as.call(adminOrders.export, { query })
  const moved = async () => {
    for (let n = 1; n <= 20; n++)
      await sql`update orders set updated_at = now() where user_id = ${owner.id}::uuid
        and order_name like ${`%${n}77`}`.execute(portal.db)
  }
  const [{ body }] = await Promise.all([exported, moved(), placed(owner, 'Placed meanwhile')])
  const rows: Record<string, string>[] = parse(body, { columns: true })
  const seen = rows.flatMap(({ Order = '' }) => (/77$|meanwhile/.test(Order) ? [] : [Order]))
  expect(new Set(seen).size).toBe(seen.length)
  expect(seen).toHaveLength(count - count / 100)
})
