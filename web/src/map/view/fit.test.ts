import type { MapPoint, PropertyMap } from '@dooryard/contract/properties/map'
import { describe, expect, test, vi } from 'vitest'
import { findExtent, getBoundsAround, padBounds, toZoom, usBounds } from './fit.ts'

const cells = (...places: [lat: number, lng: number][]): PropertyMap => ({
  inBounds: places.length,
  withoutPosition: 0,
  cells: places.map(([lat, lng]) => ({ h3: '87264d102ffffff', lat, lng, count: 5_000 })),
})

const points = (...places: [lat: number, lng: number][]): PropertyMap => ({
  inBounds: places.length,
  withoutPosition: 0,
  points: places.map(([lat, lng]) => ({ propertyId: '1', lat, lng, signals: [] }) as unknown as MapPoint),
})

describe('the bounds around points', () => {
  test('are the outermost points', () => {
    expect(
      getBoundsAround([
        { lat: 36, lng: -86 },
        { lat: 35, lng: -90 },
        { lat: 35.5, lng: -88 },
      ]),
    ).toEqual({
      west: -90,
      south: 35,
      east: -86,
      north: 36,
    })
  })

  test('cross the 180th meridian for the Aleutians instead of going around the world', () => {
    expect(
      getBoundsAround([
        { lat: 52, lng: 173 },
        { lat: 54, lng: -166 },
      ]),
    ).toEqual({
      west: 173,
      south: 52,
      east: -166,
      north: 54,
    })
  })

  test('contain Hawaii and Alaska as well', () => {
    const around = getBoundsAround([
      { lat: 21, lng: -158 },
      { lat: 61, lng: -150 },
      { lat: 36, lng: -86 },
    ])
    expect(around).toEqual({ west: -158, south: 21, east: -86, north: 61 })
  })

  test('are undefined without points', () => {
    expect(getBoundsAround([])).toBeUndefined()
  })

  test('around one point are that point', () => {
    expect(getBoundsAround([{ lat: 36, lng: -86 }])).toEqual({ west: -86, south: 36, east: -86, north: 36 })
  })
})

describe('a margin', () => {
  test('continues across the 180th meridian', () => {
    expect(padBounds({ west: -179.5, south: 50, east: -170, north: 52 }, 1)).toEqual({
      west: 179.5,
      south: 49,
      east: -169,
      north: 53,
    })
  })

  test('is never wider than the world', () => {
    expect(padBounds({ west: -179.5, south: 0, east: 179.5, north: 80 }, 10)).toEqual({
      west: -180,
      south: -10,
      east: 180,
      north: 85,
    })
  })
})

describe('the extent of all matches', () => {
  test('is requested at a higher zoom when it covers little of the country', async () => {
    const look = vi.fn(async (_, zoom: number) =>
      zoom <= 3 ? cells([36.1, -86.8]) : points([36.1, -86.9], [36.2, -86.7]),
    )
    expect(await findExtent(look)).toEqual({ west: -86.9, south: 36.1, east: -86.7, north: 36.2 })
    expect(look).toHaveBeenCalledTimes(2)
  })

  test('leaves nothing out at the edge of a cell, with little room around it', async () => {
    const spread = Array.from({ length: 400 }, (_, at) => ({
      lat: 36 + (at % 20) * 0.019,
      lng: -87 + Math.floor(at / 20) * 0.023,
    }))
    // Most properties of a cell lie far from some of the others.
    const town = Array.from({ length: 9_600 }, (_, at) => ({ lat: 36.2, lng: -86.8 + at / 1e6 }))
    const places = [...spread, ...town]
    const look = async ({ west, south, east, north }: typeof usBounds, zoom: number) => {
      // Cells of the same size as the server's at each zoom.
      const size = Math.min(1.24, 62 / 2 ** zoom)
      const seen = places.filter(({ lat, lng }) => lat >= south && lat <= north && lng >= west && lng <= east)
      const squares = Map.groupBy(seen, ({ lat, lng }) => `${Math.floor(lat / size)} ${Math.floor(lng / size)}`)
      const mean = (numbers: number[]) => numbers.reduce((sum, one) => sum + one, 0) / numbers.length
      const middles = [...squares.values()].map((those): [number, number] => [
        mean(those.map(({ lat }) => lat)),
        mean(those.map(({ lng }) => lng)),
      ])
      return cells(...middles)
    }
    const { west, south, east, north } = (await findExtent(look)) ?? usBounds
    expect([west <= -87, east >= -86.563, south <= 36, north >= 36.361]).toEqual([true, true, true, true])
    expect(east - west).toBeLessThan(0.437 * 1.4)
    expect(north - south).toBeLessThan(0.361 * 1.4)
  })

  test('needs one request when it covers the country', async () => {
    const look = vi.fn(async () => cells([25.8, -80.2], [47.6, -122.3]))
    expect(await findExtent(look)).toEqual({ west: -123.8, south: 24.3, east: -78.7, north: 49.1 })
    expect(look).toHaveBeenCalledTimes(1)
  })

  test('is undefined when nothing matches', async () => {
    expect(await findExtent(async () => points())).toBeUndefined()
  })

  test('needs a limited number of requests', async () => {
    const look = vi.fn(async () => cells([36.1, -86.8]))
    expect(await findExtent(look)).toBeDefined()
    expect(look.mock.calls.length).toBeLessThanOrEqual(3)
  })
})

test('a smaller place has a higher zoom', () => {
  const country = toZoom({ west: -125, south: 24, east: -66, north: 50 })
  const town = toZoom({ west: -86.9, south: 36, east: -86.7, north: 36.2 })
  expect(country).toBeLessThan(town)
  expect(toZoom({ west: -86, south: 36, east: -86, north: 36 })).toBe(16)
})
