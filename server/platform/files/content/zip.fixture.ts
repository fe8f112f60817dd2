import { crc32, deflateRawSync } from 'node:zlib'

type ZipOptions = { isEncrypted?: boolean; isDeflated?: boolean }

/** Builds a zip archive. An encrypted one only has the flag set. */
export function buildZip(files: Record<string, string | Buffer>, { isEncrypted, isDeflated }: ZipOptions = {}): Buffer {
  const parts: Buffer[] = []
  const directory: Buffer[] = []
  for (const [name, text] of Object.entries(files)) {
    const content = Buffer.from(text)
    const packed = isDeflated ? deflateRawSync(content) : content
    const entry = Buffer.alloc(26)
    entry.writeUInt16LE(20, 0)
    entry.writeUInt16LE(isEncrypted ? 1 : 0, 2)
    entry.writeUInt16LE(isDeflated ? 8 : 0, 4)
    entry.writeUInt32LE(crc32(content), 10)
    entry.writeUInt32LE(packed.length, 14)
    entry.writeUInt32LE(content.length, 18)
    entry.writeUInt16LE(name.length, 22)
    const place = Buffer.alloc(14)
    place.writeUInt32LE(Buffer.concat(parts).length, 10)
    parts.push(Buffer.from('PK\x03\x04'), entry, Buffer.from(name), packed)
    directory.push(Buffer.from('PK\x01\x02\x14\0'), entry, place, Buffer.from(name))
  }
  const [body, index] = [Buffer.concat(parts), Buffer.concat(directory)]
  const end = Buffer.alloc(18)
  end.writeUInt16LE(Object.keys(files).length, 4)
  end.writeUInt16LE(Object.keys(files).length, 6)
  end.writeUInt32LE(index.length, 8)
  end.writeUInt32LE(body.length, 12)
  return Buffer.concat([body, index, Buffer.from('PK\x05\x06'), end])
}
