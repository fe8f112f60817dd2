/**
 * A ring of positions in units of 10⁻⁷ degrees (about a centimeter), WGS 84: lng, lat, lng, lat, … The last position
 * repeats the first.
 */
export type Ring = number[]

/** The rings of a polygon: the outer one, then its holes. */
export type Polygon = Ring[]

export type MultiPolygon = Polygon[]

export const unitsPerDegree = 1e7

/** The southern, western, northern and eastern ends of an outline, in degrees. */
export type BoundingBox = { south: number; west: number; north: number; east: number }

export function getBoundingBox(outline: MultiPolygon): BoundingBox {
  const box = { south: 90, west: 180, north: -90, east: -180 }
  for (const [outer = []] of outline)
    for (let at = 0; at < outer.length; at += 2) {
      const [lng = 0, lat = 0] = [(outer[at] ?? 0) / unitsPerDegree, (outer[at + 1] ?? 0) / unitsPerDegree]
      box.south = Math.min(box.south, lat)
      box.north = Math.max(box.north, lat)
      box.west = Math.min(box.west, lng)
      box.east = Math.max(box.east, lng)
    }
  return box
}

/** GeoJSON coordinates, in degrees. */
export const toCoordinates = (outline: MultiPolygon): [lng: number, lat: number][][][] =>
  outline.map((polygon) =>
    polygon.map((ring) => {
      const positions: [number, number][] = []
      for (let at = 0; at < ring.length; at += 2)
        positions.push([(ring[at] ?? 0) / unitsPerDegree, (ring[at + 1] ?? 0) / unitsPerDegree])
      return positions
    }),
  )
