import type { BaseMapOptions, MapFeature } from './map-feature.ts'

/** Writes a base map as a file of PMTiles, beside its place first, so that a reader sees the old file or the new one. */
export type WriteBaseMap = (path: string, features: Iterable<MapFeature>, options: BaseMapOptions) => Promise<void>
