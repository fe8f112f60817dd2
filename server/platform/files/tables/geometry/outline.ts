import type { Geometry, Ring } from './wkt.ts'

// The ellipsoid WGS 84.
const equatorMeters = 6_378_137
const eccentricity = Math.sqrt(0.00669437999014)
const sqftPerSqm = 1 / 0.3048 ** 2
const radians = Math.PI / 180

/** The ordinate of a cylindrical equal-area projection of the ellipsoid, in metres: areas on the map are true. */
function toEqualAreaY(latitude: number): number {
  const sine = Math.sin(latitude * radians)
  const scaled = eccentricity * sine
  const authalic =
    (1 - eccentricity ** 2) * (sine / (1 - scaled ** 2) - Math.log((1 - scaled) / (1 + scaled)) / (2 * eccentricity))
  return (equatorMeters * authalic) / 2
}

/** The area of a geometry of degrees, in square feet; holes are taken off. Edges count as straight on the map. */
export function measureSqft({ kind, parts }: Geometry): number {
  if (kind !== 'POLYGON') return 0
  const sum = parts.reduce((total, [outer = [], ...holes]) => {
    const area = measureRing(outer) - holes.reduce((gaps, hole) => gaps + measureRing(hole), 0)
    return total + Math.max(area, 0)
  }, 0)
  return sum * sqftPerSqm
}

/** Measured from the first corner, because large coordinates would cost the last digits of a small area. */
function measureRing(ring: Ring): number {
  const x0 = ring[0] ?? 0
  const y0 = toEqualAreaY(ring[1] ?? 0)
  let twice = 0
  let [x1, y1] = [0, 0]
  for (let at = 2; at < ring.length; at += 2) {
    const x2 = ((ring[at] ?? 0) - x0) * radians * equatorMeters
    const y2 = toEqualAreaY(ring[at + 1] ?? 0) - y0
    twice += x1 * y2 - x2 * y1
    ;[x1, y1] = [x2, y2]
  }
  return Math.abs(twice) / 2
}

/** Well-known binary of a polygon or of several, as hexadecimal digits; empty for points and lines. */
export function toOutlineHex({ kind, parts }: Geometry): string {
  if (kind !== 'POLYGON') return ''
  const polygons = parts.map(toPolygonWkb)
  const [only] = polygons
  if (only && polygons.length === 1) return only.toString('hex')
  return Buffer.concat([toWkbHead(6, polygons.length), ...polygons]).toString('hex')
}

function toPolygonWkb(rings: readonly Ring[]): Buffer {
  return Buffer.concat([
    toWkbHead(3, rings.length),
    ...rings.map((ring) => {
      const bytes = Buffer.alloc(4 + ring.length * 8)
      bytes.writeUInt32LE(ring.length / 2, 0)
      for (const [at, value] of ring.entries()) bytes.writeDoubleLE(value, 4 + at * 8)
      return bytes
    }),
  ])
}

function toWkbHead(type: number, count: number): Buffer {
  const head = Buffer.alloc(9)
  head.writeUInt8(1, 0)
  head.writeUInt32LE(type, 1)
  head.writeUInt32LE(count, 5)
  return head
}
