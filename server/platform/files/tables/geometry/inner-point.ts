import type { Geometry, Ring } from './wkt.ts'

export type Point = { x: number; y: number }

/**
 * A point that lies within the geometry, in its units. Of a polygon it is the middle of the widest stretch of a
 * horizontal line through it, so it is inside also where the polygon is concave or has holes, as the centroid is not.
 * Of several polygons the one with the widest stretch is taken. Null where the geometry has no extent to be within.
 */
export function findInnerPoint({ kind, parts }: Geometry): Point | null {
  if (kind !== 'POLYGON') return findMiddleVertex(parts)
  let best: { width: number; point: Point } | undefined
  for (const rings of parts) {
    const found = findWidestStretch(rings)
    if (found && found.width > (best?.width ?? -1)) best = found
  }
  return best?.point ?? findMiddleVertex(parts)
}

function findMiddleVertex(parts: readonly Ring[][]): Point | null {
  const ring = parts[Math.floor(parts.length / 2)]?.[0] ?? []
  const at = Math.floor(ring.length / 4) * 2
  const [x, y] = [ring[at], ring[at + 1]]
  return x === undefined || y === undefined ? null : { x, y }
}

// Of the height of the polygon. The middle first: most parcels are widest there.
const heights = [0.5, 0.3, 0.7]

function findWidestStretch(rings: readonly Ring[]) {
  const ys = (rings[0] ?? []).filter((_, at) => at % 2 === 1)
  const low = ys.reduce((least, y) => Math.min(least, y), Number.POSITIVE_INFINITY)
  const high = ys.reduce((most, y) => Math.max(most, y), Number.NEGATIVE_INFINITY)
  if (!(high > low)) return undefined
  let best: { width: number; point: Point } | undefined
  for (const height of heights) {
    const y = avoidVertices(low + (high - low) * height, ys)
    const crossings = listCrossings(rings, y)
    for (let at = 0; at + 1 < crossings.length; at += 2) {
      const [from = 0, to = 0] = [crossings[at], crossings[at + 1]]
      if (to - from > (best?.width ?? 0)) best = { width: to - from, point: { x: (from + to) / 2, y } }
    }
  }
  return best
}

/** A line through a corner could touch the polygon without entering it: the middle between two corners does not. */
function avoidVertices(y: number, ys: readonly number[]): number {
  let below = Number.NEGATIVE_INFINITY
  let above = Number.POSITIVE_INFINITY
  for (const other of ys) {
    if (other <= y && other > below) below = other
    if (other > y && other < above) above = other
  }
  return Number.isFinite(below) && Number.isFinite(above) ? (below + above) / 2 : y
}

function listCrossings(rings: readonly Ring[], y: number): number[] {
  const crossings: number[] = []
  for (const ring of rings)
    for (let at = 0; at + 3 < ring.length; at += 2) {
      const [x1 = 0, y1 = 0, x2 = 0, y2 = 0] = ring.slice(at, at + 4)
      if (y1 > y !== y2 > y) crossings.push(x1 + ((y - y1) / (y2 - y1)) * (x2 - x1))
    }
  return crossings.sort((a, b) => a - b)
}
