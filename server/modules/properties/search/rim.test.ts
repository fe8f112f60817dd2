import { distances } from '@dooryard/contract/properties/filters'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { testClickHouse } from '../../../test/stores/clickhouse.ts'
import { createBinder } from './compile/clauses.ts'
import { compileLocation } from './compile/compile-location.ts'

let store: Awaited<ReturnType<typeof testClickHouse>>

beforeAll(async () => {
  store = await testClickHouse()
})
afterAll(() => store.close())

const earthMeters = 6_371_000
const metersPerMile = 1609.344
const directions = 7_200

/**
 * Tolerance at the edge in meters, by miles. ClickHouse measures on the plane tangent to the sphere half-way between
 * two points, whose error grows with their distance and near a pole. Each is a little more than the maximum over five
 * million random pairs, which docs/benchmarks.md has.
 */
const off: Record<(typeof distances)[number], { to49: number; to72: number }> = {
  0.25: { to49: 0.001, to72: 0.005 },
  0.5: { to49: 0.002, to72: 0.01 },
  1: { to49: 0.003, to72: 0.02 },
  2: { to49: 0.005, to72: 0.04 },
  3: { to49: 0.008, to72: 0.06 },
  5: { to49: 0.02, to72: 0.1 },
  10: { to49: 0.04, to72: 0.25 },
  25: { to49: 0.2, to72: 1.2 },
  50: { to49: 1.1, to72: 7 },
}

const middles = [
  { lat: 18.2, lng: -66.5, north: 'to49' },
  { lat: 36.15, lng: -86.78, north: 'to49' },
  { lat: 48.98, lng: -122.75, north: 'to49' },
  { lat: 61.2, lng: -149.9, north: 'to72' },
  { lat: 71.3, lng: -156.7, north: 'to72' },
] as const

test.each(middles)('the edge of a circle at $lat north is off by no more than documented', async (middle) => {
  const { lat, lng } = middle
  for (const miles of distances) {
    const metres = off[miles][middle.north]
    const within = (meters: number) => countWithin({ lat, lng, miles }, miles * metersPerMile + meters)
    expect([miles, await within(-metres), await within(metres)]).toEqual([miles, directions, 0])
  }
})

/** How many points on a circle of a true radius, in all directions, are within the requested circle. */
async function countWithin(near: { lat: number; lng: number; miles: number }, meters: number): Promise<number> {
  const { bind, params } = createBinder()
  const [lat, lng] = [bind(near.lat, 'Float64'), bind(near.lng, 'Float64')]
  const [row] = await store.clickhouse.rows<{ count: string }>(
    `with ${bind(meters / earthMeters, 'Float64')} as angle, 2 * pi() * number / ${directions} as direction,
       asin(sin(radians(${lat})) * cos(angle) + cos(radians(${lat})) * sin(angle) * cos(direction)) as north,
       atan2(sin(direction) * sin(angle) * cos(radians(${lat})), cos(angle) - sin(radians(${lat})) * sin(north)) as east
     select count() as count from (
       select cast(degrees(north) as Nullable(Float64)) as lat, cast(${lng} + degrees(east) as Nullable(Float64)) as lng
       from numbers(${directions})
     ) where ${compileLocation(bind, { near })}`,
    params,
  )
  return Number(row?.count)
}
