import type { Criteria } from '@dooryard/contract/criteria/criteria'
import { apiKeys } from '@dooryard/contract/integrations/api-keys'
import { campaigns } from '@dooryard/contract/orders/campaigns'
import { enterprise } from '@dooryard/contract/orders/enterprise'
import { orders, privateOrders } from '@dooryard/contract/orders/orders'
import { savedSearches } from '@dooryard/contract/properties/saved-searches'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { enterpriseUser, user } from './factories.ts'
import { testPortal } from './portal.ts'
import { largestCriteria } from './random/largest-criteria.ts'
import { createCaller } from './requests.ts'

const portal = await testPortal({ demoRows: 1_000 })
afterAll(portal.close)

type CriteriaWriter = (criteria: Criteria) => Promise<{ status: number; body: unknown }>

/** Every call that stores criteria, by what it creates. */
let criteriaWriters: Record<string, CriteriaWriter>
let owner: Awaited<ReturnType<typeof enterpriseUser>>
beforeAll(async () => {
  owner = await enterpriseUser(portal, { onDemandCredits: 10_000 })
  const consumer = await user(portal, { role: 'CONSUMER_USER', onDemandCredits: 10_000 })
  const made = await owner.as.call(apiKeys.create, { body: { name: 'Orders', scopes: ['orders:write'] } })
  const program = createCaller(portal.url, made.body.key)
  const params = { campaignId: owner.campaign.id }
  const search = await owner.as.call(savedSearches.create, { body: { name: 'To change', criteria: {} } })
  let names = 0
  const order = () => ({ orderName: `Order ${names++}`, quantity: 50 })
  const type = { campaignType: 'MAIL_READY' } as const
  criteriaWriters = {
    'a new search': (criteria) =>
      owner.as.call(savedSearches.create, { body: { name: `Search ${names++}`, criteria } }),
    'a changed search': (criteria) =>
      owner.as.call(savedSearches.change, { params: { id: search.body.id }, body: { criteria } }),
    'a new campaign': (criteria) => owner.as.call(campaigns.create, { body: { name: 'New', ...type, criteria } }),
    'a changed campaign': (criteria) => owner.as.call(campaigns.change, { params, body: { criteria } }),
    'an order of a campaign': (criteria) => owner.as.call(orders.place, { params, body: { ...order(), criteria } }),
    'an order of none': (criteria) =>
      consumer.as.call(privateOrders.place, { body: { ...order(), ...type, criteria } }),
    "a program's order": (criteria) => program.call(enterprise.place, { body: { ...order(), ...params, criteria } }),
    "a program's order of a new campaign": (criteria) =>
      program.call(enterprise.place, {
        body: { ...order(), campaign: { name: `Made ${names++}`, ...type }, criteria },
      }),
  }
})

const names = [
  ...['a new search', 'a changed search', 'a new campaign', 'a changed campaign', 'an order of a campaign'],
  ...['an order of none', "a program's order", "a program's order of a new campaign"],
]

const ids = (count: number, from = 0) => Array.from({ length: count }, (_, at) => String(from + at + 1))
const cities = ids(1_000).map((id) => `TN:${id.padEnd(100, 'X')}`)
const large: Criteria = { location: { cities } }

describe.each(names)('%s', (name) => {
  const keep: CriteriaWriter = (criteria) => {
    const keeper = criteriaWriters[name]
    if (!keeper) throw new Error(`nothing makes ${name}`)
    return keeper(criteria)
  }

  test('stores 10,000 excluded properties with nearly 100 kB of filters, and returns them complete', async () => {
    const { status, body } = await keep(largestCriteria)
    expect(status).toBeLessThan(300)
    expect((body as { criteria: Criteria }).criteria).toEqual(largestCriteria)
  })

  test('refuses filters over 100 kB, and states at the field their size and what to do', async () => {
    const message =
      'These filters take 107 kB, and 100 kB is the most. Draw fewer or simpler areas, or name fewer places.'
    expect(await keep(large)).toMatchObject({
      status: 400,
      body: { code: 'VALIDATION', message, issues: [{ path: 'criteria', message }] },
    })
  })

  test('refuses more than 10,000 single properties anywhere in the criteria', async () => {
    const message =
      'These filters name 10,001 single properties, and 10,000 is the most. ' +
      'Take some back, or set a filter that excludes them.'
    const left = (from: number, count: number) => ({ exclude: { propertyIds: ids(count, from) } })
    const of = [{ criteria: left(0, 5_000) }, { criteria: left(5_000, 3_000) }]
    const criteria = { stack: { of, atLeast: 1 }, only: { propertyIds: ids(1_000) }, ...left(0, 1_001) }
    expect(await keep(criteria)).toMatchObject({ status: 400, body: { message, issues: [{ path: 'criteria' }] } })
  })
})

test('criteria stored before the limits are read, renamed and ordered unchanged', async () => {
  // One of the cities exists, so that there are leads to order.
  const criteria = { location: { cities: ['TN:NASHVILLE', ...cities.slice(1)] }, exclude: { propertyIds: ids(10_000) } }
  const json = JSON.stringify(criteria)
  const { body: search } = await owner.as.call(savedSearches.create, { body: { name: 'Old', criteria: {} } })
  await sql`update saved_searches set criteria = ${json} where id = ${search.id}::uuid`.execute(portal.db)
  await sql`update campaigns set criteria = ${json}, criteria_ids = null where id = ${owner.campaign.id}::uuid`.execute(
    portal.db,
  )
  const params = { id: search.id }
  expect((await owner.as.call(savedSearches.get, { params })).body.criteria).toEqual(criteria)
  const renamed = await owner.as.call(savedSearches.change, { params, body: { name: 'Older' } })
  expect(renamed).toMatchObject({ status: 200, body: { name: 'Older', criteria } })
  const place = { params: { campaignId: owner.campaign.id }, body: { orderName: 'Of old', quantity: 50 } }
  const placed = await owner.as.call(orders.place, place)
  expect(placed).toMatchObject({ status: 201, body: { criteria } })
})

test('searches that are too large together cannot be excluded together, and fewer of them can', async () => {
  const { body } = await owner.as.call(savedSearches.create, { body: { name: 'Large', criteria: largestCriteria } })
  await sql`insert into saved_searches (id, user_id, name, criteria, criteria_ids, created_at, updated_at)
    select gen_random_uuid(), user_id, 'Large ' || n, criteria, criteria_ids, now(), now()
    from saved_searches, generate_series(1, 6) n where id = ${body.id}::uuid`.execute(portal.db)
  const listed = await owner.as.call(savedSearches.list, { query: { search: 'Large', limit: 10 } })
  const savedSearchIds = listed.body.items.map(({ id }) => id)
  const save = (name: string, ids: string[]) =>
    owner.as.call(savedSearches.create, { body: { name, criteria: { exclude: { savedSearchIds: ids } } } })
  expect(await save('Without seven', savedSearchIds)).toMatchObject({
    status: 422,
    body: { message: expect.stringMatching(/too large together: 2 MB is the maximum. Exclude fewer/) },
  })
  expect(await save('Without five', savedSearchIds.slice(0, 5))).toMatchObject({ status: 201 })
})
