import type { MapSalesQuery } from '@dooryard/contract/properties/map-sales'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Context } from '../../../../platform/context.ts'
import { createPropertyServices } from '../../property-services.fixture.ts'
import { insertRows } from '../../transfers/rows.fixture.ts'
import { getMapSales } from './get-map-sales.ts'

let store: Awaited<ReturnType<typeof createPropertyServices>>
let ctx: Context

const bounds = { west: -86.9, south: 36.1, east: -86.7, north: 36.2 }
const sold = (at: number, facts: object = {}) => ({
  ...{ source: 'example-rolls', property_id: String(10n ** 19n + BigInt(at)), state: 'TN', county_fips: '47037' },
  ...{ address: `${at} EXAMPLE ORCHARD LN`, lat: 36.15, lng: -86.8 + at / 1e6, asset_class: 'RESIDENTIAL' },
  ...{ living_area_sqft: 1_000, last_sale_date: '2026-08-01', last_sale_price: 100_000 + at * 1_000, ...facts },
  arms_length: 'arms_length' in facts ? facts.arms_length : null,
})

beforeAll(async () => {
  store = await createPropertyServices()
  ctx = {
    ...store.services,
    clock: { now: () => new Date('2026-10-15T12:00:00Z') },
    requestId: 'r',
    caller: { ipAddress: '127.0.0.1', userAgent: 'test' },
    signal: new AbortController().signal,
    actor: { userId: '1', role: 'ENTERPRISE_USER', sessionId: '1' },
  }
  await insertRows(store.services.clickhouse, 'properties', [
    ...[
      sold(1),
      sold(2, { last_sale_date: '2026-09-10' }),
      sold(3, { last_sale_date: '2025-11-01', arms_length: true }),
    ],
    sold(4, { last_sale_date: '2025-01-20', last_sale_price: 900_000 }),
    // No sales of homes at arm's length, too old, too cheap to be the price of a home, or of a day to come.
    sold(5, { arms_length: false }),
    sold(6, { asset_class: 'COMMERCIAL' }),
    sold(7, { last_sale_date: '2024-01-20' }),
    sold(8, { last_sale_price: 0 }),
    sold(11, { last_sale_price: 9_000 }),
    sold(12, { last_sale_date: '2026-11-20' }),
    // Elsewhere, and alone in its block.
    sold(9, { lng: -86.5 }),
    sold(10, { lng: -86.75, living_area_sqft: null }),
  ])
})
afterAll(() => store.close())

const find = (query: Partial<MapSalesQuery> = {}) => getMapSales(ctx, { bounds, zoom: 15, show: 'SALES', ...query })

test('a map shows the latest sales of homes of the last 12 months, newest first', async () => {
  const found = await find()
  if (!('sales' in found)) throw new Error('These are blocks.')
  expect(found.total).toBe(4)
  expect(found.sales.map(({ address }) => address?.split(' ')[0])).toEqual(['2', '1', '10', '3'])
  expect(found.sales[0]).toMatchObject({ soldOn: '2026-09-10', price: 102_000, pricePerSqft: 102 })
  expect(found.sales[2]).toMatchObject({ price: 110_000, pricePerSqft: null })
})

test('the price of a block is the median per square foot of at least three sales in 24 months', async () => {
  const found = await find({ show: 'PRICES' })
  if (!('blocks' in found)) throw new Error('These are sales.')
  expect(found.blocks).toEqual([
    { h3: expect.stringMatching(/^89[0-9a-f]{13}$/), outline: expect.any(Array), sales: 4, pricePerSqft: 103 },
  ])
  const lngs = found.blocks[0]?.outline.map(([lng]) => lng) ?? []
  expect(lngs).toHaveLength(6)
  expect(Math.min(...lngs)).toBeLessThan(-86.8)
  expect(Math.max(...lngs)).toBeGreaterThan(-86.8)
  expect(await find({ show: 'PRICES', bounds: { ...bounds, east: -86.85 } })).toEqual({ blocks: [] })
})
