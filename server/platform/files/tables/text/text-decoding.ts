import { isUtf8 } from 'node:buffer'
import { TextDecoder } from 'node:util'

// Rolls are UTF-8 or Windows-1252, and some mix both line by line.
const windows1252 = new TextDecoder('windows-1252')

export function toUtf8Lines(bytes: Buffer): Buffer {
  if (isUtf8(bytes)) return bytes
  const lines = bytes.toString('latin1').match(/[^\r\n]+|[\r\n]+/g) ?? []
  return Buffer.from(lines.map((line) => decodeLine(Buffer.from(line, 'latin1'))).join(''))
}

const decodeLine = (bytes: Buffer) => (isUtf8(bytes) ? bytes.toString('utf8') : windows1252.decode(bytes))

/** Removes the byte order mark and converts UTF-16 to UTF-8. */
export async function* stripByteOrderMark(bytes: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
  let start: Buffer = Buffer.alloc(0)
  let decoder: TextDecoder | undefined
  let isKnown = false
  for await (const chunk of bytes) {
    if (isKnown) {
      yield decoder ? Buffer.from(decoder.decode(chunk, { stream: true })) : chunk
      continue
    }
    start = Buffer.concat([start, chunk])
    if (start.length < maxMarkBytes) continue
    isKnown = true
    decoder = detectUtf16(start)
    yield decoder ? Buffer.from(decoder.decode(start, { stream: true })) : stripUtf8Mark(start)
  }
  if (!isKnown) yield stripUtf8Mark(start)
  else if (decoder) yield Buffer.from(decoder.decode())
}

const maxMarkBytes = 3

// The decoder removes the mark itself.
function detectUtf16(start: Buffer): TextDecoder | undefined {
  const mark = start.readUInt16BE(0)
  if (mark === 0xfffe) return new TextDecoder('utf-16le')
  return mark === 0xfeff ? new TextDecoder('utf-16be') : undefined
}

const utf8Mark = Buffer.from([0xef, 0xbb, 0xbf])
const stripUtf8Mark = (start: Buffer) => (start.subarray(0, 3).equals(utf8Mark) ? start.subarray(3) : start)
