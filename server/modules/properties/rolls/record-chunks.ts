import { refused } from '../../../platform/content/given-file.ts'
import { maxLinesOfRecord, recordReader } from './records.ts'

export type Chunk = { bytes: Uint8Array<ArrayBuffer>; line: number }

export type Shape = { delimiter: string; width: number }

// About a thousand rows of a wide roll: a block of so many costs the store 0.4 of the processor a row of one of 250.
const usualBytes = 512 * 1024
const maxUncutBytes = 4 * 1024 * 1024

export const noTable = (why: string) => refused(`This is no table of text: ${why}.`)

/** Cuts a file between its records, so that each piece can be read by itself. `line` is the first line's number. */
export async function* recordChunks(
  bytes: AsyncIterable<Buffer>,
  { line: first, chunkBytes = usualBytes, ...shape }: Shape & { line: number; chunkBytes?: number },
): AsyncGenerator<Chunk> {
  const cutAt = recordCutter(shape)
  let line = first
  let waiting: Buffer[] = []
  let size = 0
  let enough = chunkBytes
  for await (const piece of bytes) {
    waiting.push(piece)
    size += piece.length
    if (size < enough) continue
    const gathered = joined(waiting, size)
    const cut = cutAt(gathered)
    if (cut === 0 && size > maxUncutBytes) throw noTable(`${maxLinesOfRecord} of its lines take more than 4 MB`)
    // Where there is no place to cut, twice as much is looked at, not every piece again.
    enough = cut === 0 ? size * 2 : chunkBytes
    waiting = [cut === 0 ? gathered : Buffer.from(gathered.subarray(cut))]
    size = gathered.length - cut
    if (cut === 0) continue
    const lines = countLines(gathered.subarray(0, cut))
    yield { bytes: part(gathered, cut), line }
    line += lines
  }
  if (size > 0) yield { bytes: part(joined(waiting, size), size), line }
}

function joined(pieces: readonly Buffer[], size: number): Buffer<ArrayBuffer> {
  const whole = Buffer.from(new ArrayBuffer(size))
  let at = 0
  for (const piece of pieces) at += piece.copy(whole, at)
  return whole
}

const part = ({ buffer }: Buffer<ArrayBuffer>, end: number) => new Uint8Array(buffer, 0, end)

function countLines(bytes: Buffer): number {
  let count = 0
  for (let at = bytes.indexOf(lineFeed); at >= 0; at = bytes.indexOf(lineFeed, at + 1)) count += 1
  for (let at = bytes.indexOf(carriageReturn); at >= 0; at = bytes.indexOf(carriageReturn, at + 1))
    if (bytes[at + 1] !== lineFeed) count += 1
  return count
}

function recordCutter({ delimiter, width }: Shape): (bytes: Buffer) => number {
  const reader = recordReader(delimiter, width)

  /** No record reaches over so many lines, each of which is whole by itself. */
  function endsWithWholeLines(bytes: Buffer, end: number): boolean {
    let start = end
    for (let lines = 0; lines < maxLinesOfRecord && start > 0; lines += 1) {
      start = startOfLine(bytes, start)
      const record = reader.read(bytes, start)
      if (!record.isWhole || record.lines > 1) return false
    }
    return true
  }

  /** Reads from the beginning, up to the lines whose record may go on behind the bytes. */
  function lastRecordEnd(bytes: Buffer, end: number): number {
    let open = end
    for (let lines = 0; lines < maxLinesOfRecord && open > 0; lines += 1) open = startOfLine(bytes, open)
    let at = 0
    while (at < open) at = reader.read(bytes, at).end
    return at
  }

  return (bytes) => {
    const end = lastLineEnd(bytes)
    return endsWithWholeLines(bytes, end) ? end : lastRecordEnd(bytes, end)
  }
}

/** Behind the last line end. A CR that ends the bytes may be half of one. */
function lastLineEnd(bytes: Buffer): number {
  const last = bytes.length - 1
  return behindLineEnd(bytes, bytes[last] === carriageReturn ? last - 1 : last)
}

/** Behind the last line end up to a place. A search for each kind would go through all of what has no CR. */
function behindLineEnd(bytes: Buffer, from: number): number {
  for (let at = from; at >= 0; at -= 1) if (bytes[at] === lineFeed || bytes[at] === carriageReturn) return at + 1
  return 0
}

const carriageReturn = 13
const lineFeed = 10

function startOfLine(bytes: Buffer, end: number): number {
  const isPair = bytes[end - 1] === lineFeed && bytes[end - 2] === carriageReturn
  return behindLineEnd(bytes, end - (isPair ? 3 : 2))
}
