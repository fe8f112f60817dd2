import type { Criteria } from '@dooryard/contract/criteria/criteria'
import type { Bounds, PropertyMap } from '@dooryard/contract/properties/map'
import { SimpleFaker } from '@faker-js/faker'
import fc from 'fast-check'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { ClickHouse } from '../../../platform/clickhouse/client.ts'
import type { Context } from '../../../platform/context.ts'
import { createPropertyServices } from '../property-services.fixture.ts'
import { createAnswerCache } from '../search/answer-cache.ts'
import { buildOwnLeads, matching, type ReferenceRow, readReference } from '../search/reference.fixture.ts'
import { insertRows } from '../transfers/rows.fixture.ts'
import { mapProperties } from './map-properties.ts'

const asOf = new Date('2026-10-15T12:00:00Z')
let store: Awaited<ReturnType<typeof createPropertyServices>>
let ctx: Context
let rows: ReferenceRow[]

const random = new SimpleFaker({ seed: 11 })
const centers = [
  { state: 'TN', county_fips: '47037', lat: 36.16, lng: -86.78 },
  { state: 'AK', county_fips: '02016', lat: 52, lng: 180 },
] as const

/** Properties in a city and on islands on both sides of the 180th meridian; some have no position. */
const makeProperty = (_: unknown, at: number) => {
  const { lat, lng, ...place } = random.helpers.arrayElement(centers)
  const [east, isKnown] = [lng + random.number.float() - 0.5, random.number.float() > 0.05]
  return {
    source: 'example-rolls',
    property_id: String(10n ** 19n + BigInt(at)),
    ...place,
    address: `${at} EXAMPLE ORCHARD LN`,
    zip: random.helpers.arrayElement(['37209', '37211', '99546']),
    asset_class: random.helpers.arrayElement(['RESIDENTIAL', 'VACANT_LAND', '']),
    year_built: random.number.float() < 0.2 ? null : 1900 + Math.floor(random.number.float() * 120),
    signals: Math.floor(random.number.float() * 2 ** 14),
    lat: isKnown ? lat + random.number.float() - 0.5 : null,
    lng: isKnown ? (east > 180 ? east - 360 : east) : null,
  }
}

beforeAll(async () => {
  store = await createPropertyServices()
  ctx = {
    ...store.services,
    clock: { now: () => asOf },
    requestId: 'r',
    caller: { ipAddress: '127.0.0.1', userAgent: 'test' },
    signal: new AbortController().signal,
    actor: { userId: '1', role: 'ENTERPRISE_USER', sessionId: '1' },
  }
  await insertRows(store.services.clickhouse, 'properties', Array.from({ length: 6_000 }, makeProperty))
  rows = await readReference(store.services.clickhouse)
})
afterAll(() => store.close())

const isWithinBounds = (
  { lat, lng }: { lat: number | null; lng: number | null },
  { west, south, east, north }: Bounds,
) =>
  lat !== null &&
  lng !== null &&
  lat >= south &&
  lat <= north &&
  (west <= east ? lng >= west && lng <= east : lng >= west || lng <= east)

const city = { west: -87.5, south: 35.5, east: -86, north: 36.8 }
const strait = { west: 179, south: 51, east: -179, north: 53 }

const getPurchased = () => buildOwnLeads(rows.filter((row) => isWithinBounds(row, city)).slice(0, 40))
/** Each has its own cache, so no earlier query answers a later one. */
const createService = () => ({
  getOwnLeads: async () => getPurchased(),
  excludedCriteria: async () => [],
  cache: createAnswerCache({ entries: 10, bytes: 10_000 }),
})
const runMap = (criteria: object, bounds: Bounds, zoom = 12) =>
  mapProperties(ctx, createService(), { criteria, bounds, zoom })

const getCells = (answer: PropertyMap) => {
  if (!('cells' in answer)) throw new Error('These are points.')
  return answer.cells
}
const sum = (counts: number[]) => counts.reduce((total, count) => total + count, 0)

const margin = fc.integer({ min: 0, max: 60 }).map((hundredths) => hundredths / 100)
const anyBounds = fc
  .record({
    center: fc.constantFrom(...centers),
    left: margin,
    right: margin,
    down: margin,
    up: margin,
  })
  .map(({ center: { lat, lng }, left, right, down, up }) => ({
    west: lng - left,
    east: lng + right > 180 ? lng + right - 360 : lng + right,
    south: lat - down,
    north: lat + up,
  }))

const anyCriteria = fc.constantFrom<Criteria[]>(
  {},
  { location: { zips: ['37211'] } },
  { location: { states: ['AK'], near: { lat: 36.16, lng: -86.78, miles: 10 } } },
  { property: { assetClasses: ['RESIDENTIAL'], yearBuilt: { min: 1950, includeUnknown: true } } },
  { property: { yearBuilt: { max: 1990 } }, signals: { anyOf: ['VACANT', 'AUCTION'] } },
  { signals: { noneOf: ['TAX_DELINQUENT'] }, exclude: { delivered: false } },
)

test('any map shows as many properties as a row-by-row reference', { timeout: 120_000 }, async () => {
  let shown = 0
  await fc.assert(
    fc.asyncProperty(anyCriteria, anyBounds, fc.integer({ min: 3, max: 18 }), async (criteria, bounds, zoom) => {
      const wanted = matching(rows, { criteria, asOf, ownLeads: getPurchased() })
      const within = wanted.filter((row) => isWithinBounds(row, bounds))
      const answer = await runMap(criteria, bounds, zoom)
      expect(answer.inBounds).toBe(within.length)
      expect(answer.withoutPosition).toBe(wanted.filter((row) => row.lat === null).length)
      if ('cells' in answer) expect(sum(answer.cells.map(({ count }) => count))).toBe(within.length)
      else
        expect(answer.points.map((point) => point.propertyId).sort()).toEqual(
          within.map((row) => row.property_id).sort(),
        )
      shown += within.length > 0 ? 1 : 0
    }),
    { numRuns: 60, seed: 5 },
  )
  expect(shown).toBeGreaterThan(40)
})

test('many properties are returned as cells whose counts add up and whose centers lie among their properties', async () => {
  const answer = await runMap({}, city, 9)
  const cells = getCells(answer)
  expect(answer.inBounds).toBeGreaterThan(2_000)
  expect(sum(cells.map(({ count }) => count))).toBe(answer.inBounds)
  expect(cells.length).toBeGreaterThan(20)
  expect(cells.length).toBeLessThan(2_000)
  for (const cell of cells) {
    expect(cell.h3).toMatch(/^8[0-9a-f]{14}$/)
    expect(isWithinBounds(cell, city)).toBe(true)
  }
})

test('few properties are returned one by one, with the data of a pin', async () => {
  const bounds = { west: -86.8, south: 36.1, east: -86.7, north: 36.2 }
  const answer = await runMap({ property: { assetClasses: ['RESIDENTIAL'] } }, bounds)
  if (!('points' in answer)) throw new Error('These are cells.')
  const [point] = answer.points
  const row = rows.find(({ property_id }) => property_id === point?.propertyId)
  expect(point).toMatchObject({ lat: row?.lat, lng: row?.lng, address: row?.address, state: 'TN', unit: null })
  expect(answer.points.some(({ signals }) => signals.length > 0)).toBe(true)
})

test('cells on both sides of the 180th meridian have their centers there, not on the far side of the earth', async () => {
  const answer = await runMap({}, strait, 4)
  for (const cell of getCells(answer)) expect(isWithinBounds(cell, strait)).toBe(true)
  expect(answer.inBounds).toBe(
    matching(rows, { criteria: {}, asOf, ownLeads: getPurchased() }).filter((row) => isWithinBounds(row, strait))
      .length,
  )
})

test('delivered properties are not on the map unless the criteria include them', async () => {
  const all = await runMap({ exclude: { delivered: false } }, city)
  const fresh = await runMap({}, city)
  expect(all.inBounds - fresh.inBounds).toBe(40)
})

test('an empty area has no points', async () => {
  expect(await runMap({}, { west: 5, south: 5, east: 6, north: 6 })).toMatchObject({ inBounds: 0, points: [] })
})

test('a map of the country counts as heavy unless the criteria are limited to a few states', async () => {
  const heavy: unknown[] = []
  const clickhouse: ClickHouse = {
    ...ctx.clickhouse,
    rows: (sql, params, options) => {
      if (sql.includes('geoToH3')) heavy.push(options?.isHeavy)
      return ctx.clickhouse.rows(sql, params, options)
    },
  }
  const country = { west: -125, south: 24, east: -66, north: 50 }
  for (const states of [['TN'], [], ['TN', 'OH', 'WA', 'CA']])
    await mapProperties({ ...ctx, clickhouse }, createService(), {
      criteria: { location: { states } },
      bounds: country,
      zoom: 4,
    })
  expect(heavy).toEqual([false, true, true])
})
