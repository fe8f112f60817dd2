import type { MapFeature } from '../write/map-feature.ts'

/** A road as the schema of the map has it: its class, the zoom from which it is drawn, and its rank among others. */
type RoadClass = { kind: string; minZoom: number; sortRank: number }

const classes = {
  motorway: { kind: 'highway', minZoom: 5, sortRank: 400 },
  motorway_link: { kind: 'highway', minZoom: 11, sortRank: 395 },
  trunk: { kind: 'major_road', minZoom: 6, sortRank: 390 },
  trunk_link: { kind: 'major_road', minZoom: 11, sortRank: 385 },
  primary: { kind: 'major_road', minZoom: 7, sortRank: 380 },
  primary_link: { kind: 'major_road', minZoom: 11, sortRank: 375 },
  secondary: { kind: 'major_road', minZoom: 9, sortRank: 370 },
  secondary_link: { kind: 'major_road', minZoom: 12, sortRank: 365 },
  tertiary: { kind: 'major_road', minZoom: 10, sortRank: 360 },
  tertiary_link: { kind: 'major_road', minZoom: 12, sortRank: 355 },
  residential: { kind: 'minor_road', minZoom: 12, sortRank: 350 },
  unclassified: { kind: 'minor_road', minZoom: 12, sortRank: 350 },
  living_street: { kind: 'minor_road', minZoom: 12, sortRank: 345 },
  road: { kind: 'minor_road', minZoom: 12, sortRank: 345 },
  service: { kind: 'minor_road', minZoom: 13, sortRank: 340 },
  alley: { kind: 'minor_road', minZoom: 14, sortRank: 335 },
  pedestrian: { kind: 'path', minZoom: 13, sortRank: 330 },
  track: { kind: 'path', minZoom: 13, sortRank: 325 },
  cycleway: { kind: 'path', minZoom: 13, sortRank: 320 },
  bridleway: { kind: 'path', minZoom: 14, sortRank: 315 },
  path: { kind: 'path', minZoom: 14, sortRank: 315 },
  footway: { kind: 'path', minZoom: 14, sortRank: 315 },
  steps: { kind: 'path', minZoom: 14, sortRank: 315 },
  rail: { kind: 'rail', minZoom: 9, sortRank: 310 },
  light_rail: { kind: 'rail', minZoom: 12, sortRank: 310 },
  subway: { kind: 'rail', minZoom: 12, sortRank: 310 },
  tram: { kind: 'rail', minZoom: 12, sortRank: 310 },
  runway: { kind: 'aeroway', minZoom: 10, sortRank: 305 },
  taxiway: { kind: 'aeroway', minZoom: 12, sortRank: 300 },
} as const satisfies Record<string, RoadClass>

export type RoadDetail = keyof typeof classes

export const isRoadDetail = (text: string): text is RoadDetail => Object.hasOwn(classes, text)

/** The zoom and properties of a road by its detailed kind. */
export function describeRoad(detail: RoadDetail): Pick<MapFeature, 'minZoom' | 'properties'> {
  const { kind, minZoom, sortRank } = classes[detail]
  const isLink = detail.endsWith('_link')
  const properties = {
    ...{ kind, kind_detail: detail.replace('_link', ''), min_zoom: minZoom, sort_rank: sortRank },
    ...(isLink && { is_link: true }),
  }
  return { minZoom, properties }
}
