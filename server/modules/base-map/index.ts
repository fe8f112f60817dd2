// The base map: streets, water and places under the properties, from one PMTiles file.
// Tables: none. Served at /map/base.pmtiles, in ranges.
// Start with serve/base-map.ts (which file), base-map.routes.ts (how it is served) and write/write-base-map.ts.

export { serveBaseMap } from './base-map.routes.ts'
export { type BaseMap, getBaseMapFile, openBaseMap } from './serve/base-map.ts'
export type { BaseMapOptions, MapFeature, MapGeometry, MapLayer } from './write/map-feature.ts'
export { writeBaseMap } from './write/write-base-map.ts'
