import { findInnerPoint } from '../../../../../platform/files/tables/geometry/inner-point.ts'
import type { MapFeature } from '../write/map-feature.ts'

/** The schema has the names of parks, schools and the like as points beside their areas. */
export function toAreaLabel({ layer, geometry, properties, minZoom }: MapFeature): MapFeature | undefined {
  const { name, kind } = properties
  if (layer !== 'landuse' || name === undefined || kind === undefined) return undefined
  const polygons =
    geometry.type === 'Polygon' ? [geometry.coordinates] : geometry.type === 'MultiPolygon' ? geometry.coordinates : []
  const parts = polygons.map((rings) => rings.map((ring) => ring.flatMap(([lng = 0, lat = 0]) => [lng, lat])))
  const point = findInnerPoint({ kind: 'POLYGON', parts })
  if (!point) return undefined
  const labelZoom = Math.max(minZoom, 11)
  return {
    layer: 'pois',
    geometry: { type: 'Point', coordinates: [point.x, point.y] },
    properties: { kind, name, min_zoom: labelZoom, sort_rank: 200 },
    minZoom: labelZoom,
  }
}
