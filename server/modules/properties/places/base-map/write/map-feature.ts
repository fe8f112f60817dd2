type Position = readonly number[]

/** The geometries of a base map, as GeoJSON has them: longitude before latitude. */
export type MapGeometry =
  | { type: 'Point'; coordinates: Position }
  | { type: 'LineString'; coordinates: readonly Position[] }
  | { type: 'MultiLineString' | 'Polygon'; coordinates: readonly (readonly Position[])[] }
  | { type: 'MultiPolygon'; coordinates: readonly (readonly (readonly Position[])[])[] }

/** The layers of the Protomaps basemap, version 4, whose names and properties a base map has. */
export const mapLayers = [
  'earth',
  'landuse',
  'water',
  'boundaries',
  'transit',
  'roads',
  'buildings',
  'places',
  'pois',
] as const
export type MapLayer = (typeof mapLayers)[number]

/** Something to draw on the tiles of the zooms from `minZoom` to `maxZoom`, which is that of the file by default. */
export type MapFeature = {
  layer: MapLayer
  geometry: MapGeometry
  properties: Readonly<Record<string, string | number | boolean>>
  minZoom: number
  maxZoom?: number
}

/** What a base map says of itself. The attribution is HTML, as maps show it. */
export type BaseMapOptions = { name: string; attribution: string; maxZoom: number }
