import { describe, expect, test } from 'vitest'
import {
  getMilesBetween,
  roundCoordinate,
  roundLng,
  roundMiles,
  tidyRing,
  toBoxRing,
  toCircle,
  toCircleRing,
} from './geometry.ts'

const nashville = { lat: 36.1627, lng: -86.7816 }

describe('a circle', () => {
  test('has the given radius in every direction', () => {
    for (const [lng, lat] of toCircleRing(nashville, 12.5))
      expect(getMilesBetween(nashville, { lat, lng })).toBeCloseTo(12.5, 6)
  })

  test.each([0.25, 3, 50])('of %d miles is recognized from its outline', (miles) => {
    const known = toCircle(toCircleRing(nashville, miles))
    expect(known.miles).toBeCloseTo(miles, 1)
    expect(getMilesBetween(known, nashville)).toBeLessThan(0.02 * miles)
  })

  test('is recognized on the coast of Alaska, where degrees of longitude are short', () => {
    const nome = { lat: 64.5, lng: -165.4 }
    expect(toCircle(toCircleRing(nome, 20)).miles).toBeCloseTo(20, 1)
  })
})

test('distances match those on road signs', () => {
  expect(getMilesBetween(nashville, { lat: 35.1495, lng: -90.049 })).toBeCloseTo(196, -1)
})

describe('an outline', () => {
  test('is closed, has five decimals and no repeated corners', () => {
    const ring = tidyRing([
      [-86.1234567, 36.1],
      [-86.1234568, 36.1],
      [-86.2, 36.2],
      [-86.3, 36.1],
    ])
    expect(ring).toEqual([
      [-86.12346, 36.1],
      [-86.2, 36.2],
      [-86.3, 36.1],
      [-86.12346, 36.1],
    ])
  })

  test('that is already closed is not closed again', () => {
    expect(toBoxRing({ west: -1, south: 0, east: 1, north: 2 })).toHaveLength(5)
  })

  test('does not extend beyond the poles', () => {
    expect(Math.max(...toBoxRing({ west: -1, south: 0, east: 1, north: 95 }).map(([, lat]) => lat))).toBe(90)
  })
})

test('a longitude is within the world, however often the map was rotated', () => {
  expect([-540.5, 190, 180, -180, -86.781612].map(roundLng)).toEqual([179.5, -170, 180, -180, -86.78161])
})

test('numbers have significant digits only', () => {
  expect(roundCoordinate(36.123456789)).toBe(36.12346)
  expect([0.001, 0.256, 3.14, 48.04].map(roundMiles)).toEqual([0.01, 0.26, 3.1, 48])
})
