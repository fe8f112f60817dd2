import type { MapCell } from '@dooryard/contract/properties/map'
import { describe, expect, test } from 'vitest'
import { toClusters } from './clusters.ts'

const cell = (lat: number, lng: number, count: number): MapCell => ({ h3: '87264d102ffffff', lat, lng, count })

/** A county of cells, some of them close together. */
const county = Array.from({ length: 400 }, (_, n) =>
  cell(36 + (n % 20) / 60, -87 + Math.floor(n / 20) / 60, 1 + ((n * 7919) % 900)),
)
const total = (cells: readonly { count: number }[]) => cells.reduce((sum, { count }) => sum + count, 0)

describe('clusters', () => {
  test.each([4, 7, 9, 12])('have the total count of the cells, at zoom %d', (zoom) => {
    expect(total(toClusters(county, zoom))).toBe(total(county))
  })

  test('are one where cells cannot be told apart, centered on its properties', () => {
    expect(toClusters([cell(36, -86, 300), cell(36.002, -86, 100)], 4)).toEqual([
      expect.objectContaining({ lat: expect.closeTo(36.0005, 6), lng: -86, count: 400, words: '400' }),
    ])
  })

  test('are the cells themselves where there is room', () => {
    expect(toClusters([cell(36, -86, 300), cell(36.002, -86, 100)], 16).map(({ count }) => count)).toEqual([100, 300])
  })

  test('do not overlap', () => {
    const zoom = 8
    const size = 512 * 2 ** zoom
    const clusters = toClusters(county, zoom)
    expect(clusters.length).toBeGreaterThan(3)
    const apart = clusters.flatMap((a, at) =>
      clusters.slice(at + 1).map((b) => {
        const x = ((a.lng - b.lng) / 360) * size
        const y = (((a.lat - b.lat) / 360) * size) / Math.cos((a.lat * Math.PI) / 180)
        return Math.hypot(x, y) / (a.radius + b.radius)
      }),
    )
    expect(Math.min(...apart)).toBeGreaterThan(0.9)
  })

  test('have the largest on top, and room for its count', () => {
    const clusters = toClusters([cell(36, -86, 12_345), cell(40, -86, 1)], 8)
    expect(clusters.map(({ words }) => words)).toEqual(['1', '12K'])
    expect(clusters.at(-1)?.radius).toBeGreaterThan(clusters[0]?.radius ?? 0)
  })
})
