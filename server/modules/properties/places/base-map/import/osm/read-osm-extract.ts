import { unprocessable } from '../../../../../../platform/files/content/input-file.ts'
import type { FileToRead } from '../../../../../../platform/files/tables/archive/measured-streams.ts'
import type { MapFeature, MapGeometry } from '../../write/map-feature.ts'
import { emptyBounds, extendBounds } from '../../write/tile-range.ts'
import type { ReadMapOptions } from '../read-options.ts'
import { assembleRings, type Line, toPolygons } from './assemble-rings.ts'
import { createNodePositions } from './node-positions.ts'
import { type OsmMember, openOsmExtract, type Tags } from './osm-blocks.ts'
import { type OsmKind, toAreaKind, toLineKind, toPlaceKind } from './osm-kinds.ts'

type Area = { kind: OsmKind; members: readonly OsmMember[] }
type Extract = Awaited<ReturnType<typeof openOsmExtract>>

/**
 * The streets, buildings, water, parks, railways and places of an extract of OpenStreetMap. The file is read four
 * times, so that of its points only those of lines that are drawn are held: relations, ways, nodes, and ways again.
 */
export async function* readOsmExtract(
  file: FileToRead,
  { state, onProgress }: ReadMapOptions,
): AsyncGenerator<MapFeature> {
  const extract = await openOsmExtract(file)
  const positions = createNodePositions()
  let rows = 0
  const report = (pass: number) => (share: number) => onProgress?.({ rows, share: (pass + share) / 4 })
  try {
    const areas = await findAreas(extract, report(0))
    const memberWays = new Map<number, readonly number[]>()
    for (const { members } of areas) for (const { way } of members) memberWays.set(way, [])
    await findNeededNodes(extract, { memberWays, need: positions.need, state }, report(1))
    positions.prepare()

    let ready: MapFeature[] = []
    const add = (kind: OsmKind | undefined, geometry: MapGeometry | undefined) => {
      if (!kind || !geometry) return
      ready.push({ ...kind, minZoom: Math.max(kind.minZoom, getVisibleZoom(kind, geometry)), geometry })
      rows += 1
    }
    const takeReady = () => {
      const taken = ready
      ready = []
      return taken
    }
    const visitNode = (id: number, lng: number, lat: number, tags: Tags | undefined) => {
      positions.set(id, lng, lat)
      if (tags) add(toPlaceKind(tags), { type: 'Point', coordinates: [lng, lat] })
    }
    for await (const share of extract.visit({ node: visitNode })) {
      report(2)(share)
      yield* takeReady()
    }
    const visitWay = (_: number, nodes: readonly number[], tags: Tags) => {
      const kind = toWayKind(nodes, tags, state)
      if (kind) add(kind.kind, toWayGeometry(toLine(nodes, positions.get), kind.isArea))
    }
    for await (const share of extract.visit({ way: visitWay })) {
      report(3)(share)
      yield* takeReady()
    }
    for (const { kind, members } of areas) {
      add(
        kind,
        toMultiPolygon(members, (way) => toLine(memberWays.get(way) ?? [], positions.get)),
      )
      yield* takeReady()
    }
  } finally {
    await extract.close()
  }
  if (rows === 0) throw unprocessable(`The extract ${file.name} has no streets, buildings, water or places.`)
}

/** Multipolygons: their outlines are ways of their own, which often have no tags. */
async function findAreas(extract: Extract, onShare: (share: number) => void): Promise<Area[]> {
  const areas: Area[] = []
  const relation = (_: number, members: readonly OsmMember[], tags: Tags) => {
    const kind = tags.get('type') === 'multipolygon' || tags.get('type') === 'boundary' ? toAreaKind(tags) : undefined
    if (kind) areas.push({ kind, members })
  }
  for await (const share of extract.visit({ relation })) onShare(share)
  return areas
}

type Needs = { memberWays: Map<number, readonly number[]>; need: (node: number) => void; state: string | undefined }

async function findNeededNodes(extract: Extract, { memberWays, need, state }: Needs, onShare: (share: number) => void) {
  const way = (id: number, nodes: readonly number[], tags: Tags) => {
    const isMember = memberWays.has(id)
    if (isMember) memberWays.set(id, nodes)
    if (isMember || toWayKind(nodes, tags, state)) nodes.forEach(need)
  }
  for await (const share of extract.visit({ way })) onShare(share)
}

function toWayKind(nodes: readonly number[], tags: Tags, state: string | undefined) {
  if (tags.size === 0 || nodes.length < 2) return undefined
  const isClosed = nodes.length > 3 && nodes[0] === nodes.at(-1)
  const area = isClosed ? toAreaKind(tags) : undefined
  if (area) return { kind: area, isArea: true }
  const line = toLineKind(tags, state)
  return line && { kind: line, isArea: false }
}

/** Points that an extract lacks, because it cuts the line, are left out. */
function toLine(nodes: readonly number[], getPosition: (id: number) => [number, number] | undefined): Line {
  const found = nodes.flatMap((node) => {
    const point = getPosition(node)
    return point ? [{ node, point }] : []
  })
  return { nodes: found.map(({ node }) => node), points: found.map(({ point }) => point) }
}

function toWayGeometry({ points }: Line, isArea: boolean): MapGeometry | undefined {
  if (isArea) return points.length >= 4 ? { type: 'Polygon', coordinates: [points] } : undefined
  return points.length >= 2 ? { type: 'LineString', coordinates: points } : undefined
}

function toMultiPolygon(members: readonly OsmMember[], getLine: (way: number) => Line): MapGeometry | undefined {
  const listRings = (isInner: boolean) =>
    assembleRings(members.filter(({ role }) => (role === 'inner') === isInner).map(({ way }) => getLine(way)))
  const polygons = toPolygons(listRings(false), listRings(true))
  return polygons.length > 0 ? { type: 'MultiPolygon', coordinates: polygons } : undefined
}

/** An area is drawn from the zoom at which it is a few pixels wide: a state has a hundred thousand ponds. */
function getVisibleZoom({ layer }: OsmKind, { type, coordinates }: MapGeometry): number {
  if (!type.endsWith('Polygon') || layer === 'buildings') return 0
  const bounds = emptyBounds()
  extendBounds(bounds, coordinates)
  const [west, south, east, north] = bounds
  const shareOfWorld = Math.max(east - west, north - south) / 360
  return Math.min(Math.ceil(Math.log2(visibleShareOfTile / shareOfWorld)), lastAreaZoom)
}

const visibleShareOfTile = 1 / 64
const lastAreaZoom = 14
