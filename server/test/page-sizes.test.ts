import { auditLog } from '@dooryard/contract/admin/audit-log'
import { allEndpoints, endpointNames } from '@dooryard/contract/all'
import { dnc } from '@dooryard/contract/data/dnc'
import { apiKeys } from '@dooryard/contract/integrations/api-keys'
import { adminCampaigns } from '@dooryard/contract/orders/admin-campaigns'
import { adminOrders } from '@dooryard/contract/orders/admin-orders'
import { campaigns } from '@dooryard/contract/orders/campaigns'
import { enterprise } from '@dooryard/contract/orders/enterprise'
import { orders, privateOrders } from '@dooryard/contract/orders/orders'
import { savedSearches } from '@dooryard/contract/properties/saved-searches'
import { sql } from 'kysely'
import { afterAll, expect, inject, test } from 'vitest'
import { z } from 'zod'
import { campaign, user } from './factories.ts'
import { testPortal } from './portal.ts'
import { largestCriteria as criteria } from './random/largest-criteria.ts'
import { createCaller } from './requests.ts'

const portal = await testPortal({ demoRows: 1_000 })
afterAll(portal.close)

const name = 'X'.repeat(100)
const query = { limit: 100 }

/** Copies a row a hundred times, which would take long through the API. */
async function copyRow(table: 'campaigns' | 'savedSearches' | 'orders', id: string) {
  const row = await portal.db.selectFrom(table).selectAll().where('id', '=', id).executeTakeFirstOrThrow()
  const columns = await sql<{ name: string }>`
    select column_name as name from information_schema.columns
    where table_name = ${sql.lit(table === 'savedSearches' ? 'saved_searches' : table)}
      and is_generated = 'NEVER' and column_name not in ('id', 'name')`.execute(portal.db)
  const inTable = sql.table(table)
  const others = sql.join(columns.rows.map(({ name }) => sql.ref(name)))
  const named = 'name' in row
  await sql`insert into ${inTable} (id, ${others}${named ? sql`, name` : sql``})
    select gen_random_uuid(), ${others}${named ? sql`, left(n || name, 100)` : sql``}
    from ${inTable}, generate_series(1, 99) n where id = ${id}::uuid`.execute(portal.db)
}

type ListReply = { status: number; body: { items: unknown[] } }

/** Returns the bytes of a page of a hundred of the largest items. */
const getSize = ({ status, body }: ListReply) => {
  expect({ status, items: body.items?.length }).toEqual({ status: 200, items: 100 })
  return Buffer.byteLength(JSON.stringify(body))
}

const wellBelow = 500_000

/** The lists that the tests below fill with the largest items. */
const filled = [
  ...['savedSearches.list', 'campaigns.list', 'orders.listAll', 'orders.list', 'privateOrders.list', 'enterprise.list'],
  ...['adminCampaigns.list', 'adminOrders.list', 'adminOrders.listOfCampaign', 'adminOrders.listOfCampaigns'],
  'auditLog.list',
] as const

/** The other lists, by what bounds an item. A new list states its bound here, or is filled below. */
const bounded: Record<string, readonly string[]> = {
  'a row of a county dataset, of some 400 bytes, and a few contacts': [
    ...['orders.leads', 'privateOrders.leads', 'enterprise.leads', 'adminOrders.leads', 'leadBoard.list'],
    ...['properties.search', 'properties.sameOwner', 'savedSearches.changes', 'buyerLists.buyers'],
  ],
  '25 transfers of some 370 bytes, so 950 kB a page': ['buyers.search'],
  // A county dataset lists all of its counties: 94 kB for the whole country, so a page of 21 such datasets is below 2
  // MB.
  'counties of 28 bytes, each in one roll of its source: 94 kB for all 3,242 beside 450 bytes a roll': [
    ...['rolls.list', 'datasets.list'],
  ],
  'the names of a source and its publisher, 300 characters at most': ['sources.list'],
  'a summary of a version, with at most twelve files and fifty reasons': ['datasets.versions', 'datasets.history'],
  'a file name of 200 characters, a message, and at most 20 rejected lines': [
    ...[
      'rolls.imports',
      'gazetteers.imports',
      'mapParts.imports',
      'dnc.imports',
      'adminDnc.imports',
      'contacts.imports',
    ],
    ...['suppressionLists.list', 'enterpriseSuppressionLists.list'],
  ],
  'a URL of 2,000 characters, a description of 255, a reason of 500, and 25 hours': [
    'webhooks.list',
    'adminWebhooks.list',
  ],
  'the first 10,000 characters of an event, and the first 2,048 bytes of its answer': [
    'webhooks.log',
    'adminWebhooks.log',
  ],
  'a name of 100 characters and numbers': ['propertyLists.list'],
  'a name of 100 characters and a set of scopes': ['apiKeys.list', 'adminApiKeys.list'],
  'the fields of an account, each of 254 characters at most': ['adminUsers.list'],
  'a title and a body, which name an order of 100 characters and give a reason of 500': ['notifications.list'],
  'a text of 2,000 characters': ['adminUserNotes.list'],
  'a title of 100 characters, a note of 2,000, an owner and an address': ['leadTasks.list'],
  'a name of 100 characters, and at most 12 file names of 200': ['countySetups.list'],
  'names of 100 characters, a summary of criteria, and a last run with a detail of 300': ['recurringOrders.list'],
  'a detail of 300 characters, ids and numbers': ['recurringOrders.runs', 'campaignResults.list'],
  'names of 100 characters, and a name and an address of a county dataset': ['mailings.list', 'mailings.recipients'],
  'a user agent of 300 characters': ['account.sessions', 'adminUsers.sessions'],
  'numbers, ids, a reason of 500 characters, and at most 20 partial refunds': [
    'adminPayments.list',
    ...[
      'creditHistory.list',
      'adminBilling.creditTransactions',
      'billing.transactions',
      'adminBilling.userTransactions',
    ],
    ...['coupons.list', 'coupons.redemptions'],
  ],
  'names of 100 characters, a summary of criteria, and no criteria': ['testOrders.list', 'adminTestOrders.list'],
  'a name, an email, terms and totals': ['adminAffiliates.list'],
  'a coupon code, numbers, and a reference of 200 characters or a reason of 500': [
    ...['commissions.entries', 'adminAffiliates.entries'],
  ],
  'an order of some ten entries: numbers, ids, and reasons of 500 characters': ['creditHistory.activity'],
  'an error cut to 200 characters': ['operations.jobs'],
  'a message of 1,000 characters and an address of 500': ['adminErrors.list'],
}

const isPage = (response: unknown) =>
  response instanceof z.ZodObject && 'items' in response.shape && 'pageSize' in response.shape

test('every list is tested with its largest items, or has a known bound', () => {
  const pages = allEndpoints.filter(({ response }) => isPage(response)).map((endpoint) => endpointNames.get(endpoint))
  expect([...filled, ...Object.values(bounded).flat()].sort()).toEqual(pages.sort())
})

/** The hundred largest possible saved searches, campaigns and orders, and every list of them. */
async function buildFilledLists() {
  const admin = await user(portal, { role: 'SUPER_ADMIN' })
  const owner = await user(portal, { onDemandCredits: 1_000_000 })
  const consumer = await user(portal, { role: 'CONSUMER_USER', onDemandCredits: 1_000_000 })
  const { body: search } = await owner.as.call(savedSearches.create, { body: { name, criteria } })
  await copyRow('savedSearches', search.id)
  const { id: campaignId } = await campaign(owner, { name, criteria })
  const params = { campaignId }
  const placed = await owner.as.call(orders.place, { params, body: { orderName: name, quantity: 50 } })
  const own = { orderName: name, quantity: 50, campaignType: 'MAIL_READY', criteria } as const
  const privately = await consumer.as.call(privateOrders.place, { body: own })
  await copyRow('orders', placed.body.id)
  await copyRow('orders', privately.body.id)
  await insertEmptyHolds()
  await copyRow('campaigns', campaignId)
  const key = await owner.as.call(apiKeys.create, { body: { name, scopes: ['orders:read'] } })
  const program = createCaller(portal.url, key.body.key)
  const lists: Record<Exclude<(typeof filled)[number], 'auditLog.list'>, () => Promise<ListReply>> = {
    'savedSearches.list': () => owner.as.call(savedSearches.list, { query }),
    'campaigns.list': () => owner.as.call(campaigns.list, { query }),
    'orders.listAll': () => owner.as.call(orders.listAll, { query }),
    'orders.list': () => owner.as.call(orders.list, { params, query }),
    'privateOrders.list': () => consumer.as.call(privateOrders.list, { query }),
    'enterprise.list': () => program.call(enterprise.list, { query }),
    'adminCampaigns.list': () => admin.as.call(adminCampaigns.list, { query }),
    'adminOrders.list': () => admin.as.call(adminOrders.list, { query }),
    'adminOrders.listOfCampaign': () => admin.as.call(adminOrders.listOfCampaign, { params, query }),
    'adminOrders.listOfCampaigns': () => admin.as.call(adminOrders.listOfCampaigns, { query }),
  }
  return { lists, getCampaign: () => owner.as.call(campaigns.get, { params }) }
}

const insertEmptyHolds = () =>
  sql`insert into credit_holds (id, user_id, order_id, subscription, on_demand)
    select gen_random_uuid(), user_id, id, 0, 0 from orders on conflict do nothing`.execute(portal.db)

/** Revokes the portal's right to read the criteria of a table, and nothing else. */
async function hideCriteria(table: string): Promise<void> {
  const role = sql.ref(inject('appRole'))
  const { rows } = await sql<{ name: string }>`select column_name as name from information_schema.columns
    where table_name = ${table} and column_name not in ('criteria', 'criteria_ids', 'excluded_criteria')`.execute(
    portal.db,
  )
  await sql`revoke select on ${sql.table(table)} from ${role}`.execute(portal.db)
  const others = sql.join(rows.map(({ name: column }) => sql.ref(column)))
  await sql`grant select (${others}) on ${sql.table(table)} to ${role}`.execute(portal.db)
}

test('a page of a hundred of the largest items is well below the size limit, and is built without their criteria', async () => {
  const { lists, getCampaign } = await buildFilledLists()
  const tables = ['saved_searches', 'campaigns', 'orders']
  for (const table of tables) await hideCriteria(table)
  try {
    // Proves that the right was really revoked.
    expect(await getCampaign()).toMatchObject({ status: 500 })
    for (const [list, page] of Object.entries(lists))
      expect([list, getSize(await page()) < wellBelow]).toEqual([list, true])
  } finally {
    for (const table of tables)
      await sql`grant select on ${sql.table(table)} to ${sql.ref(inject('appRole'))}`.execute(portal.db)
  }
})

test('a page over the size limit is refused, and fewer rows of it are returned', async () => {
  const owner = await user(portal, { onDemandCredits: 1_000_000 })
  const { id: campaignId } = await campaign(owner)
  const placed = await owner.as.call(orders.place, { params: { campaignId }, body: { orderName: name, quantity: 50 } })
  await sql`update orders set note = repeat('x', 30000) where id = ${placed.body.id}::uuid`.execute(portal.db)
  await copyRow('orders', placed.body.id)
  await insertEmptyHolds()
  const message = 'This page would be 3.1 MB, and 2.0 MB is the most. Ask for fewer rows by `limit`.'
  expect(await owner.as.call(orders.listAll, { query })).toMatchObject({
    status: 400,
    body: { code: 'VALIDATION', message, issues: [{ path: 'limit', message }] },
  })
  expect(await owner.as.call(orders.listAll, { query: { limit: 50 } })).toMatchObject({ status: 200 })
})

test('the audit log lists entries with a thousand numbers without them, and shows them one by one', async () => {
  const admin = await user(portal, { role: 'SUPER_ADMIN' })
  const owner = await user(portal)
  const numbers = (from: number) => Array.from({ length: 1_000 }, (_, at) => String(6_155_550_000 + from + at))
  const changed = await owner.as.call(dnc.changeNumbers, { body: { add: numbers(0), remove: numbers(2_000) } })
  expect(changed.status).toBe(200)
  const { body } = await admin.as.call(auditLog.list, { query: { actor: owner.id, action: 'dnc.numbers_changed' } })
  const [entry] = body.items
  expect(entry).toMatchObject({ isAbridged: true, actor: { id: owner.id } })
  expect(entry).not.toHaveProperty('after')
  const whole = await admin.as.call(auditLog.get, { params: { id: entry?.id ?? '' } })
  expect(whole.body).toMatchObject({ after: { add: numbers(0), remove: numbers(2_000) } })
  expect(whole.body).not.toHaveProperty('isAbridged')
})
