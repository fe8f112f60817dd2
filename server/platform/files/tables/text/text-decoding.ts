import { isUtf8 } from 'node:buffer'
import { TextDecoder } from 'node:util'
import { prependBytes, readHead } from './byte-stream.ts'
import { decodeText, readUtf16Mark, stripMark } from './decode-text.ts'

// Rolls are UTF-8 or Windows-1252, and some mix both line by line.
const windows1252 = new TextDecoder('windows-1252')

export function toUtf8Lines(bytes: Buffer): Buffer {
  if (isUtf8(bytes)) return bytes
  const lines = bytes.toString('latin1').match(/[^\r\n]+|[\r\n]+/g) ?? []
  return Buffer.from(lines.map((line) => decodeLine(Buffer.from(line, 'latin1'))).join(''))
}

const decodeLine = (bytes: Buffer) => (isUtf8(bytes) ? bytes.toString('utf8') : windows1252.decode(bytes))

/** Removes the byte order mark and converts UTF-16 with one to UTF-8. */
export async function* stripByteOrderMark(bytes: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
  const { head, rest } = await readHead(bytes, maxMarkBytes)
  const encoding = readUtf16Mark(head)
  yield* encoding ? decodeText(prependBytes(head, rest), encoding) : prependBytes(stripMark(head), rest)
}

const maxMarkBytes = 3
