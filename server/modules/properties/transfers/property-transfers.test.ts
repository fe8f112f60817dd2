import { buyers } from '@dooryard/contract/properties/buyers'
import { propertyMap } from '@dooryard/contract/properties/map'
import { properties } from '@dooryard/contract/properties/properties'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type TestUser, user } from '../../../test/factories.ts'
import { type Portal, testPortal } from '../../../test/portal.ts'
import { demo } from '../sources/demo.ts'
import { insertRows } from './rows.fixture.ts'

let portal: Portal
let searcher: TestUser

beforeAll(async () => {
  portal = await testPortal({ demoRows: 500 })
  searcher = await user(portal)
})
afterAll(() => portal.close())

const soldProperty = async () => {
  const criteria = { sale: { price: { min: 1 }, soldOn: { from: '2000-01-01' } } }
  const { body } = await searcher.as.call(properties.search, { body: { criteria, limit: 1 } })
  const id = body.items[0]?.propertyId ?? ''
  return (await searcher.as.call(properties.get, { params: { id } })).body
}

test('a property lists its sales, and a second roll’s month-only report is not another sale', async () => {
  const property = await soldProperty()
  const [latest] = property.transfers
  expect(latest).toMatchObject({
    recordedOn: property.lastSaleDate,
    price: property.lastSalePrice,
    deedType: property.lastSaleDeedType,
    rolls: [demo.name],
  })
  const days = property.transfers.map(({ recordedOn }) => recordedOn)
  expect(days).toEqual(days.toSorted().toReversed())

  const month = `${property.lastSaleDate?.slice(0, 7)}-01`
  const common = { property_id: property.propertyId, state: property.state, county_fips: property.countyFips }
  await insertRows(portal.services.clickhouse, 'transfers', [
    { source: 'example-sales', ...common, recorded_on: month, is_month_only: true, price: property.lastSalePrice },
    { source: 'example-sales', ...common, recorded_on: '1970-03-01', is_month_only: true, price: 9_000 },
  ])
  const { body: again } = await searcher.as.call(properties.get, { params: { id: property.propertyId } })
  expect(again.transfers).toEqual([
    { ...latest, rolls: [demo.name, 'example-sales'] },
    ...property.transfers.slice(1),
    expect.objectContaining({ recordedOn: '1970-03-01', isMonthOnly: true, price: 9_000, buyer: null }),
  ])
})

test('a property’s surrounding buyers and map can be requested', async () => {
  const { propertyId, lat, lng } = await soldProperty()
  const question = { subject: { propertyId }, miles: 50, months: 24 } as const
  const { status, body } = await searcher.as.call(buyers.search, { body: question })
  expect(status).toBe(200)
  expect(body).toMatchObject({ currentPage: 1, pageSize: 10 })
  const bounds = {
    west: (lng ?? 0) - 0.01,
    east: (lng ?? 0) + 0.01,
    south: (lat ?? 0) - 0.01,
    north: (lat ?? 0) + 0.01,
  }
  const map = await searcher.as.call(propertyMap.map, { body: { criteria: {}, bounds, zoom: 15 } })
  expect(map.body).toMatchObject({
    inBounds: expect.any(Number),
    points: expect.arrayContaining([expect.objectContaining({ propertyId })]),
  })
})

test('an unsupported distance or look-back is rejected with a message', async () => {
  const subject = { lat: 36.1, lng: -86.8 }
  const body = { subject, miles: 7, months: 9 } as never
  expect(await searcher.as.call(buyers.search, { body })).toMatchObject({
    status: 400,
    body: {
      code: 'VALIDATION',
      issues: [
        { path: 'miles', message: 'A distance is one of 0.25, 0.5, 1, 2, 3, 5, 10, 25, 50 miles' },
        { path: 'months', message: 'A look-back is one of 6, 12, 24 months' },
      ],
    },
  })
})
