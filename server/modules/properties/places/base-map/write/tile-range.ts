import { toMercatorX, toMercatorY } from '@dooryard/contract/criteria/web-mercator'
import type { MapGeometry } from './map-feature.ts'

/** Units of a tile's side, and how many of them a tile shows beyond its sides, so that no seams are seen. */
export const tileExtent = 4096
export const tileBuffer = 64

/** Degrees: west, south, east, north. */
export type Bounds = [west: number, south: number, east: number, north: number]
export type Tile = { z: number; x: number; y: number }
export type TileRange = { minX: number; maxX: number; minY: number; maxY: number }

const maxLatitude = 85.051129

const projectY = (lat: number) => toMercatorY(Math.max(-maxLatitude, Math.min(maxLatitude, lat)))

/** The tiles of a zoom that show something within the bounds, also only in their buffer. */
export function toTileRange([west, south, east, north]: Bounds, z: number): TileRange {
  const side = 2 ** z
  const buffer = tileBuffer / tileExtent
  const clamp = (value: number) => Math.max(0, Math.min(side - 1, Math.floor(value)))
  return {
    minX: clamp(toMercatorX(west) * side - buffer),
    maxX: clamp(toMercatorX(east) * side + buffer),
    minY: clamp(projectY(north) * side - buffer),
    maxY: clamp(projectY(south) * side + buffer),
  }
}

/** The tiles of a range that are within a tile of the same zoom or of a lower one. */
export function cutToParent(range: TileRange, z: number, parent: Tile): TileRange {
  const side = 2 ** (z - parent.z)
  return {
    minX: Math.max(range.minX, parent.x * side),
    maxX: Math.min(range.maxX, (parent.x + 1) * side - 1),
    minY: Math.max(range.minY, parent.y * side),
    maxY: Math.min(range.maxY, (parent.y + 1) * side - 1),
  }
}

/** The number of tiles; none where the range is empty. */
export const countTiles = ({ minX, maxX, minY, maxY }: TileRange): number =>
  Math.max(0, maxX - minX + 1) * Math.max(0, maxY - minY + 1)

export const emptyBounds = (): Bounds => [Infinity, Infinity, -Infinity, -Infinity]

/** Enlarges the bounds to those of a geometry or of its coordinates. */
export function extendBounds(bounds: Bounds, coordinates: MapGeometry['coordinates']): void {
  const [first] = coordinates
  if (typeof first !== 'number') {
    for (const part of coordinates) extendBounds(bounds, part as MapGeometry['coordinates'])
    return
  }
  const lat = coordinates[1] as number
  if (first < bounds[0]) bounds[0] = first
  if (lat < bounds[1]) bounds[1] = lat
  if (first > bounds[2]) bounds[2] = first
  if (lat > bounds[3]) bounds[3] = lat
}
