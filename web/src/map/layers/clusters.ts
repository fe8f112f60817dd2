import { toMercatorX, toMercatorY } from '@dooryard/contract/criteria/web-mercator'
import type { MapCell } from '@dooryard/contract/properties/map'
import { formatCompact } from '../../lib/format/format.ts'

/** A circle on the map and the number of properties it represents. */
export type Cluster = { lat: number; lng: number; count: number; words: string; radius: number }

type CountedPoint = { lat: number; lng: number; count: number }

const tileSize = 512

/** Projects a position to pixels at a zoom level. */
function project({ lat, lng }: { lat: number; lng: number }, zoom: number): { x: number; y: number } {
  const size = tileSize * 2 ** zoom
  return { x: toMercatorX(lng) * size, y: toMercatorY(lat) * size }
}

const minRadius = 10

function toCluster(at: Omit<CountedPoint, 'count'>, count: number): Cluster {
  const words = formatCompact(count)
  const byCount = Math.min(30, 5 + 3.6 * Math.log10(count + 1) ** 1.25)
  return { lat: at.lat, lng: at.lng, count, words, radius: Math.max(byCount, minRadius, words.length * 4 + 3) }
}

/** The fraction of the sum of two radii below which circles are merged. */
const overlapRatio = 0.95
/** In pixels. Circles farther apart than this never touch. */
const gridSize = 64

/** Merges two clusters, centered on all their properties. They are neighbors, so they never span the 180th meridian. */
function mergeClusters(a: Cluster, b: CountedPoint): Cluster {
  const count = a.count + b.count
  const mean = (of: 'lat' | 'lng') => (a[of] * a.count + b[of] * b.count) / count
  return toCluster({ lat: mean('lat'), lng: mean('lng') }, count)
}

/** Merges cells that would touch a larger cluster into it. */
function mergeCells(cells: readonly CountedPoint[], zoom: number): Cluster[] {
  const clusters: Cluster[] = []
  const squares = new Map<string, number[]>()
  for (const cell of [...cells].sort((a, b) => b.count - a.count)) {
    const own = toCluster(cell, cell.count)
    const { x, y } = project(cell, zoom)
    const [column, row] = [Math.floor(x / gridSize), Math.floor(y / gridSize)]
    const near = [-1, 0, 1].flatMap((dx) => [-1, 0, 1].flatMap((dy) => squares.get(`${column + dx} ${row + dy}`) ?? []))
    const hit = near.find((at) => {
      const other = clusters[at] as Cluster // a square lists only existing clusters
      const there = project(other, zoom)
      return Math.hypot(there.x - x, there.y - y) < (other.radius + own.radius) * overlapRatio
    })
    if (hit === undefined) {
      const square = `${column} ${row}`
      squares.set(square, [...(squares.get(square) ?? []), clusters.length])
      clusters.push(own)
    } else clusters[hit] = mergeClusters(clusters[hit] as Cluster, cell)
  }
  return clusters
}

/** A grown cluster may touch others, which are then merged into it too. */
const maxRounds = 8

/**
 * Clusters the cells of an answer so that the circles do not overlap at a zoom level, the largest last, which draws it
 * on top. Covered cells are merged into the larger one; the total count stays the same.
 */
export function toClusters(cells: readonly MapCell[], zoom: number): Cluster[] {
  let clusters = mergeCells(cells, zoom)
  for (let round = 1; round < maxRounds; round++) {
    const fewer = mergeCells(clusters, zoom)
    if (fewer.length === clusters.length) break
    clusters = fewer
  }
  return clusters.sort((a, b) => a.count - b.count)
}
