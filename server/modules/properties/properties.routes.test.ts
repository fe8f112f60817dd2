import { filters } from '@dooryard/contract/filters'
import { properties } from '@dooryard/contract/properties'
import { rolls } from '@dooryard/contract/rolls'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type TestUser, user } from '../../test/factories.ts'
import { type Portal, testPortal } from '../../test/portal.ts'

let portal: Portal
let searcher: TestUser

beforeAll(async () => {
  portal = await testPortal({ demoRows: 2_000 })
  searcher = await user(portal)
})
afterAll(() => portal.close())

test('a page of a search, its count, and one property of it agree', async () => {
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
  expect(property.provenance).toContainEqual(
    expect.objectContaining({ group: 'OWNER', roll: 'demo', recordedOn: '2026-10-01' }),
  )
})

test('a page past the end is an empty list', async () => {
  const { body } = await searcher.as.call(properties.search, { body: { criteria: {}, page: 1_000 } })
  expect(body).toMatchObject({ items: [], totalCount: 2_000, nextPage: null })
})

test('a property that is not there is not found, whatever its number', async () => {
  for (const id of ['1', '18446744073709551615', '99999999999999999999'])
    expect(await searcher.as.call(properties.get, { params: { id } })).toMatchObject({
      status: 404,
      body: { code: 'NOT_FOUND' },
    })
})

test('excluding saved searches is refused in words', async () => {
  const body = { criteria: { exclude: { savedSearchIds: ['1'] } } }
  expect(await searcher.as.call(properties.count, { body })).toMatchObject({
    status: 422,
    body: { code: 'UNPROCESSABLE', message: 'Saved searches cannot be excluded yet.' },
  })
})

test('text that would be SQL is only text', async () => {
  for (const name of ["x' or 1=1 --", '{p1:String}', '\\', '%', '日本']) {
    const body = { criteria: { owner: { name }, mortgage: { lenderName: name }, location: { cities: [`TN:${name}`] } } }
    const reply = await searcher.as.call(properties.count, { body })
    expect([name, reply.status, reply.body.count]).toEqual([name, 200, 0])
  }
})

test('places lead from states to ZIPs, with how many properties each has', async () => {
  const { body: states } = await searcher.as.call(filters.states)
  expect(states.items.reduce((sum, { count = 0 }) => sum + count, 0)).toBe(2_000)
  expect(states.items).toContainEqual(expect.objectContaining({ value: 'TN', label: 'Tennessee' }))
  const { body: counties } = await searcher.as.call(filters.counties, { query: { state: 'TN' } })
  expect(counties.items).toMatchObject([{ value: '47037', label: 'Davidson County, TN', parent: 'TN' }])
  const { body: cities } = await searcher.as.call(filters.cities, { query: { county: '47037', search: 'nash' } })
  expect(cities.items).toMatchObject([{ value: 'TN:NASHVILLE', label: 'Nashville, TN', parent: 'TN' }])
  const { body: zips } = await searcher.as.call(filters.zips, {
    query: { city: 'TN:NASHVILLE', search: '372', limit: 3 },
  })
  expect(zips.items).toHaveLength(3)
  expect(zips.items.every(({ value, parent }) => value.startsWith('372') && parent === 'TN:NASHVILLE')).toBe(true)
  const counts = zips.items.map(({ count = 0 }) => count)
  expect(counts).toEqual(counts.toSorted((a, b) => b - a))
  const { body: searched } = await searcher.as.call(filters.counties, { query: { search: 'king' } })
  expect(searched.items).toMatchObject([{ value: '53033' }])
})

test('the rolls that are loaded are shown to an admin', async () => {
  const admin = await user(portal, { role: 'SUPER_ADMIN' })
  const { body } = await admin.as.call(rolls.list)
  expect(body.items).toMatchObject([{ source: 'demo', isGenerated: true, rowsRead: 2_000, rowsMapped: 2_000 }])
})
