import type { MapCell } from '@dooryard/contract/map'
import { formatCompact } from '../../lib/format.ts'

/** A circle on the map, and how many properties it stands for. */
export type Cluster = { lat: number; lng: number; count: number; words: string; radius: number }

type Counted = { lat: number; lng: number; count: number }

const tile = 512

/** Where a place lies on a flat world, in pixels at a zoom. */
function project({ lat, lng }: { lat: number; lng: number }, zoom: number): { x: number; y: number } {
  const size = tile * 2 ** zoom
  const sin = Math.sin((lat * Math.PI) / 180)
  return { x: ((lng + 180) / 360) * size, y: (0.5 - Math.log((1 + sin) / (1 - sin)) / (4 * Math.PI)) * size }
}

const leastWithCount = 10

function sized(at: Omit<Counted, 'count'>, count: number): Cluster {
  const words = formatCompact(count)
  const byCount = Math.min(30, 5 + 3.6 * Math.log10(count + 1) ** 1.25)
  return { lat: at.lat, lng: at.lng, count, words, radius: Math.max(byCount, leastWithCount, words.length * 4 + 3) }
}

/** Of two circles that touch, how far the middles are apart, of what they have to be. */
const touching = 0.95
/** No two circles wider than this apart touch. */
const grid = 64

/** Two as one, in the middle of all their properties. Next to each other, so never across the 180th meridian. */
function together(a: Cluster, b: Counted): Cluster {
  const count = a.count + b.count
  const mean = (of: 'lat' | 'lng') => (a[of] * a.count + b[of] * b.count) / count
  return sized({ lat: mean('lat'), lng: mean('lng') }, count)
}

/** Counts what would touch a larger one with it. */
function merged(cells: readonly Counted[], zoom: number): Cluster[] {
  const clusters: Cluster[] = []
  const squares = new Map<string, number[]>()
  for (const cell of [...cells].sort((a, b) => b.count - a.count)) {
    const own = sized(cell, cell.count)
    const { x, y } = project(cell, zoom)
    const [column, row] = [Math.floor(x / grid), Math.floor(y / grid)]
    const near = [-1, 0, 1].flatMap((dx) => [-1, 0, 1].flatMap((dy) => squares.get(`${column + dx} ${row + dy}`) ?? []))
    const hit = near.find((at) => {
      const other = clusters[at] as Cluster // only those that are there stand in a square
      const there = project(other, zoom)
      return Math.hypot(there.x - x, there.y - y) < (other.radius + own.radius) * touching
    })
    if (hit === undefined) {
      const square = `${column} ${row}`
      squares.set(square, [...(squares.get(square) ?? []), clusters.length])
      clusters.push(own)
    } else clusters[hit] = together(clusters[hit] as Cluster, cell)
  }
  return clusters
}

/** One that has grown by its neighbors may touch others, which are then counted with it too. */
const mostRounds = 8

/**
 * The cells of an answer as circles that leave each other room at a zoom, the largest last, to be drawn on top. What would
 * lie on a larger one is counted with it; the sum of the counts stays.
 */
export function toClusters(cells: readonly MapCell[], zoom: number): Cluster[] {
  let clusters = merged(cells, zoom)
  for (let round = 1; round < mostRounds; round++) {
    const fewer = merged(clusters, zoom)
    if (fewer.length === clusters.length) break
    clusters = fewer
  }
  return clusters.sort((a, b) => a.count - b.count)
}
