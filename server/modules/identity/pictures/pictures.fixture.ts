import { crc32, deflateSync } from 'node:zlib'

/** One chunk of a PNG: its length, type, content and checksum. https://www.w3.org/TR/png-3/#5Chunk-layout */
function buildChunk(kind: string, content: Uint8Array): Buffer {
  const body = Buffer.concat([Buffer.from(kind), content])
  const [length, checksum] = [Buffer.alloc(4), Buffer.alloc(4)]
  length.writeUInt32BE(content.length)
  checksum.writeUInt32BE(crc32(body))
  return Buffer.concat([length, body, checksum])
}

/** A black PNG of any size in few bytes; without its pixels if only the header needs to be valid. */
export function buildPng(width: number, height: number, { pixels = true, more = [] as Buffer[] } = {}): Buffer {
  const header = Buffer.alloc(13)
  header.writeUInt32BE(width, 0)
  header.writeUInt32BE(height, 4)
  header.writeUInt8(1, 8) // One bit for a pixel, of grey.
  const rows = pixels ? deflateSync(Buffer.alloc(height * (1 + Math.ceil(width / 8)))) : Buffer.alloc(0)
  return Buffer.concat([
    Buffer.from('89504e470d0a1a0a', 'hex'),
    buildChunk('IHDR', header),
    ...more,
    buildChunk('IDAT', rows),
    buildChunk('IEND', Buffer.alloc(0)),
  ])
}

/** A long PNG comment: a few kilobytes that unpack to `bytes`. */
export const buildLongComment = (bytes: number) =>
  buildChunk('zTXt', Buffer.concat([Buffer.from('Comment\0\0'), deflateSync(Buffer.alloc(bytes))]))
