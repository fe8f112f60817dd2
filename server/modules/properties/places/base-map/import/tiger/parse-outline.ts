import type { MapGeometry } from '../../write/map-feature.ts'

const multiPolygon = 6

/** Reads the outline of a row: well-known binary of a polygon or of several, in hexadecimal digits, low bytes first. */
export function parseOutline(hex: string): MapGeometry {
  const bytes = Buffer.from(hex, 'hex')
  let at = 0
  const readCount = () => {
    at += 4
    return bytes.readUInt32LE(at - 4)
  }
  const readNumber = () => {
    at += 8
    return bytes.readDoubleLE(at - 8)
  }
  const readHead = () => {
    // The order of bytes.
    at += 1
    return readCount()
  }
  const readRings = () =>
    Array.from({ length: readCount() }, () => Array.from({ length: readCount() }, () => [readNumber(), readNumber()]))
  if (readHead() !== multiPolygon) return { type: 'Polygon', coordinates: readRings() }
  const polygons = Array.from({ length: readCount() }, () => {
    readHead()
    return readRings()
  })
  return { type: 'MultiPolygon', coordinates: polygons }
}
