import { expect, test } from 'vitest'
import { chooseResolution, getMaxPoints, getWidth } from './grid.ts'

const country = { west: -125, south: 24, east: -66, north: 50 }

/** The bounds of a map window of this many pixels around a position. */
function boundsAt(zoom: number, lat: number, lng: number) {
  const degrees = 360 / (256 * 2 ** zoom)
  const height = degrees * 500 * Math.cos((lat * Math.PI) / 180)
  return { west: lng - 800 * degrees, east: lng + 800 * degrees, south: lat - height, north: lat + height }
}

test('the grid gets finer with the zoom, and never coarser', () => {
  const resolutions = Array.from({ length: 15 }, (_, at) => chooseResolution(boundsAt(at + 4, 36, -86), at + 4))
  expect(resolutions).toEqual(resolutions.toSorted((a, b) => a - b))
  expect(resolutions[0]).toBe(3)
  expect(resolutions.at(-1)).toBe(12)
})

test('the grid stays the same while a map moves from the north of the country to the south', () => {
  for (let zoom = 5; zoom <= 18; zoom += 1) {
    const seen = [26, 33, 40, 48].map((lat) => chooseResolution(boundsAt(zoom, lat, -97), zoom))
    expect(new Set(seen).size).toBe(1)
  }
})

test('a wide map has a coarse grid, whatever zoom the request claims', () => {
  expect(chooseResolution(country, 22)).toBe(3)
  expect(chooseResolution({ west: -180, south: -90, east: 180, north: 90 }, 22)).toBe(3)
  expect(chooseResolution(country, 0)).toBe(chooseResolution(country, 3))
})

test('a map without width is not an error', () => {
  expect(chooseResolution({ west: 5, south: 5, east: 5, north: 5 }, 12)).toBeGreaterThan(5)
})

test('a map across the 180th meridian is as wide as it looks', () => {
  expect(getWidth({ west: 170, south: 50, east: -170, north: 60 })).toBe(20)
})

test('zoomed in, more single points are shown', () => {
  expect(getMaxPoints(17)).toBeGreaterThan(getMaxPoints(12))
})
