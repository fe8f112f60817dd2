import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'

export type Position = { lat: number; lng: number }

/** A county as the Census Bureau draws it: FIPS code and short name. Its outline is decoded lazily. */
export type CountyShape = {
  fips: string
  name: string
  middle: () => Position
  contains: (at: Position) => boolean
  /** The coordinates of a GeoJSON MultiPolygon. */
  outline: () => Point[][][]
}

type Point = [x: number, y: number]
type Ring = Point[]
type Shape = { type: 'Polygon'; arcs: number[][] } | { type: 'MultiPolygon'; arcs: number[][][] }
type County = Shape & { id: string; properties: { name: string } }
type Topology = {
  transform: { scale: Point; translate: Point }
  arcs: Point[][]
  objects: { counties: { geometries: County[] } }
}

// Pinned by its version; its shape follows the TopoJSON specification.
const readTopology = () => readFileSync(fileURLToPath(import.meta.resolve('us-atlas/counties-10m.json')), 'utf8')

/**
 * The FIPS codes of the counties, found in the text of the atlas: each thread that maps rows needs them, and the whole
 * country would take 40 MB in each.
 */
export const listDrawnCounties = (): string[] =>
  Array.from(readTopology().matchAll(/"id":"(\d{5})"/g), ([, fips = '']) => fips)

/** The counties of us-atlas (2017) at 1:10 million, which is fine enough to locate a ZIP. */
export function readAtlas(): CountyShape[] {
  const topology = JSON.parse(readTopology()) as Topology
  return topology.objects.counties.geometries.map((county) => {
    let rings: Ring[] | undefined
    const outline = () => {
      rings ??= toRings(county, topology)
      return rings
    }
    return {
      fips: county.id,
      name: county.properties.name,
      middle: () => getCenter(outline()),
      contains: (at) => isInside(outline(), at),
      outline: () => toPolygons(county, topology),
    }
  })
}

/** Points are delta-encoded on an integer grid. */
function unpackArc(arc: Point[], { scale, translate }: Topology['transform']): Ring {
  let [x, y] = [0, 0]
  return arc.map(([dx, dy]) => {
    x += dx
    y += dy
    return [x * scale[0] + translate[0], y * scale[1] + translate[1]]
  })
}

/** Outlines and holes. */
const toRings = (shape: Shape, topology: Topology): Ring[] => toPolygons(shape, topology).flat()

/** An arc with a negative index is reversed. */
function toPolygons(shape: Shape, { arcs, transform }: Topology): Ring[][] {
  const polygons = shape.type === 'Polygon' ? [shape.arcs] : shape.arcs
  const getArc = (index: number) => {
    const points = unpackArc(arcs[index < 0 ? ~index : index] ?? [], transform)
    return index < 0 ? points.reverse() : points
  }
  return polygons.map((rings) => rings.map((ring) => ring.flatMap(getArc)))
}

function getCenter(rings: Ring[]): Position {
  const parts = rings.map(computeCentroid)
  const largest = parts.reduce((one, other) => (other.area > one.area ? other : one))
  return { lat: roundCoordinate(largest.y), lng: roundCoordinate(largest.x) }
}

function computeCentroid(ring: Ring): { area: number; x: number; y: number } {
  let [twice, x, y] = [0, 0, 0]
  for (const [at, [x1, y1]] of ring.entries()) {
    const [x2, y2] = ring[(at + 1) % ring.length] ?? [x1, y1]
    const cross = x1 * y2 - x2 * y1
    twice += cross
    x += (x1 + x2) * cross
    y += (y1 + y2) * cross
  }
  // At this scale the smallest independent city is a line.
  if (twice === 0) return { area: 0, x: ring[0]?.[0] ?? 0, y: ring[0]?.[1] ?? 0 }
  return { area: Math.abs(twice) / 2, x: x / (3 * twice), y: y / (3 * twice) }
}

/** Rounds to four decimals, about ten meters: the precision of the ZIP data. */
export const roundCoordinate = (degrees: number) => Math.round(degrees * 10_000) / 10_000

/** Ray casting: a ray to the east crosses the rings an odd number of times. */
function isInside(rings: Ring[], { lat, lng }: Position): boolean {
  let inside = false
  for (const ring of rings)
    for (const [at, [x1, y1]] of ring.entries()) {
      const [x2, y2] = ring[(at + 1) % ring.length] ?? [x1, y1]
      if (y1 > lat !== y2 > lat && lng < ((x2 - x1) * (lat - y1)) / (y2 - y1) + x1) inside = !inside
    }
  return inside
}
