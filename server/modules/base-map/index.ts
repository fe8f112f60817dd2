// The base map: streets, water and places under the properties, from one PMTiles file.
// Tables: none. Served at /map/base.pmtiles, in ranges.
// Start with serve/base-map.ts (which file), base-map.routes.ts (how it is served), write/write-base-map.ts (features
// to tiles) and import/import-map.ts (files of TIGER/Line and OpenStreetMap to features).

export { serveBaseMap } from './base-map.routes.ts'
export { importMap } from './import/import-map.ts'
export { listMapParts, removeMapParts } from './import/parts/map-parts.ts'
export { type BaseMap, getBaseMapFile, openBaseMap } from './serve/base-map.ts'
export type { MapFeature, MapLayer } from './write/map-feature.ts'
export { writeBaseMap } from './write/write-base-map.ts'
