import { buyers } from '@dooryard/contract/properties/buyers'
import { propertyMap } from '@dooryard/contract/properties/map'
import { properties } from '@dooryard/contract/properties/properties'
import { savedSearches } from '@dooryard/contract/properties/saved-searches'
import { sql } from 'kysely'
import { afterAll, expect, test } from 'vitest'
import { actAsUser, type TestUser, user } from '../../../test/factories.ts'
import { testPortal } from '../../../test/portal.ts'

const perDay = 100
const portal = await testPortal({ demoRows: 1_000, limits: true, ownerRowsPerDay: perDay })
afterAll(portal.close)

const everywhere = { criteria: {} }
const fetchPage = ({ as }: Pick<TestUser, 'as'>, limit: number, number = 1) =>
  as.call(properties.search, { body: { ...everywhere, limit, page: number } })

/** Counts the rows left: a page that asks for too many is refused. */
async function countRowsLeft(reader: TestUser): Promise<number> {
  for (let rows = perDay; rows > 0; rows--) if ((await fetchPage(reader, rows, 1_000)).status === 200) return rows
  return 0
}

/** Returns the body and headers of a search. */
async function fetchSearch({ as }: TestUser, body: object) {
  const response = await fetch(portal.url + properties.search.path, {
    method: 'POST',
    headers: { authorization: `Bearer ${as.token}`, 'content-type': 'application/json' },
    body: JSON.stringify(body),
  })
  return { status: response.status, headers: response.headers, body: await response.json() }
}

test('an account reads a limited number of rows with owners a day, and is told when it can continue', async () => {
  const reader = await user(portal, { role: 'CONSUMER_USER' })
  expect((await fetchPage(reader, 60)).body.items).toHaveLength(60)
  const { status, headers, body } = await fetchSearch(reader, { ...everywhere, limit: 60 })
  expect(status).toBe(429)
  expect(body).toMatchObject({
    code: 'RATE_LIMITED',
    limit: 'owner-rows',
    message: expect.stringContaining('in 24 hours'),
  })
  expect(Number(headers.get('retry-after'))).toBeGreaterThan(86_000)
  expect(headers.get('ratelimit-policy')).toBe('"owner-rows";q=100;w=86400')
  // A refused call is not counted.
  expect((await fetchPage(reader, 40)).status).toBe(200)
  expect((await fetchPage(reader, 1)).status).toBe(429)
  expect((await fetchPage(await user(portal), 60)).status).toBe(200)
})

test('counts, facets and the map still work when no more owners can be read', async () => {
  const reader = await user(portal)
  await fetchPage(reader, perDay)
  expect((await fetchPage(reader, 1)).status).toBe(429)
  const count = { body: { ...everywhere, facets: ['owner.occupancies' as const], waterfall: true } }
  expect(await reader.as.call(properties.count, count)).toMatchObject({ status: 200, body: { count: 1_000 } })
  const bounds = { west: -125, south: 24, east: -66, north: 50 }
  expect((await reader.as.call(propertyMap.map, { body: { ...everywhere, bounds, zoom: 3 } })).status).toBe(200)
})

test('parallel calls never read more than the day allows', async () => {
  const reader = await user(portal)
  const replies = await Promise.all(Array.from({ length: 12 }, (_, at) => fetchPage(reader, 30, at + 1)))
  const read = replies.filter(({ status }) => status === 200).flatMap(({ body }) => body.items)
  expect(read.length).toBeLessThanOrEqual(perDay)
  expect(replies.filter(({ status }) => status === 429).length).toBeGreaterThanOrEqual(9)
})

test('only rows in the response count', async () => {
  const reader = await user(portal)
  expect((await fetchPage(reader, perDay, 1_000)).body.items).toEqual([])
  const [row] = (await fetchPage(reader, 1)).body.items
  expect((await reader.as.call(properties.get, { params: { id: '1' } })).status).toBe(404)
  expect(await countRowsLeft(reader)).toBe(perDay - 1)
  await reader.as.call(properties.get, { params: { id: row?.propertyId ?? '' } })
  expect(await countRowsLeft(reader)).toBe(perDay - 2)
})

test('owners are counted wherever they can be read without a purchase', async () => {
  const reader = await user(portal)
  const [row] = (await fetchPage(reader, 1)).body.items
  const params = { id: row?.propertyId ?? '' }
  const saved = await reader.as.call(savedSearches.create, { body: { name: 'All', criteria: {} } })
  await fetchPage(reader, perDay - 1)
  const refused = [
    await reader.as.call(properties.get, { params }),
    await reader.as.call(properties.sameOwner, { params, query: { limit: 1 } }),
    await reader.as.call(buyers.search, {
      body: { subject: { lat: 36.16, lng: -86.78 }, miles: 25, months: 24, limit: 1 },
    }),
    await reader.as.call(savedSearches.changes, { params: { id: saved.body.id }, query: { limit: 1 } }),
  ]
  expect(refused.map(({ status }) => status)).toEqual([429, 429, 429, 429])
})

test('an administrator is not limited, also while impersonating a user, whose rows stay available', async () => {
  const [admin, reader] = [await user(portal, { role: 'SUPER_ADMIN' }), await user(portal)]
  const acting = await actAsUser(portal, admin, reader.id)
  for (const by of [admin, acting])
    for (const number of [1, 2]) expect((await fetchPage(by, perDay, number)).status).toBe(200)
  expect((await fetchPage(reader, perDay)).status).toBe(200)
})

test('the next day starts with the full limit', async () => {
  const reader = await user(portal)
  await fetchPage(reader, perDay)
  expect((await fetchPage(reader, 1)).status).toBe(429)
  await sql`update rate_limits set expire = expire - 86400000 where key like 'owner-rows:%'`.execute(portal.db)
  expect((await fetchPage(reader, perDay)).status).toBe(200)
})

test('a response says how many rows are left', async () => {
  const reader = await user(portal)
  const { status, headers } = await fetchSearch(reader, { ...everywhere, limit: 60 })
  expect(status).toBe(200)
  expect(headers.get('ratelimit')).toMatch(/^"owner-rows";r=40;/)
})
