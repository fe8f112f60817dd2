import { type ParcelTileParams, parcelZooms } from '@dooryard/contract/properties/map-parcels'
import { fromVectorTileJs, type VectorTileFeatureLike, type VectorTileLayerLike } from '@maplibre/vt-pbf'
import { getBoundingBox, type MultiPolygon } from '../../rolls/outlines/geometry.ts'
import type { ParcelFacts } from './parcels.queries.ts'
import { createProjection, extent, type TilePoint, toTileRings } from './tile-geometry.ts'

export type Parcel = { outline: MultiPolygon; facts: ParcelFacts }

type Feature = { properties: Record<string, string | number | null>; rings: TilePoint[][] }

const types = { point: 1, polygon: 3 } as const

/** A layer for the encoder, which leaves out properties that are null. */
const toLayer = (name: string, type: keyof typeof types, features: readonly Feature[]): VectorTileLayerLike => ({
  ...{ version: 2, name, extent, length: features.length },
  feature: (at: number) => {
    const { properties, rings } = features[at] ?? { properties: {}, rings: [] }
    // Of a position the encoder reads only its `x` and `y`.
    const loadGeometry = () => rings as ReturnType<VectorTileFeatureLike['loadGeometry']>
    return {
      type: types[type],
      properties: properties as VectorTileFeatureLike['properties'],
      id: undefined,
      extent,
      loadGeometry,
    }
  },
})

/** Property ids are too large for the number that a feature may have. */
function toParcelFeature({ outline, facts }: Parcel, project: ReturnType<typeof createProjection>): Feature {
  const { propertyId: id, address, unit, city, state, zip, estimatedValue } = facts
  return { properties: { id, address, unit, city, state, zip, estimatedValue }, rings: toTileRings(outline, project) }
}

/** A house number at the position of its property, or in the middle of an outline that does not hold it. */
function toNumberFeatures({ outline, facts }: Parcel, project: ReturnType<typeof createProjection>): Feature[] {
  const { propertyId: id, address, lat, lng } = facts
  const number = address?.match(/^\d[\w-]*/)?.[0]
  if (!number) return []
  const { west, east, south, north } = getBoundingBox(outline)
  const isWithin = lat !== null && lng !== null && lat >= south && lat <= north && lng >= west && lng <= east
  const point = isWithin ? project(lng, lat) : project((west + east) / 2, (south + north) / 2)
  // In one tile only.
  const isHere = Math.min(point.x, point.y) >= 0 && Math.max(point.x, point.y) < extent
  return isHere ? [{ properties: { id, number }, rings: [[point]] }] : []
}

/** A vector tile of parcels and, at the last zoom, of their house numbers. */
export function encodeParcelTile(tile: ParcelTileParams, parcels: readonly Parcel[]): Uint8Array {
  const project = createProjection(tile)
  const outlines = parcels.map((parcel) => toParcelFeature(parcel, project)).filter(({ rings }) => rings.length > 0)
  const layers: Record<string, VectorTileLayerLike> = {}
  if (outlines.length > 0) layers['parcels'] = toLayer('parcels', 'polygon', outlines)
  const numbers = tile.z < parcelZooms.last ? [] : parcels.flatMap((parcel) => toNumberFeatures(parcel, project))
  if (numbers.length > 0) layers['numbers'] = toLayer('numbers', 'point', numbers)
  return fromVectorTileJs({ layers })
}
