import type { MapFeature } from '../../write/map-feature.ts'
import { describeRoad, type RoadDetail } from '../road-kinds.ts'
import { readShield } from '../road-shields.ts'

/** What is drawn of a row: everything but its geometry. */
export type TigerKind = Omit<MapFeature, 'geometry'>
type RowFacts = { cell: (name: string) => string; state: string | undefined; isArea: boolean }

const roadDetails: Record<string, RoadDetail> = {
  S1100: 'motorway',
  S1200: 'secondary',
  S1400: 'residential',
  S1500: 'track',
  S1630: 'motorway_link',
  S1640: 'service',
  S1710: 'footway',
  S1720: 'steps',
  S1730: 'alley',
  S1740: 'service',
  S1780: 'service',
  S1820: 'cycleway',
  S1830: 'bridleway',
  R1011: 'rail',
  R1051: 'light_rail',
  R1052: 'light_rail',
}

const waterKinds: Record<string, string> = {
  H2025: 'swamp',
  H2030: 'lake',
  H2040: 'reservoir',
  H2041: 'reservoir',
  H2051: 'bay',
  H2053: 'ocean',
  H2060: 'lake',
  H2081: 'glacier',
  H3010: 'stream',
  H3013: 'stream',
  H3020: 'canal',
}

const landuseKinds: Record<string, string> = {
  K1225: 'university',
  K1231: 'hospital',
  K2110: 'military',
  K2180: 'park',
  K2181: 'national_park',
  K2182: 'forest',
  K2183: 'park',
  K2184: 'park',
  K2185: 'park',
  K2186: 'park',
  K2187: 'park',
  K2188: 'park',
  K2189: 'park',
  K2190: 'park',
  K2424: 'university',
  K2451: 'aerodrome',
  K2457: 'aerodrome',
  K2540: 'university',
  K2543: 'school',
  K2561: 'golf_course',
  K2582: 'cemetery',
}

const places: Record<string, string> = { G4110: 'city', G4210: 'village' }

/** Whether a layer of this header tells what its rows are. */
export const hasTigerKinds = (header: readonly string[]) => header.some((name) => name.toUpperCase() === 'MTFCC')

/** What a row of TIGER/Line is on the map, by the code of its feature class (MTFCC); undefined if it is not drawn. */
export function toTigerKind(row: RowFacts): TigerKind | undefined {
  const code = row.cell('MTFCC').toUpperCase()
  const road = roadDetails[code]
  if (road && !row.isArea) return toRoad(road, row)
  const water = waterKinds[code]
  if (water) return toWater(water, row)
  const landuse = landuseKinds[code]
  if (landuse && row.isArea) return toLanduse(landuse, row)
  const place = places[code]
  return place ? toPlace(place, row) : undefined
}

function toRoad(detail: RoadDetail, { cell, state }: RowFacts): TigerKind {
  const name = cell('FULLNAME')
  const shield = readShield(name, state)
  // A route that the federal government numbers is a main road where the code says secondary.
  const known = detail === 'secondary' && shield?.network === 'US:US' ? 'primary' : detail
  const { minZoom, properties } = describeRoad(known)
  const text: TigerKind['properties'] = name === '' ? {} : { name }
  // The shield has the number. Along a main road stands its name, which another row of the same road has.
  const labels = !shield ? text : known === 'residential' ? { ...text, ...shield } : shield
  return { layer: 'roads', minZoom, properties: { ...properties, ...labels } }
}

const squareMeters = { large: 5_000_000, middle: 200_000 }

function toWater(kind: string, { cell, isArea }: RowFacts): TigerKind {
  const name = cell('FULLNAME')
  const area = Number(cell('AWATER')) || 0
  const minZoom = !isArea ? (name === '' ? 13 : 11) : getAreaZoom(area, [6, 9, 12])
  return {
    layer: 'water',
    minZoom,
    properties: { kind, min_zoom: minZoom, sort_rank: 200, ...(name !== '' && { name }) },
  }
}

function toLanduse(kind: string, { cell }: RowFacts): TigerKind {
  const name = cell('FULLNAME')
  const minZoom = getAreaZoom(Number(cell('ALAND')) || 0, [8, 10, 12])
  return { layer: 'landuse', minZoom, properties: { kind, sort_rank: 100, ...(name !== '' && { name }) } }
}

const getAreaZoom = (area: number, [large, middle, small]: readonly [number, number, number]) =>
  area >= squareMeters.large ? large : area >= squareMeters.middle ? middle : small

/** TIGER/Line has no population: a large place is shown from farther away. */
function toPlace(detail: string, { cell }: RowFacts): TigerKind | undefined {
  const name = cell('NAME')
  if (name === '') return undefined
  const land = Number(cell('ALAND')) || 0
  const [minZoom, rank] = land >= 200_000_000 ? [6, 9] : land >= 30_000_000 ? [8, 7] : [10, 4]
  return {
    layer: 'places',
    minZoom,
    properties: {
      ...{ kind: 'locality', kind_detail: detail, name, min_zoom: minZoom },
      ...{ population_rank: rank, sort_rank: 1_000 - rank },
    },
  }
}
