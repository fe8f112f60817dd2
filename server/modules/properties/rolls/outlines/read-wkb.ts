import { type MultiPolygon, type Polygon, type Ring, unitsPerDegree } from './geometry.ts'

// Well-known binary, as GDAL and PostGIS write it, also with a third dimension and a spatial reference.
// https://libgeos.org/specifications/wkb

const polygonType = 3
const multiPolygonType = 6
const hasZ = 0x80000000
const hasM = 0x40000000
const hasReference = 0x20000000

// The shortest ring is a triangle that returns to its start.
const minPositions = 4

/** Reads the polygons of a geometry in degrees; null for any other geometry, and for one that is damaged. */
export function readWkb(hex: string): MultiPolygon | null {
  const bytes = Buffer.from(hex, 'hex')
  if (bytes.length * 2 !== hex.length || bytes.length < 9) return null
  try {
    const outline = createWkbReader(bytes).readGeometry()
    return outline.length > 0 ? outline : null
  } catch (error) {
    // It is shorter than its counts say, or is no outline in degrees.
    if (error instanceof RangeError) return null
    throw error
  }
}

function createWkbReader(bytes: Buffer) {
  let at = 0
  let isLittle = true

  function readCount(): number {
    const count = isLittle ? bytes.readUInt32LE(at) : bytes.readUInt32BE(at)
    at += 4
    return count
  }

  function readNumber(): number {
    const value = isLittle ? bytes.readDoubleLE(at) : bytes.readDoubleBE(at)
    at += 8
    return value
  }

  /** The type without its dimensions, and how many numbers follow each pair of coordinates. */
  function readHeader() {
    isLittle = bytes.readUInt8(at) === 1
    at += 1
    const code = readCount()
    if (code & hasReference) at += 4
    const plain = code & 0xffff
    const dimensions = Math.floor(plain / 1000)
    const extra = (code & hasZ ? 1 : 0) + (code & hasM ? 1 : 0) || (dimensions === 3 ? 2 : Math.min(dimensions, 1))
    return { type: plain % 1000, extra }
  }

  function readRing(extra: number): Ring {
    const ring: Ring = []
    for (let left = readCount(); left > 0; left -= 1) {
      const lng = toUnits(readNumber(), 180)
      const lat = toUnits(readNumber(), 90)
      at += extra * 8
      // Positions that differ by less than a unit are the same.
      if (ring.at(-2) !== lng || ring.at(-1) !== lat) ring.push(lng, lat)
    }
    return closeRing(ring)
  }

  function readPolygon(extra: number): Polygon | null {
    const rings = Array.from({ length: requireCount(readCount()) }, () => readRing(extra))
    const [outer, ...holes] = rings
    if (!outer || !isRing(outer)) return null
    return [outer, ...holes.filter(isRing)]
  }

  function readGeometry(): MultiPolygon {
    const { type, extra } = readHeader()
    if (type === polygonType) return toList(readPolygon(extra))
    if (type !== multiPolygonType) return []
    return Array.from({ length: requireCount(readCount()) }, () => {
      const part = readHeader()
      return part.type === polygonType ? toList(readPolygon(part.extra)) : []
    }).flat()
  }

  /** Each part takes at least four bytes: a greater count is damaged, and would fill the memory. */
  function requireCount(count: number): number {
    if (count * 4 > bytes.length) throw new RangeError('The geometry has fewer bytes than parts.')
    return count
  }

  return { readGeometry }
}

const toList = <Item>(item: Item | null) => (item === null ? [] : [item])

const isRing = (ring: Ring) => ring.length >= minPositions * 2

function toUnits(degrees: number, limit: number): number {
  if (!(Math.abs(degrees) <= limit)) throw new RangeError('The geometry is not in degrees.')
  return Math.round(degrees * unitsPerDegree)
}

function closeRing(ring: Ring): Ring {
  const [lng, lat] = ring
  if (lng !== undefined && lat !== undefined && (ring.at(-2) !== lng || ring.at(-1) !== lat)) ring.push(lng, lat)
  return ring
}
