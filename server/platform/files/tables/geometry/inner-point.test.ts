import fc from 'fast-check'
import { expect, test } from 'vitest'
import { findInnerPoint } from './inner-point.ts'
import { measureSqft, toOutlineHex } from './outline.ts'
import { parseWkt, type Ring } from './wkt.ts'

/** Whether a point lies inside of an odd number of rings. */
function isInside(rings: readonly Ring[], x: number, y: number): boolean {
  let inside = false
  for (const ring of rings)
    for (let at = 0; at + 3 < ring.length; at += 2) {
      const [x1 = 0, y1 = 0, x2 = 0, y2 = 0] = ring.slice(at, at + 4)
      if (y1 > y !== y2 > y && x < x1 + ((y - y1) / (y2 - y1)) * (x2 - x1)) inside = !inside
    }
  return inside
}

const measureArea = (ring: Ring): number =>
  Math.abs(
    ring.reduce(
      (sum, x, at) => (at % 2 ? sum : sum + x * (ring[at + 3] ?? 0) - (ring[at + 1] ?? 0) * (ring[at + 2] ?? 0)),
      0,
    ),
  ) / 2

test('the point of any polygon lies within it, also of concave ones', () => {
  const corner = fc.record({
    angle: fc.double({ min: 0, max: 6.28, noNaN: true }),
    radius: fc.integer({ min: 5, max: 100 }),
  })
  fc.assert(
    fc.property(fc.array(corner, { minLength: 3, maxLength: 20 }), (corners) => {
      const sorted = [...corners].sort((a, b) => a.angle - b.angle)
      const ring = sorted.flatMap(({ angle, radius }) => [Math.cos(angle) * radius, Math.sin(angle) * radius])
      ring.push(...ring.slice(0, 2))
      const point = findInnerPoint({ kind: 'POLYGON', parts: [[ring]] })
      const ys = ring.filter((_, at) => at % 2 === 1)
      fc.pre(Math.max(...ys) - Math.min(...ys) > 0.01)
      // Two corners are a line, which has no inside.
      fc.pre(new Set(sorted.map(({ angle, radius }) => `${angle.toFixed(2)} ${radius}`)).size > 2)
      // Nor has a spike that goes back the way it came.
      fc.pre(measureArea(ring) > 0.01)
      expect(point && isInside([ring], point.x, point.y)).toBe(true)
    }),
  )
})

test('it lies beside a hole, and in one of several polygons', () => {
  const ringed = parseWkt('POLYGON ((0 0,10 0,10 10,0 10,0 0),(1 1,8 1,8 9,1 9,1 1))')
  expect(findInnerPoint(ringed ?? { kind: 'POINT', parts: [] })).toMatchObject({ x: 9 })
  const two = parseWkt('MULTIPOLYGON (((0 0,1 0,1 1,0 1,0 0)),((20 0,30 0,30 10,20 10,20 0)))')
  expect(two?.parts).toHaveLength(2)
  expect(findInnerPoint(two ?? { kind: 'POINT', parts: [] })).toEqual({ x: 25, y: 5 })
  expect(parseWkt('POINT (-72.5 43.25)')).toEqual({ kind: 'POINT', parts: [[[-72.5, 43.25]]] })
  expect(parseWkt('POLYGON EMPTY')).toBeNull()
})

test('an area is that on the ellipsoid, and holes are taken off', () => {
  // A square of a thousandth of a degree at 43° north is 81.53 m wide and 111.09 m high.
  const parcel = parseWkt('POLYGON ((-72 43,-71.999 43,-71.999 43.001,-72 43.001,-72 43))')
  const sqft = measureSqft(parcel ?? { kind: 'POINT', parts: [] })
  expect(sqft / 10.7639).toBeGreaterThan(9_040)
  expect(sqft / 10.7639).toBeLessThan(9_075)
  expect(toOutlineHex(parcel ?? { kind: 'POINT', parts: [] })).toMatch(/^0103000000010000000500000000000000000052c0/)
})
