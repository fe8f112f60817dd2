export type { BaseMapOptions, MapFeature, MapGeometry, MapLayer } from './write/map-feature.ts'
export { writeBaseMap } from './write/write-base-map.ts'
