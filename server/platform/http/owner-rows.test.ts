import { buyers } from '@dooryard/contract/buyers'
import { propertyMap } from '@dooryard/contract/map'
import { properties } from '@dooryard/contract/properties'
import { savedSearches } from '@dooryard/contract/saved-searches'
import { sql } from 'kysely'
import { afterAll, expect, test } from 'vitest'
import { actingAs, type TestUser, user } from '../../test/factories.ts'
import { testPortal } from '../../test/portal.ts'

const perDay = 100
const portal = await testPortal({ demoRows: 1_000, limits: true, ownerRowsPerDay: perDay })
afterAll(portal.close)

const everywhere = { criteria: {} }
const page = ({ as }: Pick<TestUser, 'as'>, limit: number, number = 1) =>
  as.call(properties.search, { body: { ...everywhere, limit, page: number } })

/** Rows that are left, as a page that asks for too many tells by being refused. */
async function left(reader: TestUser): Promise<number> {
  for (let rows = perDay; rows > 0; rows--) if ((await page(reader, rows, 1_000)).status === 200) return rows
  return 0
}

/** What a call answers with, and its headers. */
async function fetched({ as }: TestUser, body: object) {
  const response = await fetch(portal.url + properties.search.path, {
    method: 'POST',
    headers: { authorization: `Bearer ${as.token}`, 'content-type': 'application/json' },
    body: JSON.stringify(body),
  })
  return { status: response.status, headers: response.headers, body: await response.json() }
}

test('an account reads so many rows with owners a day, and is told when it can read on', async () => {
  const reader = await user(portal, { role: 'CONSUMER_USER' })
  expect((await page(reader, 60)).body.items).toHaveLength(60)
  const { status, headers, body } = await fetched(reader, { ...everywhere, limit: 60 })
  expect(status).toBe(429)
  expect(body).toMatchObject({
    code: 'RATE_LIMITED',
    limit: 'owner-rows',
    message: expect.stringContaining('in 24 hours'),
  })
  expect(Number(headers.get('retry-after'))).toBeGreaterThan(86_000)
  expect(headers.get('ratelimit-policy')).toBe('"owner-rows";q=100;w=86400')
  // What was refused is not counted.
  expect((await page(reader, 40)).status).toBe(200)
  expect((await page(reader, 1)).status).toBe(429)
  expect((await page(await user(portal), 60)).status).toBe(200)
})

test('counts, facets and the map go on when no more owners can be read', async () => {
  const reader = await user(portal)
  await page(reader, perDay)
  expect((await page(reader, 1)).status).toBe(429)
  const count = { body: { ...everywhere, facets: ['owner.occupancies' as const], waterfall: true } }
  expect(await reader.as.call(properties.count, count)).toMatchObject({ status: 200, body: { count: 1_000 } })
  const bounds = { west: -125, south: 24, east: -66, north: 50 }
  expect((await reader.as.call(propertyMap.map, { body: { ...everywhere, bounds, zoom: 3 } })).status).toBe(200)
})

test('parallel calls never read more than the day allows', async () => {
  const reader = await user(portal)
  const replies = await Promise.all(Array.from({ length: 12 }, (_, at) => page(reader, 30, at + 1)))
  const read = replies.filter(({ status }) => status === 200).flatMap(({ body }) => body.items)
  expect(read.length).toBeLessThanOrEqual(perDay)
  expect(replies.filter(({ status }) => status === 429).length).toBeGreaterThanOrEqual(9)
})

test('what a call does not answer with is not counted, nor what is not there', async () => {
  const reader = await user(portal)
  expect((await page(reader, perDay, 1_000)).body.items).toEqual([])
  const [row] = (await page(reader, 1)).body.items
  expect((await reader.as.call(properties.get, { params: { id: '1' } })).status).toBe(404)
  expect(await left(reader)).toBe(perDay - 1)
  await reader.as.call(properties.get, { params: { id: row?.propertyId ?? '' } })
  expect(await left(reader)).toBe(perDay - 2)
})

test('owners are counted wherever they can be read without a purchase', async () => {
  const reader = await user(portal)
  const [row] = (await page(reader, 1)).body.items
  const params = { id: row?.propertyId ?? '' }
  const saved = await reader.as.call(savedSearches.create, { body: { name: 'All', criteria: {} } })
  await page(reader, perDay - 1)
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

test('an administrator is not limited, also while acting as a user, whose rows are left to them', async () => {
  const [admin, reader] = [await user(portal, { role: 'SUPER_ADMIN' }), await user(portal)]
  const acting = await actingAs(portal, admin, reader.id)
  for (const by of [admin, acting])
    for (const number of [1, 2]) expect((await page(by, perDay, number)).status).toBe(200)
  expect((await page(reader, perDay)).status).toBe(200)
})

test('the next day begins with the rows of the day', async () => {
  const reader = await user(portal)
  await page(reader, perDay)
  expect((await page(reader, 1)).status).toBe(429)
  await sql`update rate_limits set expire = expire - 86400000 where key like 'owner-rows:%'`.execute(portal.db)
  expect((await page(reader, perDay)).status).toBe(200)
})

test('an answer says how many rows are left', async () => {
  const reader = await user(portal)
  const { status, headers } = await fetched(reader, { ...everywhere, limit: 60 })
  expect(status).toBe(200)
  expect(headers.get('ratelimit')).toMatch(/^"owner-rows";r=40;/)
})
