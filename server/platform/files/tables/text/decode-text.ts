import { isUtf8 } from 'node:buffer'
import { TextDecoder } from 'node:util'
import type { FileEncoding } from '@dooryard/contract/data/sources/source-document'

/** The encoding of UTF-16 that says so by its byte order mark. */
export function readUtf16Mark(start: Buffer): 'utf-16le' | 'utf-16be' | undefined {
  const mark = start.length > 1 ? start.readUInt16BE(0) : 0
  if (mark === 0xfffe) return 'utf-16le'
  return mark === 0xfeff ? 'utf-16be' : undefined
}

/**
 * The encoding of text that begins with these bytes. UTF-16 without a mark shows by its zeros, every other byte of
 * plain letters; what is neither that nor UTF-8 is taken for Windows-1252.
 */
export function detectEncoding(start: Buffer): FileEncoding {
  const marked = readUtf16Mark(start)
  if (marked) return marked
  const sampled = start.subarray(0, 4_096)
  const zeros = [0, 0]
  for (let at = 0; at < sampled.length; at += 1) if (sampled[at] === 0) zeros[at % 2] = (zeros[at % 2] ?? 0) + 1
  const [even = 0, odd = 0] = zeros
  const many = sampled.length / 5
  if (odd > many && even < odd / 10) return 'utf-16le'
  if (even > many && odd < even / 10) return 'utf-16be'
  return isUtf8(cutIncompleteCharacter(start)) ? 'utf-8' : 'windows-1252'
}

/** The bytes may end within a character. */
function cutIncompleteCharacter(bytes: Buffer): Buffer {
  let end = bytes.length
  for (let back = 1; back <= 3 && back <= bytes.length; back += 1) {
    const byte = bytes[bytes.length - back] ?? 0
    if (byte < 0x80) break
    if (byte >= 0xc0) {
      end = bytes.length - back
      break
    }
  }
  return bytes.subarray(0, end)
}

/**
 * Removes the byte order mark and zero bytes, and converts UTF-16 to UTF-8. Windows-1252 passes as it is, because some
 * rolls change between it and UTF-8 from line to line: `toUtf8Lines` decodes lines.
 */
export async function* decodeText(bytes: AsyncIterable<Buffer>, encoding: FileEncoding): AsyncGenerator<Buffer> {
  const decoder = encoding.startsWith('utf-16') ? new TextDecoder(encoding) : undefined
  let isStart = true
  for await (const chunk of bytes) {
    const text = decoder ? Buffer.from(decoder.decode(chunk, { stream: true })) : chunk
    const rest = isStart ? stripMark(text) : text
    if (text.length > 0) isStart = false
    const clean = rest.includes(0) ? rest.filter((byte) => byte !== 0) : rest
    if (clean.length > 0) yield Buffer.from(clean.buffer, clean.byteOffset, clean.length)
  }
  const last = decoder?.decode()
  if (last) yield Buffer.from(last)
}

const utf8Mark = Buffer.from([0xef, 0xbb, 0xbf])
export const stripMark = (text: Buffer) => (text.subarray(0, 3).equals(utf8Mark) ? text.subarray(3) : text)

/** The text of the beginning of a file, for recognising it. */
export const decodeStart = (head: Buffer): string => new TextDecoder(detectEncoding(head)).decode(head)
