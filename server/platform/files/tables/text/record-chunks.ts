import { unprocessable } from '../../content/input-file.ts'
import { createRecordReader, maxLinesPerRecord } from './records.ts'

export type Chunk = { bytes: Uint8Array<ArrayBuffer>; line: number }

export type TableShape = { delimiter: string; width: number }

// About a thousand rows of a wide roll: per row, a block of this size costs ClickHouse 0.4 of the processor time of a
// block of 250 rows.
const defaultChunkBytes = 512 * 1024
const maxUncutBytes = 4 * 1024 * 1024

export const notATable = (why: string) => unprocessable(`This is not a table of text: ${why}.`)

/** Cuts a file at record boundaries, so each chunk can be read by itself. `line` is the number of its first line. */
export async function* recordChunks(
  bytes: AsyncIterable<Buffer>,
  { line: first, chunkBytes = defaultChunkBytes, ...shape }: TableShape & { line: number; chunkBytes?: number },
): AsyncGenerator<Chunk> {
  const cutAt = createRecordCutter(shape)
  let line = first
  let gathered = allocate(0)
  let size = 0
  let enough = chunkBytes
  for await (const piece of bytes) {
    if (size + piece.length > gathered.length) {
      const larger = allocate(Math.max(enough, size) + 2 * piece.length)
      gathered.copy(larger, 0, 0, size)
      gathered = larger
    }
    size += piece.copy(gathered, size)
    if (size < enough) continue
    const whole = gathered.subarray(0, size)
    const cut = cutAt(whole)
    if (cut === 0 && size > maxUncutBytes) throw notATable(`${maxLinesPerRecord} of its lines take more than 4 MB`)
    // Without a place to cut, the next attempt waits for twice as much instead of rescanning with every piece.
    enough = cut === 0 ? size * 2 : chunkBytes
    if (cut === 0) continue
    const lines = countLines(whole.subarray(0, cut))
    const next = allocate(Math.max(enough, size - cut) + 2 * piece.length)
    size = whole.copy(next, 0, cut)
    const chunk = new Uint8Array(gathered.buffer, 0, cut)
    gathered = next
    yield { bytes: chunk, line }
    line += lines
  }
  if (size > 0) yield { bytes: new Uint8Array(gathered.buffer, 0, size), line }
}

/** A chunk has a buffer of its own, so that it can be transferred to another thread. */
const allocate = (size: number) => Buffer.from(new ArrayBuffer(size))

function countLines(bytes: Buffer): number {
  let count = 0
  for (let at = bytes.indexOf(lineFeed); at >= 0; at = bytes.indexOf(lineFeed, at + 1)) count += 1
  for (let at = bytes.indexOf(carriageReturn); at >= 0; at = bytes.indexOf(carriageReturn, at + 1))
    if (bytes[at + 1] !== lineFeed) count += 1
  return count
}

function createRecordCutter({ delimiter, width }: TableShape): (bytes: Buffer) => number {
  const reader = createRecordReader(delimiter, width)

  /** No record spans that many lines that are each complete by themselves. */
  function endsWithWholeLines(bytes: Buffer, end: number): boolean {
    let start = end
    for (let lines = 0; lines < maxLinesPerRecord && start > 0; lines += 1) {
      start = startOfLine(bytes, start)
      const record = reader.read(bytes, start)
      if (!record.isWhole || record.lines > 1) return false
    }
    return true
  }

  /** Reads from the beginning up to the lines whose record may continue beyond the bytes. */
  function lastRecordEnd(bytes: Buffer, end: number): number {
    let open = end
    for (let lines = 0; lines < maxLinesPerRecord && open > 0; lines += 1) open = startOfLine(bytes, open)
    let at = 0
    while (at < open) at = reader.read(bytes, at).end
    return at
  }

  return (bytes) => {
    const end = lastLineEnd(bytes)
    return endsWithWholeLines(bytes, end) ? end : lastRecordEnd(bytes, end)
  }
}

/** The position after the last line end. A CR at the end of the bytes may be half of a CRLF. */
function lastLineEnd(bytes: Buffer): number {
  const last = bytes.length - 1
  return findLastLineStart(bytes, bytes[last] === carriageReturn ? last - 1 : last)
}

/**
 * The position after the last line end before `from`. Searching for each kind separately would scan everything when
 * there is no CR.
 */
function findLastLineStart(bytes: Buffer, from: number): number {
  for (let at = from; at >= 0; at -= 1) if (bytes[at] === lineFeed || bytes[at] === carriageReturn) return at + 1
  return 0
}

const carriageReturn = 13
const lineFeed = 10

function startOfLine(bytes: Buffer, end: number): number {
  const isPair = bytes[end - 1] === lineFeed && bytes[end - 2] === carriageReturn
  return findLastLineStart(bytes, end - (isPair ? 3 : 2))
}
