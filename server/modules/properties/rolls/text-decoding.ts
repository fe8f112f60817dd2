import { isUtf8 } from 'node:buffer'
import { TextDecoder } from 'node:util'

// Rolls come as UTF-8 or as Windows wrote them, and some as both, line by line.
const windows = new TextDecoder('windows-1252')

export function linesInUtf8(bytes: Buffer): Buffer {
  if (isUtf8(bytes)) return bytes
  const lines = bytes.toString('latin1').match(/[^\r\n]+|[\r\n]+/g) ?? []
  return Buffer.from(lines.map((line) => decodeLine(Buffer.from(line, 'latin1'))).join(''))
}

const decodeLine = (bytes: Buffer) => (isUtf8(bytes) ? bytes.toString('utf8') : windows.decode(bytes))

/** Takes the byte order mark off a file, and makes UTF-8 of UTF-16. */
export async function* withoutByteOrderMark(bytes: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
  let start: Buffer = Buffer.alloc(0)
  let decoder: TextDecoder | undefined
  let isKnown = false
  for await (const chunk of bytes) {
    if (isKnown) {
      yield decoder ? Buffer.from(decoder.decode(chunk, { stream: true })) : chunk
      continue
    }
    start = Buffer.concat([start, chunk])
    if (start.length < longestMark) continue
    isKnown = true
    decoder = utf16Of(start)
    yield decoder ? Buffer.from(decoder.decode(start, { stream: true })) : withoutUtf8Mark(start)
  }
  if (!isKnown) yield withoutUtf8Mark(start)
  else if (decoder) yield Buffer.from(decoder.decode())
}

const longestMark = 3

// The decoder takes the mark off by itself.
function utf16Of(start: Buffer): TextDecoder | undefined {
  const mark = start.readUInt16BE(0)
  if (mark === 0xfffe) return new TextDecoder('utf-16le')
  return mark === 0xfeff ? new TextDecoder('utf-16be') : undefined
}

const utf8Mark = Buffer.from([0xef, 0xbb, 0xbf])
const withoutUtf8Mark = (start: Buffer) => (start.subarray(0, 3).equals(utf8Mark) ? start.subarray(3) : start)
