import type { Criteria } from '@dooryard/contract/criteria/criteria'
import { rolls } from '@dooryard/contract/data/rolls'
import { properties } from '@dooryard/contract/properties/properties'
import { savedSearches } from '@dooryard/contract/properties/saved-searches'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type TestUser, user } from '../../test/factories.ts'
import { type Portal, testPortal } from '../../test/portal.ts'
import { loadDemo } from './demo/load-demo.ts'
import { findProperty } from './records/properties.queries.ts'
import { demo } from './sources/demo.ts'

let portal: Portal
let searcher: TestUser

beforeAll(async () => {
  portal = await testPortal({ demoRows: 2_000 })
  searcher = await user(portal)
})
afterAll(() => portal.close())

test('a search page, its count and a single property agree', async () => {
  const criteria = { location: { states: ['TN'] }, property: { assetClasses: ['RESIDENTIAL' as const] } }
  const { body: count } = await searcher.as.call(properties.count, { body: { criteria } })
  const { status, body: page } = await searcher.as.call(properties.search, { body: { criteria, page: 2, limit: 25 } })
  expect(status).toBe(200)
  expect(page).toMatchObject({ totalCount: count.count, currentPage: 2, pageSize: 25, previousPage: 1 })
  expect(count.mailable).toBeLessThanOrEqual(count.count)
  expect(Date.parse(count.dataAsOf ?? '')).toBeGreaterThan(0)
  expect(page.items.every((row) => row.state === 'TN' && row.assetClass === 'RESIDENTIAL')).toBe(true)
  const [row] = page.items
  const { body: property } = await searcher.as.call(properties.get, { params: { id: row?.propertyId ?? '' } })
  expect(property).toMatchObject(row ?? {})
  expect(property.county).toMatch(/ County, TN$/)
  expect(property.provenance).toContainEqual(
    expect.objectContaining({ group: 'OWNER', roll: demo.name, recordedOn: '2026-10-01' }),
  )
})

test('rows say whether a phone number of the owner is known', async () => {
  const search = async (criteria: Criteria) =>
    (await searcher.as.call(properties.search, { body: { criteria, limit: 50 } })).body
  const first = (await search({})).items.find(({ ownerName }) => ownerName !== null)
  const { ownerKey } = (await findProperty(portal.services.clickhouse, first?.propertyId ?? '')) ?? {}
  await portal.services.clickhouse.run(
    `insert into contacts (source, owner_key, kind, value, line_type, ingested_at)
     values ('test', ${ownerKey}, 'PHONE', '6155550123', 'MOBILE', now())`,
  )
  const known = await search({ contact: { hasPhone: true } })
  expect(known.items.map(({ propertyId }) => propertyId)).toContain(first?.propertyId)
  expect(known.items.every(({ hasPhone }) => hasPhone)).toBe(true)
  const others = await search({ contact: { hasPhone: false } })
  expect(others.items.some(({ hasPhone }) => hasPhone)).toBe(false)
})

test('a page past the end is an empty list', async () => {
  const { body } = await searcher.as.call(properties.search, { body: { criteria: {}, page: 1_000 } })
  expect(body).toMatchObject({ items: [], totalCount: 2_000, nextPage: null })
})

test('an unknown property is not found, for any id', async () => {
  for (const id of ['1', '18446744073709551615', '99999999999999999999'])
    expect(await searcher.as.call(properties.get, { params: { id } })).toMatchObject({
      status: 404,
      body: { code: 'NOT_FOUND' },
    })
})

test('matches of an excluded saved search are left out, and a deleted one is rejected with a message', async () => {
  const inTennessee = { location: { states: ['TN'] } }
  const { body: saved } = await searcher.as.call(savedSearches.create, {
    body: { name: 'Tennessee', criteria: inTennessee },
  })
  const count = async (criteria: Criteria) =>
    (await searcher.as.call(properties.count, { body: { criteria } })).body.count
  const [there, elsewhere] = [await count(inTennessee), await count({ exclude: { savedSearchIds: [saved.id] } })]
  expect(there).toBeGreaterThan(0)
  expect(there + elsewhere).toBe(2_000)
  const gone = { criteria: { exclude: { savedSearchIds: ['0f5a7d52-8a8e-4c53-9d0b-6a1f4de0c7b1'] } } }
  expect(await searcher.as.call(properties.count, { body: gone })).toMatchObject({
    status: 422,
    body: { code: 'UNPROCESSABLE', message: expect.stringContaining('does not exist') },
  })
  const never = { criteria: { exclude: { savedSearchIds: ['1'] } } }
  expect(await searcher.as.call(properties.count, { body: never })).toMatchObject({
    status: 400,
    body: { issues: [{ message: 'There is no such saved search' }] },
  })
})

test('a search and its count return the same facets and waterfall, and neither unless requested', async () => {
  const criteria: Criteria = {
    location: { states: ['TN'] },
    property: { yearBuilt: { max: 1990 } },
    owner: { occupancies: ['ABSENTEE_IN_STATE'] },
  }
  const asked = { criteria, facets: ['owner.occupancies' as const, 'property.yearBuilt' as const], waterfall: true }
  const { status, body: page } = await searcher.as.call(properties.search, { body: asked })
  expect(status).toBe(200)
  const { body: count } = await searcher.as.call(properties.count, { body: asked })
  expect(page.facets).toEqual(count.facets)
  expect(page.waterfall).toEqual(count.waterfall)
  expect(page.waterfall?.total).toBe(2_000)
  expect(page.waterfall?.clauses.map(({ key }) => key)).toEqual(['location', 'property.yearBuilt', 'owner.occupancies'])
  const last = page.waterfall?.clauses.at(-1)
  expect(last?.remaining).toBe(page.totalCount)
  const [occupancies, years] = page.facets ?? []
  if (occupancies?.kind !== 'VALUES' || years?.kind !== 'RANGE') throw new Error('not the facets asked for')
  const chosen = occupancies.values.find(({ value }) => value === 'ABSENTEE_IN_STATE')
  expect(chosen?.count).toBe(page.totalCount)
  const others = occupancies.values.reduce((sum, { count }) => sum + count, occupancies.unknown) - page.totalCount
  expect(others).toBe(last?.givesBack)
  expect(years.buckets).toHaveLength(24)
  expect(years.max).toBeGreaterThan(1990)
  const { body: plain } = await searcher.as.call(properties.count, { body: { criteria } })
  expect(plain).toEqual({ ...count, facets: undefined, waterfall: undefined })
})

test('a page too deep to sort is empty, too', async () => {
  const body = { criteria: {}, page: 1_001, limit: 100 }
  const { status, body: page } = await searcher.as.call(properties.search, { body })
  expect({ status, page }).toMatchObject({ status: 200, page: { items: [], totalCount: 2_000, previousPage: 20 } })
})

test('text that looks like SQL is treated as text', async () => {
  for (const name of ["x' or 1=1 --", '{p1:String}', '\\', '%', '日本']) {
    const body = { criteria: { owner: { name }, mortgage: { lenderName: name }, location: { cities: [`TN:${name}`] } } }
    const reply = await searcher.as.call(properties.count, { body })
    expect([name, reply.status, reply.body.count]).toEqual([name, 200, 0])
  }
})

test('an admin sees the loaded rolls', async () => {
  const admin = await user(portal, { role: 'SUPER_ADMIN' })
  const { body } = await admin.as.call(rolls.list)
  expect(body.items).toMatchObject([{ source: 'demo', isGenerated: true, rowsRead: 2_000, rowsMapped: 2_000 }])
})

test('cached counts are recomputed after a roll is loaded', async () => {
  const count = async () => (await searcher.as.call(properties.count, { body: { criteria: {} } })).body.count
  expect([await count(), await count()]).toEqual([2_000, 2_000])
  try {
    await loadDemo(portal.services, { rows: 2_100 })
    expect(await count()).toBe(2_100)
  } finally {
    // The other tests count on the earlier data.
    await loadDemo(portal.services, { rows: 2_000 })
  }
})
