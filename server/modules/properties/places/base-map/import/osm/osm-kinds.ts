import type { MapFeature } from '../../write/map-feature.ts'
import { describeRoad, isRoadDetail, type RoadDetail } from '../road-kinds.ts'
import { readShield } from '../road-shields.ts'
import type { Tags } from './osm-blocks.ts'

/** What is drawn of an element: everything but its geometry. */
export type OsmKind = Omit<MapFeature, 'geometry'>

const landuseByTag: Record<string, Record<string, string>> = {
  leisure: {
    ...{ park: 'park', garden: 'park', nature_reserve: 'nature_reserve', golf_course: 'golf_course', pitch: 'pitch' },
    ...{ playground: 'playground', stadium: 'stadium', dog_park: 'park', recreation_ground: 'recreation_ground' },
  },
  landuse: {
    ...{ forest: 'forest', grass: 'grass', meadow: 'meadow', cemetery: 'cemetery', residential: 'residential' },
    ...{ industrial: 'industrial', commercial: 'commercial', retail: 'commercial', farmland: 'farmland' },
    ...{ orchard: 'farmland', vineyard: 'farmland', military: 'military', recreation_ground: 'recreation_ground' },
    ...{ village_green: 'park', railway: 'railway' },
  },
  natural: {
    wood: 'wood',
    grassland: 'grassland',
    scrub: 'scrub',
    sand: 'sand',
    beach: 'beach',
    wetland: 'wetland',
    bare_rock: 'bare_rock',
  },
  amenity: { school: 'school', university: 'university', college: 'college', hospital: 'hospital' },
  aeroway: { aerodrome: 'aerodrome' },
  boundary: { national_park: 'national_park', protected_area: 'nature_reserve' },
  tourism: { zoo: 'zoo' },
}

const waterLines: Record<string, number> = { river: 9, canal: 11, stream: 13 }
const railways = new Set(['rail', 'light_rail', 'subway', 'tram'])
const boundaries: Record<string, { detail: string; minZoom: number }> = {
  '2': { detail: 'country', minZoom: 0 },
  '4': { detail: 'region', minZoom: 4 },
  '6': { detail: 'county', minZoom: 8 },
}

const withName = (tags: Tags): MapFeature['properties'] => {
  const name = tags.get('name')
  return name ? { name } : {}
}

/** What a closed line or a multipolygon is as an area; undefined where its inside is not drawn. */
export function toAreaKind(tags: Tags): OsmKind | undefined {
  const building = tags.get('building')
  if (building && building !== 'no') return toBuilding(tags)
  const water = toWaterArea(tags)
  if (water) return { layer: 'water', minZoom: 6, properties: { kind: water, sort_rank: 200, ...withName(tags) } }
  for (const [key, kinds] of Object.entries(landuseByTag)) {
    const kind = kinds[tags.get(key) ?? '']
    if (kind) return { layer: 'landuse', minZoom: 8, properties: { kind, sort_rank: 100, ...withName(tags) } }
  }
  return undefined
}

function toWaterArea(tags: Tags): string | undefined {
  if (tags.get('natural') === 'water') {
    const water = tags.get('water') ?? ''
    return ['river', 'canal', 'basin', 'reservoir'].includes(water) ? water : 'lake'
  }
  if (tags.get('waterway') === 'riverbank') return 'river'
  if (tags.get('landuse') === 'reservoir') return 'reservoir'
  return tags.get('leisure') === 'swimming_pool' ? 'swimming_pool' : undefined
}

function toBuilding(tags: Tags): OsmKind {
  const levels = Number.parseFloat(tags.get('building:levels') ?? '')
  const height = Number.parseFloat(tags.get('height') ?? '') || levels * 3
  return {
    layer: 'buildings',
    minZoom: 15,
    properties: { kind: 'building', sort_rank: 400, ...(height > 0 && { height: Math.round(height * 10) / 10 }) },
  }
}

/** What a line is: a road, a railway, a runway, a river or a boundary. `state` is that of roads whose number names none. */
export function toLineKind(tags: Tags, state: string | undefined): OsmKind | undefined {
  const detail = toRoadDetail(tags)
  if (detail) return toRoad(detail, tags, state)
  const waterway = tags.get('waterway') ?? ''
  const minZoom = waterLines[waterway]
  if (minZoom !== undefined)
    return { layer: 'water', minZoom, properties: { kind: waterway, sort_rank: 200, ...withName(tags) } }
  const boundary = tags.get('boundary') === 'administrative' ? boundaries[tags.get('admin_level') ?? ''] : undefined
  if (!boundary) return undefined
  const level = Number(tags.get('admin_level'))
  const properties = { kind: boundary.detail, kind_detail: level, sort_rank: 289, min_zoom: boundary.minZoom }
  return { layer: 'boundaries', minZoom: boundary.minZoom, properties }
}

function toRoadDetail(tags: Tags): RoadDetail | undefined {
  const highway = tags.get('highway') ?? ''
  // A square of pavement is an area, which lines of streets cross.
  if (highway !== '' && tags.get('area') !== 'yes') {
    if (highway === 'service' && tags.get('service') === 'alley') return 'alley'
    return isRoadDetail(highway) && !railways.has(highway) ? highway : undefined
  }
  const railway = tags.get('railway') ?? ''
  if (railways.has(railway) && tags.get('service') === undefined) return isRoadDetail(railway) ? railway : undefined
  const aeroway = tags.get('aeroway') ?? ''
  return aeroway === 'runway' || aeroway === 'taxiway' ? aeroway : undefined
}

function toRoad(detail: RoadDetail, tags: Tags, state: string | undefined): OsmKind {
  const { minZoom, properties } = describeRoad(detail)
  const shield = readShield(tags.get('ref')?.split(';')[0] ?? '', state)
  return {
    layer: 'roads',
    minZoom,
    properties: {
      ...properties,
      ...withName(tags),
      ...shield,
      ...(tags.has('bridge') && tags.get('bridge') !== 'no' && { is_bridge: true }),
      ...(tags.has('tunnel') && tags.get('tunnel') !== 'no' && { is_tunnel: true }),
    },
  }
}

const localities: Record<string, { minZoom: number; rank: number }> = {
  city: { minZoom: 6, rank: 10 },
  town: { minZoom: 8, rank: 7 },
  village: { minZoom: 10, rank: 4 },
  hamlet: { minZoom: 12, rank: 2 },
}
const neighborhoods: Record<string, number> = { suburb: 11, neighbourhood: 13, quarter: 12 }

/** A named place, by its node. */
export function toPlaceKind(tags: Tags): OsmKind | undefined {
  const [place = '', name] = [tags.get('place'), tags.get('name')]
  if (!name) return undefined
  const locality = localities[place]
  const minZoom = locality?.minZoom ?? neighborhoods[place]
  if (minZoom === undefined) return undefined
  const rank = locality?.rank ?? 1
  const population = Number(tags.get('population'))
  return {
    layer: 'places',
    minZoom,
    properties: {
      ...{ kind: locality ? 'locality' : 'neighbourhood', kind_detail: place, name, min_zoom: minZoom },
      ...{ population_rank: rank, sort_rank: 1_000 - rank, ...(population > 0 && { population }) },
    },
  }
}
