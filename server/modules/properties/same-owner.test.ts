import { properties } from '@dooryard/contract/properties'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type TestUser, user } from '../../test/factories.ts'
import { type Portal, testPortal } from '../../test/portal.ts'
import { insertRows } from './transfers/rows.fixture.ts'

let portal: Portal
let searcher: TestUser

const owned = (at: number, ownerKey: string, zip: string) => ({
  ...{ source: 'example-rolls', property_id: String(at), state: 'TN', county_fips: '47037', zip },
  ...{ address: `${at} EXAMPLE ORCHARD LN`, owner_key: ownerKey, owner_names: ['TESTWELL HOLDINGS LLC'] },
  // What is empty here stands in a closed list there.
  ...{ owner_type: 'LLC', occupancy: 'UNKNOWN', acquired_by_qc: 'UNKNOWN', last_sale_deed_type: 'UNKNOWN' },
})

beforeAll(async () => {
  portal = await testPortal({ demoRows: 2_000 })
  searcher = await user(portal)
  const many = Array.from({ length: 25 }, (_, at) => owned(1_000 + at, '18446744073709551615', `372${10 + (at % 3)}`))
  await insertRows(portal.services.clickhouse, 'properties', [
    ...many,
    owned(2_000, '0', '37209'),
    owned(2_001, '0', '37209'),
    owned(2_002, '77', '37209'),
  ])
})
afterAll(() => portal.close())

const others = (id: string, query: { page?: number; limit?: number } = {}) =>
  searcher.as.call(properties.sameOwner, { params: { id }, query })

test("an owner's other properties come by place, page by page, without the one asked about", async () => {
  const paged = []
  for (const page of [1, 2, 3]) {
    const { status, body } = await others('1007', { page, limit: 10 })
    expect({ status, body }).toMatchObject({ status: 200, body: { totalCount: 24, totalPages: 3, currentPage: page } })
    paged.push(...body.items)
  }
  const ids = Array.from({ length: 25 }, (_, at) => at).filter((at) => at !== 7)
  const byPlace = ids.toSorted((a, b) => (a % 3) - (b % 3) || a - b).map((at) => String(1_000 + at))
  expect(paged.map(({ propertyId }) => propertyId)).toEqual(byPlace)
  expect((await others('1007', { page: 4 })).body).toMatchObject({ items: [], totalCount: 24, nextPage: null })
  expect((await others('1007', { page: 100_000, limit: 100 })).body).toMatchObject({ items: [], totalCount: 24 })
})

test('an owner of one property, or one whom nobody knows, has no others', async () => {
  for (const id of ['2000', '2002'])
    expect((await others(id)).body).toMatchObject({ items: [], totalCount: 0, totalPages: 0 })
})

test('whose property it is stays one question: each of the others names the same rest', async () => {
  const [one] = (await others('1000', { limit: 1 })).body.items
  const { body } = await others(one?.propertyId ?? '', { limit: 100 })
  expect(body.items.map(({ propertyId }) => propertyId)).toContain('1000')
  expect(body.totalCount).toBe(24)
})

test('a property that is not there has no owner to ask for', async () => {
  for (const id of ['1', '18446744073709551615', '99999999999999999999'])
    expect(await others(id)).toMatchObject({ status: 404, body: { code: 'NOT_FOUND' } })
})

test('an address is found once its roll is loaded, and only by who may search', async () => {
  const { body: page } = await searcher.as.call(properties.search, {
    body: { criteria: { location: { states: ['TN'] } } },
  })
  const row = page.items.find(({ address }) => /^\d/.test(address ?? ''))
  const search = `${row?.address}, ${row?.city} ${row?.state}`
  const { status, body } = await searcher.as.call(properties.addresses, { query: { search, limit: 20 } })
  expect(status).toBe(200)
  expect(body.items.map(({ propertyId }) => propertyId)).toContain(row?.propertyId)
  const affiliate = await user(portal, { role: 'AFFILIATE_USER' })
  expect(await affiliate.as.call(properties.addresses, { query: { search } })).toMatchObject({ status: 403 })
  expect(await searcher.as.call(properties.addresses, { query: { search: ' ' } })).toMatchObject({ status: 400 })
})
