import type { MultiPolygon, Ring } from './geometry.ts'

// Tiny well-known binary: positions as differences from the one before, in as many bytes as they need. A parcel of ten
// positions takes 50 bytes instead of 180. https://github.com/TWKB/Specification/blob/master/twkb.md

const multiPolygonType = 6
const precision = 7
const firstByte = (toZigzag(precision) << 4) | multiPolygonType

/** Differences reach 3.6 billion: beyond the 32 bits of bitwise operators. */
function toZigzag(value: number): number {
  return value < 0 ? -value * 2 - 1 : value * 2
}

const fromZigzag = (value: number) => (value % 2 === 1 ? -(value + 1) / 2 : value / 2)

export function encodeTwkb(outline: MultiPolygon): Uint8Array {
  const bytes: number[] = [firstByte, 0]
  let lng = 0
  let lat = 0
  const writeCount = (count: number) => {
    let rest = count
    while (rest > 127) {
      bytes.push((rest % 128) + 128)
      rest = Math.floor(rest / 128)
    }
    bytes.push(rest)
  }
  writeCount(outline.length)
  for (const polygon of outline) {
    writeCount(polygon.length)
    for (const ring of polygon) {
      writeCount(ring.length / 2)
      for (let at = 0; at < ring.length; at += 2) {
        const [nextLng = 0, nextLat = 0] = [ring[at], ring[at + 1]]
        writeCount(toZigzag(nextLng - lng))
        writeCount(toZigzag(nextLat - lat))
        lng = nextLng
        lat = nextLat
      }
    }
  }
  return Uint8Array.from(bytes)
}

/** Decodes what `encodeTwkb` wrote. */
export function decodeTwkb(bytes: Uint8Array): MultiPolygon {
  let at = 2
  let lng = 0
  let lat = 0
  const readCount = () => {
    let value = 0
    let factor = 1
    for (;;) {
      const byte = bytes[at++] ?? 0
      value += (byte % 128) * factor
      if (byte < 128) return value
      factor *= 128
    }
  }
  const readRing = (): Ring => {
    const ring: Ring = []
    for (let left = readCount(); left > 0; left -= 1) {
      lng += fromZigzag(readCount())
      lat += fromZigzag(readCount())
      ring.push(lng, lat)
    }
    return ring
  }
  const readPolygon = () => Array.from({ length: readCount() }, readRing)
  return Array.from({ length: readCount() }, readPolygon)
}
