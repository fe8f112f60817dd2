import { describe, expect, test } from 'vitest'
import { boxRing, circleRing, milesBetween, rounded, roundedLng, roundedMiles, tidyRing, toCircle } from './geometry.ts'

const nashville = { lat: 36.1627, lng: -86.7816 }

describe('a circle', () => {
  test('is as far around as it says, in every direction', () => {
    for (const [lng, lat] of circleRing(nashville, 12.5))
      expect(milesBetween(nashville, { lat, lng })).toBeCloseTo(12.5, 6)
  })

  test.each([0.25, 3, 50])('of %d miles is known again by its outline', (miles) => {
    const known = toCircle(circleRing(nashville, miles))
    expect(known.miles).toBeCloseTo(miles, 1)
    expect(milesBetween(known, nashville)).toBeLessThan(0.02 * miles)
  })

  test('is known again on the coast of Alaska, where degrees are short', () => {
    const nome = { lat: 64.5, lng: -165.4 }
    expect(toCircle(circleRing(nome, 20)).miles).toBeCloseTo(20, 1)
  })
})

test('miles are those of the road sign', () => {
  expect(milesBetween(nashville, { lat: 35.1495, lng: -90.049 })).toBeCloseTo(196, -1)
})

describe('an outline', () => {
  test('is closed, has five decimals and no corner twice in a row', () => {
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

  test('that is closed is not closed again', () => {
    expect(boxRing({ west: -1, south: 0, east: 1, north: 2 })).toHaveLength(5)
  })

  test('does not go beyond the poles', () => {
    expect(Math.max(...boxRing({ west: -1, south: 0, east: 1, north: 95 }).map(([, lat]) => lat))).toBe(90)
  })
})

test('a longitude is within the world, however often the map was turned', () => {
  expect([-540.5, 190, 180, -180, -86.781612].map(roundedLng)).toEqual([179.5, -170, 180, -180, -86.78161])
})

test('numbers have no more digits than mean something', () => {
  expect(rounded(36.123456789)).toBe(36.12346)
  expect([0.001, 0.256, 3.14, 48.04].map(roundedMiles)).toEqual([0.01, 0.26, 3.1, 48])
})
