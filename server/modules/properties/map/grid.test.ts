import { expect, test } from 'vitest'
import { maxPointsAt, resolutionOf, widthOf } from './grid.ts'

const country = { west: -125, south: 24, east: -66, north: 50 }

/** What a window of so many pixels shows around a position. */
function windowAt(zoom: number, lat: number, lng: number) {
  const degrees = 360 / (256 * 2 ** zoom)
  const height = degrees * 500 * Math.cos((lat * Math.PI) / 180)
  return { west: lng - 800 * degrees, east: lng + 800 * degrees, south: lat - height, north: lat + height }
}

test('the grid gets finer with the zoom, and never coarser', () => {
  const resolutions = Array.from({ length: 15 }, (_, at) => resolutionOf(windowAt(at + 4, 36, -86), at + 4))
  expect(resolutions).toEqual(resolutions.toSorted((a, b) => a - b))
  expect(resolutions[0]).toBe(3)
  expect(resolutions.at(-1)).toBe(12)
})

test('the grid stays the same while a map is moved from the north of the country to its south', () => {
  for (let zoom = 5; zoom <= 18; zoom += 1) {
    const seen = [26, 33, 40, 48].map((lat) => resolutionOf(windowAt(zoom, lat, -97), zoom))
    expect(new Set(seen).size).toBe(1)
  }
})

test('a wide map has a coarse grid, however close up the zoom claims to be', () => {
  expect(resolutionOf(country, 22)).toBe(3)
  expect(resolutionOf({ west: -180, south: -90, east: 180, north: 90 }, 22)).toBe(3)
  expect(resolutionOf(country, 0)).toBe(resolutionOf(country, 3))
})

test('a map of no width is no error', () => {
  expect(resolutionOf({ west: 5, south: 5, east: 5, north: 5 }, 12)).toBeGreaterThan(5)
})

test('a map across the 180th meridian is as wide as it looks', () => {
  expect(widthOf({ west: 170, south: 50, east: -170, north: 60 })).toBe(20)
})

test('close up, more points are shown one by one', () => {
  expect(maxPointsAt(17)).toBeGreaterThan(maxPointsAt(12))
})
