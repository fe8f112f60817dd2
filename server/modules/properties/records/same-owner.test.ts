import { properties } from '@dooryard/contract/properties/properties'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type TestUser, user } from '../../../test/factories.ts'
import { type Portal, testPortal } from '../../../test/portal.ts'
import { insertRows } from '../transfers/rows.fixture.ts'

let portal: Portal
let searcher: TestUser

const makeOwnedRow = (at: number, ownerKey: string, zip: string) => ({
  ...{ source: 'example-rolls', property_id: String(at), state: 'TN', county_fips: '47037', zip },
  ...{ address: `${at} EXAMPLE ORCHARD LN`, owner_key: ownerKey, owner_names: ['TESTWELL HOLDINGS LLC'] },
  // These columns have closed lists of values in the response, so they must not stay empty.
  ...{ estimated_value: ownerKey === '77' ? null : 200_000 + at },
  ...{ owner_type: 'LLC', occupancy: 'UNKNOWN', acquired_by_qc: 'UNKNOWN', last_sale_deed_type: 'UNKNOWN' },
})

beforeAll(async () => {
  portal = await testPortal({ demoRows: 2_000 })
  searcher = await user(portal)
  const many = Array.from({ length: 25 }, (_, at) =>
    makeOwnedRow(1_000 + at, '18446744073709551615', `372${10 + (at % 3)}`),
  )
  await insertRows(portal.services.clickhouse, 'properties', [
    ...many,
    makeOwnedRow(2_000, '0', '37209'),
    makeOwnedRow(2_001, '0', '37209'),
    makeOwnedRow(2_002, '77', '37209'),
  ])
})
afterAll(() => portal.close())

const listOthers = (id: string, query: { page?: number; limit?: number } = {}) =>
  searcher.as.call(properties.sameOwner, { params: { id }, query })

test("an owner's other properties are sorted by place and paged, without the property itself", async () => {
  const paged = []
  // 25 properties of 200,000 each and their numbers, 1,000 to 1,024.
  const portfolio = { properties: 25, estimatedValue: 5_025_300, valuedProperties: 25 }
  for (const page of [1, 2, 3]) {
    const { status, body } = await listOthers('1007', { page, limit: 10 })
    expect({ status, body }).toMatchObject({
      status: 200,
      body: { totalCount: 24, totalPages: 3, currentPage: page, portfolio },
    })
    paged.push(...body.items)
  }
  const ids = Array.from({ length: 25 }, (_, at) => at).filter((at) => at !== 7)
  const byPlace = ids.toSorted((a, b) => (a % 3) - (b % 3) || a - b).map((at) => String(1_000 + at))
  expect(paged.map(({ propertyId }) => propertyId)).toEqual(byPlace)
  expect((await listOthers('1007', { page: 4 })).body).toMatchObject({ items: [], totalCount: 24, nextPage: null })
  expect((await listOthers('1007', { page: 100_000, limit: 100 })).body).toMatchObject({ items: [], totalCount: 24 })
})

test('an owner of one property, or an unknown owner, has no others', async () => {
  for (const id of ['2000', '2002'])
    expect((await listOthers(id)).body).toMatchObject({ items: [], totalCount: 0, totalPages: 0 })
  expect((await listOthers('2000')).body.portfolio).toBeNull()
  expect((await listOthers('2002')).body.portfolio).toEqual({
    properties: 1,
    estimatedValue: null,
    valuedProperties: 0,
  })
})

test('properties of one owner list the same others', async () => {
  const [one] = (await listOthers('1000', { limit: 1 })).body.items
  const { body } = await listOthers(one?.propertyId ?? '', { limit: 100 })
  expect(body.items.map(({ propertyId }) => propertyId)).toContain('1000')
  expect(body.totalCount).toBe(24)
})

test('an unknown property is not found', async () => {
  for (const id of ['1', '18446744073709551615', '99999999999999999999'])
    expect(await listOthers(id)).toMatchObject({ status: 404, body: { code: 'NOT_FOUND' } })
})

test('an address is found once its roll is loaded, and only by users who may search', async () => {
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
