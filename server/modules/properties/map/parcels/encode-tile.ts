import { type ParcelTileParams, parcelZooms } from '@dooryard/contract/properties/map-parcels'
import { geoJSONToTile } from '@maplibre/geojson-vt'
import { fromGeojsonVt } from '@maplibre/vt-pbf'
import type { Feature, MultiPolygon as Geometry, Point } from 'geojson'
import {
  type BoundingBox,
  getBoundingBox,
  type MultiPolygon,
  type Ring,
  unitsPerDegree,
} from '../../rolls/outlines/geometry.ts'
import type { ParcelFacts } from './parcels.queries.ts'

export type Parcel = { outline: MultiPolygon; facts: ParcelFacts }

const extent = 4_096
// Beyond the edge of a tile, so that lines along it are drawn by both tiles, and the edge itself by none.
const buffer = 64

const toX = (lng: number) => lng / 360 + 0.5
function toY(lat: number): number {
  const sin = Math.sin((lat * Math.PI) / 180)
  return 0.5 - Math.log((1 + sin) / (1 - sin)) / (4 * Math.PI)
}
const toLat = (y: number) => (Math.atan(Math.sinh(Math.PI * (1 - 2 * y))) * 180) / Math.PI

/** The bounds of a tile with its buffer, in degrees. */
export function getTileBounds({ z, x, y }: ParcelTileParams): BoundingBox {
  const [size, margin] = [2 ** z, buffer / extent]
  const toLng = (at: number) => (at / size - 0.5) * 360
  return {
    west: toLng(x - margin),
    east: toLng(x + 1 + margin),
    north: toLat((y - margin) / size),
    south: toLat((y + 1 + margin) / size),
  }
}

function projectRing(ring: Ring): [number, number][] {
  const positions: [number, number][] = []
  for (let at = 0; at < ring.length; at += 2)
    positions.push([toX((ring[at] ?? 0) / unitsPerDegree), toY((ring[at + 1] ?? 0) / unitsPerDegree)])
  return positions
}

const toFeature = ({ outline, facts: { propertyId, lat: _, lng: __, ...facts } }: Parcel): Feature<Geometry> => ({
  type: 'Feature',
  // Too large for a number.
  properties: { id: propertyId, ...facts },
  geometry: { type: 'MultiPolygon', coordinates: outline.map((polygon) => polygon.map(projectRing)) },
})

/** A house number at the position of its property, or in the middle of an outline that does not hold it. */
function toNumber({ outline, facts: { propertyId, address, lat, lng } }: Parcel): Feature<Point>[] {
  const number = address?.match(/^\d[\w-]*/)?.[0]
  if (!number) return []
  const { west, east, south, north } = getBoundingBox(outline)
  const isWithin = lat !== null && lng !== null && lat >= south && lat <= north && lng >= west && lng <= east
  const middle: [number, number] = isWithin ? [toX(lng), toY(lat)] : [toX((west + east) / 2), toY((south + north) / 2)]
  return [{ type: 'Feature', properties: { id: propertyId, number }, geometry: { type: 'Point', coordinates: middle } }]
}

/** A vector tile of parcels and, at the last zoom, of their house numbers. */
export function encodeParcelTile(tile: ParcelTileParams, parcels: readonly Parcel[]): Uint8Array {
  const { z, x, y } = tile
  const cut = (features: Feature[], margin: number) =>
    geoJSONToTile({ type: 'FeatureCollection', features }, z, x, y, {
      ...{ extent, buffer: margin, maxZoom: z, coordinates: 'unitSquare', clip: true },
    })
  const layers = {
    parcels: cut(parcels.map(toFeature), buffer),
    // Each in one tile only.
    ...(z === parcelZooms.last && { numbers: cut(parcels.flatMap(toNumber), 0) }),
  }
  return fromGeojsonVt(layers, { version: 2, extent })
}
