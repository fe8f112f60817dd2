import { fromMercatorX, fromMercatorY, toMercatorX, toMercatorY } from '@dooryard/contract/criteria/web-mercator'
import type { ParcelTileParams } from '@dooryard/contract/properties/map-parcels'
import { type BoundingBox, type MultiPolygon, type Ring, unitsPerDegree } from '../../rolls/outlines/geometry.ts'

/** A position in a tile, from its north-western corner; `extent` is the other corner. */
export type TilePoint = { x: number; y: number }

export const extent = 4_096
/** How far outlines reach beyond a tile, so that its edge is not drawn as a line of theirs. */
const buffer = 64
const [low, high] = [-buffer, extent + buffer]

/** The bounds of a tile with its buffer, in degrees. */
export function getTileBounds({ z, x, y }: ParcelTileParams): BoundingBox {
  const [size, margin] = [2 ** z, buffer / extent]
  return {
    west: fromMercatorX((x - margin) / size),
    east: fromMercatorX((x + 1 + margin) / size),
    north: fromMercatorY((y - margin) / size),
    south: fromMercatorY((y + 1 + margin) / size),
  }
}

/** Projects positions in degrees to whole units of a tile: a position is at one place in all tiles of a zoom. */
export function createProjection({ z, x, y }: ParcelTileParams) {
  const units = extent * 2 ** z
  return (lng: number, lat: number): TilePoint => ({
    x: Math.round(toMercatorX(lng) * units) - x * extent,
    y: Math.round(toMercatorY(lat) * units) - y * extent,
  })
}

/** The rings of an outline in a tile, cut at its buffer; each outer ring before its holes, in the order of the format. */
export function toTileRings(outline: MultiPolygon, project: ReturnType<typeof createProjection>): TilePoint[][] {
  const rings: TilePoint[][] = []
  for (const polygon of outline)
    for (const [at, ring] of polygon.entries()) {
      const cut = cutRing(projectRing(ring, project))
      const area = measureArea(cut)
      // Holes of what is too small to be seen, or outside, go with it.
      if (area === 0 && at === 0) break
      if (area !== 0) rings.push(area > 0 === (at === 0) ? cut : cut.reverse())
    }
  return rings
}

function projectRing(ring: Ring, project: ReturnType<typeof createProjection>): TilePoint[] {
  const points: TilePoint[] = []
  for (let at = 0; at < ring.length; at += 2) {
    const point = project((ring[at] ?? 0) / unitsPerDegree, (ring[at + 1] ?? 0) / unitsPerDegree)
    const last = points.at(-1)
    if (last?.x !== point.x || last.y !== point.y) points.push(point)
  }
  return points
}

/** Twice the area; positive where a ring runs clockwise on the screen, as outer rings do. */
function measureArea(ring: readonly TilePoint[]): number {
  let area = 0
  for (let at = 1; at < ring.length; at++) {
    const [from, to] = [ring[at - 1], ring[at]]
    if (from && to) area += from.x * to.y - to.x * from.y
  }
  return area
}

/** Cuts a closed ring at each side of the buffer in turn (Sutherland and Hodgman). */
function cutRing(ring: TilePoint[]): TilePoint[] {
  const isWithin = ring.every(({ x, y }) => x >= low && x <= high && y >= low && y <= high)
  if (isWithin) return ring
  let points = ring
  for (const axis of ['x', 'y'] as const)
    for (const side of [low, high]) points = cutAt(points, axis, side, side === low ? 1 : -1)
  return points
}

function cutAt(ring: readonly TilePoint[], axis: 'x' | 'y', side: number, sign: 1 | -1): TilePoint[] {
  const cut: TilePoint[] = []
  const isInside = (point: TilePoint) => (point[axis] - side) * sign >= 0
  const other = axis === 'x' ? 'y' : 'x'
  for (let at = 1; at < ring.length; at++) {
    const [from, to] = [ring[at - 1], ring[at]]
    if (!from || !to) continue
    if (isInside(from)) cut.push(from)
    if (isInside(from) === isInside(to)) continue
    const share = (side - from[axis]) / (to[axis] - from[axis])
    const crossing = Math.round(from[other] + share * (to[other] - from[other]))
    cut.push(axis === 'x' ? { x: side, y: crossing } : { x: crossing, y: side })
  }
  const [first] = cut
  return first ? [...cut, first] : []
}
