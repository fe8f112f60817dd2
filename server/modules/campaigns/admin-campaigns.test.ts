import { auditLog } from '@dooryard/contract/admin/audit-log'
import { type AdminCampaignQuery, adminCampaigns } from '@dooryard/contract/orders/admin-campaigns'
import { campaigns } from '@dooryard/contract/orders/campaigns'
import { orders } from '@dooryard/contract/orders/orders'
import { parse } from 'csv-parse/sync'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { newId } from '../../platform/util/ids.ts'
import { campaign, enterpriseUser, type TestUser, user } from '../../test/factories.ts'
import { testPortal } from '../../test/portal.ts'
import { isTortureRun } from '../../test/torture.ts'
import { captureHold } from '../credits/index.ts'

const portal = await testPortal({ demoRows: 1_000 })
afterAll(portal.close)

let admin: TestUser
beforeAll(async () => {
  admin = await user(portal, { role: 'SUPER_ADMIN' })
})

type CampaignListQuery = Partial<AdminCampaignQuery>

const fetchCampaigns = async (query: CampaignListQuery) => (await admin.as.call(adminCampaigns.list, { query })).body
const fetchNames = async (query: CampaignListQuery) => (await fetchCampaigns(query)).items.map(({ name }) => name)

/** Creates an owner with campaigns of these names, each created one minute after the previous one. */
async function createOwnerWithCampaigns(...all: string[]) {
  const owner = await user(portal, { onDemandCredits: 1_000 })
  const made = []
  for (const name of all) {
    portal.clock.advance(60_000)
    made.push(await campaign(owner, { name, campaignType: name.includes('call') ? 'CALL_READY' : 'MAIL_READY' }))
  }
  return { ...owner, made }
}

test('an administrator lists the campaigns of all users with their owners, and opens one', async () => {
  const [ann, ben] = [await createOwnerWithCampaigns('Of Ann'), await createOwnerWithCampaigns('Of Ben')]
  const { items, totalCount, hasMore } = await fetchCampaigns({ userId: [ann.id, ben.id] })
  expect(items).toMatchObject([
    { name: 'Of Ben', user: { id: ben.id, email: ben.email, role: 'ENTERPRISE_USER', isActive: true }, totalPrice: 0 },
    { name: 'Of Ann', user: { id: ann.id, email: ann.email } },
  ])
  expect({ totalCount, hasMore }).toEqual({ totalCount: 2, hasMore: false })
  const { body } = await admin.as.call(adminCampaigns.get, { params: { id: ann.made[0]?.id ?? '' } })
  expect(body).toEqual({ ...items[1], criteria: ann.made[0]?.criteria })
  expect(await admin.as.call(adminCampaigns.get, { params: { id: newId() } })).toMatchObject({ status: 404 })
})

test('each filter applies alone and combined with the others', async () => {
  const owner = await createOwnerWithCampaigns('First mail', 'Second call', 'Third mail')
  const userId = [owner.id]
  const [, second, third] = owner.made
  expect(await fetchNames({ userId })).toEqual(['Third mail', 'Second call', 'First mail'])
  expect(await fetchNames({ userId: [newId()] })).toEqual([])
  expect(await fetchNames({ userId, campaignType: 'CALL_READY' })).toEqual(['Second call'])
  expect(await fetchNames({ userId, fromDate: second?.createdAt ?? '' })).toEqual(['Third mail', 'Second call'])
  expect(await fetchNames({ userId, toDate: third?.createdAt ?? '' })).toEqual(['Second call', 'First mail'])
  expect(await fetchNames({ userId, search: 'MAIL', toDate: third?.createdAt ?? '' })).toEqual(['First mail'])
})

test("a search matches any part of the name or the owner's name, email or company, in any case", async () => {
  const owner = await createOwnerWithCampaigns('Zeppelin homes', 'Others')
  await portal.db
    .updateTable('users')
    .set({ firstName: 'Wilhelmina', companyName: '100%_Sure' })
    .where('id', '=', owner.id)
    .execute()
  expect(await fetchNames({ search: 'PPELI' })).toEqual(['Zeppelin homes'])
  for (const search of ['helmina sam', owner.email.toUpperCase(), '0%_s']) {
    const found = await fetchCampaigns({ search, limit: 100 })
    expect(found.items.map(({ name }) => name)).toEqual(['Others', 'Zeppelin homes'])
    expect(found).toMatchObject({ totalCount: 2, hasMore: false })
  }
  expect(await fetchNames({ search: '1__%_S' })).toEqual([])
  expect(await fetchNames({ search: 'z', userId: [owner.id] })).toEqual(['Zeppelin homes'])
})

test('a search of one or two characters matches anywhere', async () => {
  const owner = await user(portal)
  for (const name of ['Ωж–§ 7%', 'жΩ', 'None of it']) await campaign(owner, { name })
  const found = async (search: string) => (await fetchNames({ userId: [owner.id], search })).toSorted()
  expect(await found('Ж')).toEqual(['Ωж–§ 7%', 'жΩ'])
  expect(await found('жω')).toEqual(['жΩ'])
  for (const search of ['ωЖ', 'ж–', '–§', '7%', '–', '§']) expect(await found(search)).toEqual(['Ωж–§ 7%'])
  for (const search of ['ж§', '%7', '_%']) expect(await found(search)).toEqual([])
})

test('each sort works in both directions, and pages of equal rows never overlap', async () => {
  const owner = await createOwnerWithCampaigns('A', 'B', 'C')
  const [a] = owner.made
  portal.clock.advance(60_000)
  await owner.as.call(campaigns.change, { params: { campaignId: a?.id ?? '' }, body: { status: 'ARCHIVED' } })
  const order = { params: { campaignId: owner.made[1]?.id ?? '' }, body: { orderName: 'Some', quantity: 50 } }
  expect(await owner.as.call(orders.place, order)).toMatchObject({ status: 201 })
  const userId = [owner.id]
  expect(await fetchNames({ userId, sort: 'createdAt', order: 'asc' })).toEqual(['A', 'B', 'C'])
  expect(await fetchNames({ userId, sort: 'updatedAt' })).toEqual(['A', 'C', 'B'])
  expect(await fetchNames({ userId, sort: 'updatedAt', order: 'asc' })).toEqual(['B', 'C', 'A'])
  const dearest = await fetchNames({ userId, sort: 'totalPrice' })
  expect(dearest[0]).toBe('B')
  const cheapest = []
  for (const page of [1, 2, 3])
    cheapest.push(...(await fetchNames({ userId, sort: 'totalPrice', order: 'asc', limit: 1, page })))
  expect(cheapest).toEqual(dearest.toReversed())
})

test('a campaign totals its orders, delivered leads and price, even under concurrent changes', async () => {
  const { as, id, campaign: own } = await enterpriseUser(portal, { onDemandCredits: 5_000 })
  const params = { campaignId: own.id }
  const quantities = Array.from({ length: 12 }, (_, at) => 50 + at)
  const placed = await Promise.all(
    quantities.map((quantity) => as.call(orders.place, { params, body: { orderName: `Of ${quantity}`, quantity } })),
  )
  expect(placed.map(({ status }) => status)).toEqual(quantities.map(() => 201))
  const sums = async () => (await fetchCampaigns({ userId: [id] })).items[0]
  expect(await sums()).toMatchObject({ orderCount: 12, leadsDelivered: 0, totalPrice: 666 })
  const [cancelled, ...others] = placed.map(({ body }) => body.id)
  const changes = others.map((orderId) =>
    portal.db.transaction().execute(async (db) => {
      await db.updateTable('orders').set({ deliveredQuantity: 1 }).where('id', '=', orderId).execute()
      await captureHold(db, { orderId, capture: 1, reason: 'Delivered', actor: 'system', at: new Date() })
    }),
  )
  const more = { params, body: { orderName: 'One more', quantity: 70 } }
  const rename = as.call(campaigns.change, { params, body: { name: 'Renamed meanwhile' } })
  const cancel = as.call(orders.change, {
    params: { ...params, orderId: cancelled ?? '' },
    body: { cancel: true },
  })
  const [another] = await Promise.all([as.call(orders.place, more), cancel, rename, ...changes])
  expect(another.status).toBe(201)
  expect(await sums()).toMatchObject({
    name: 'Renamed meanwhile',
    ...{ orderCount: 13, leadsDelivered: 11, totalPrice: 81 },
  })
  expect((await as.call(campaigns.get, { params })).body).toMatchObject({ orderCount: 13, leadsDelivered: 11 })
})

const sortingCases: [string, number, string][] = [
  ['more than are sorted', 30_002, 'plentiful'],
  ['more by two characters than are sorted', 30_001, '§n'],
]

// The test of long lists covers the same with fewer rows.
test.each<[string, number, string]>([
  ['more than are counted', 10_003, 'manifold'],
  ...(isTortureRun ? sortingCases : []),
])('a search that finds %s says so, counts to the limit and is still sorted', async (_, made, search) => {
  const owner = await user(portal)
  await sql`
    insert into campaigns (id, user_id, name, campaign_type, criteria, created_at)
    select gen_random_uuid(), ${owner.id}::uuid, ${`${search} `} || n, 'MAIL_READY', '{}',
      '2001-01-01'::timestamptz + n * interval '1 minute'
    from generate_series(1, ${made}::integer) n`.execute(portal.db)
  const found = { search: search.toUpperCase(), limit: 100 }
  const first = await fetchCampaigns(found)
  expect(first).toMatchObject({ totalCount: 10_000, hasMore: true, totalPages: 100, nextPage: 2 })
  expect(first.items.slice(0, 2).map(({ name }) => name)).toEqual([`${search} ${made}`, `${search} ${made - 1}`])
  const last = await fetchCampaigns({ ...found, page: 100 })
  expect(last.items.at(-1)?.name).toBe(`${search} ${made - 9_999}`)
  expect(last.nextPage).toBeNull()
  expect(await fetchCampaigns({ ...found, page: 101 })).toMatchObject({ items: [], previousPage: 100 })
  const [all, pages] = [{ userId: [owner.id], limit: 100 }, Math.ceil(made / 100)]
  const deep = await fetchCampaigns({ ...all, page: pages })
  expect(deep).toMatchObject({ totalCount: made, hasMore: false, totalPages: pages, nextPage: null })
  const oldest = Array.from({ length: made % 100 }, (_, at) => `${search} ${at + 1}`)
  expect(deep.items.map(({ name }) => name)).toEqual(oldest.toReversed())
  expect(await fetchCampaigns({ ...all, page: pages + 1 })).toMatchObject({ items: [], totalCount: made })
  const { body } = await admin.as.call(adminCampaigns.export, { query: { search, order: 'asc' } })
  const rows: Record<string, string>[] = parse(body, { columns: true })
  const everything = Array.from({ length: made }, (_, at) => `${search} ${at + 1}`)
  expect(rows.map(({ Campaign }) => Campaign)).toEqual(everything)
})

test('the export has the same rows as the list, contains no formulas, and is audited with its filters', async () => {
  const owner = await createOwnerWithCampaigns('=1+1', 'Quoted "homes", and more', 'Last')
  const query = { userId: [owner.id], sort: 'createdAt', order: 'asc' } satisfies CampaignListQuery
  const { status, headers, body } = await admin.as.call(adminCampaigns.export, { query })
  expect(status).toBe(200)
  expect(headers.get('content-disposition')).toMatch(/filename="campaigns-\d{4}-\d\d-\d\d\.csv"/)
  const rows: Record<string, string>[] = parse(body, { columns: true })
  expect(rows.map(({ Campaign }) => Campaign)).toEqual(["'=1+1", 'Quoted "homes", and more', 'Last'])
  expect(rows[0]).toMatchObject({ Email: owner.email, 'User ID': owner.id, Orders: '0', 'Total Price': '0' })
  const noted = await admin.as.call(auditLog.list, { query: { action: 'campaigns.exported', limit: 1 } })
  expect(noted.body.items).toMatchObject([{ actor: { id: admin.id }, after: query }])
})
