export type Position = [lng: number, lat: number]

/** A multi-polygon as well-known binary in hexadecimal digits. */
export function toWkb(polygons: readonly (readonly (readonly Position[])[])[]): string {
  const bytes: Buffer[] = []
  const writeHeader = (type: number, count: number) => {
    const header = Buffer.alloc(9)
    header.writeUInt8(1, 0)
    header.writeUInt32LE(type, 1)
    header.writeUInt32LE(count, 5)
    bytes.push(header)
  }
  writeHeader(6, polygons.length)
  for (const polygon of polygons) {
    writeHeader(3, polygon.length)
    for (const ring of polygon) {
      const positions = Buffer.alloc(4 + ring.length * 16)
      positions.writeUInt32LE(ring.length, 0)
      for (const [at, [lng, lat]] of ring.entries()) {
        positions.writeDoubleLE(lng, 4 + at * 16)
        positions.writeDoubleLE(lat, 12 + at * 16)
      }
      bytes.push(positions)
    }
  }
  return Buffer.concat(bytes).toString('hex').toUpperCase()
}
