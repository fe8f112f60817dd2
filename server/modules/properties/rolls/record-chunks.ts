import { maxLinesOfRecord, recordReader } from './records.ts'
import { refused } from './roll-file.ts'

/** Whole records, and the number of the line that they begin on. */
export type Chunk = { bytes: Uint8Array<ArrayBuffer>; line: number }

export type Shape = { delimiter: string; width: number }

// Few enough rows that those which wait to be written together are gone before memory is tidied up.
const usualBytes = 128 * 1024
const maxUncutBytes = 4 * 1024 * 1024
// Room for the lines that are looked at to find a cut, unless they are very long.
const tailBytes = 64 * 1024

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

/** Puts pieces together in memory of its own, which can be handed to another thread. */
function joined(pieces: readonly Buffer[], size: number): Buffer<ArrayBuffer> {
  const whole = Buffer.from(new ArrayBuffer(size))
  let at = 0
  for (const piece of pieces) at += piece.copy(whole, at)
  return whole
}

const part = ({ buffer }: Buffer<ArrayBuffer>, end: number) => new Uint8Array(buffer, 0, end)

/** A line ends with LF, or with a CR that no LF follows. */
function countLines(bytes: Buffer): number {
  let count = 0
  for (let at = bytes.indexOf(lineFeed); at >= 0; at = bytes.indexOf(lineFeed, at + 1)) count += 1
  for (let at = bytes.indexOf(carriageReturn); at >= 0; at = bytes.indexOf(carriageReturn, at + 1))
    if (bytes[at + 1] !== lineFeed) count += 1
  return count
}

/**
 * Finds the last place in a text where a record surely ends; the text begins with a record. Bytes are looked at as
 * Latin-1, because all that matters here is ASCII, and places are then those of the bytes.
 */
function recordCutter({ delimiter, width }: Shape): (bytes: Buffer) => number {
  const reader = recordReader(delimiter, width)

  /** No record reaches over so many lines, each of which is whole by itself. */
  function endsWithWholeLines(text: string, end: number, isWhole: boolean): boolean {
    let start = end
    for (let lines = 0; lines < maxLinesOfRecord && (start > 0 || !isWhole); lines += 1) {
      start = startOfLine(text, start)
      // The first line of a part may lack its beginning.
      if (start === 0 && !isWhole) return false
      const record = reader.read(text, start)
      if (!record.isWhole || record.lines > 1) return false
    }
    return true
  }

  /** Reads from the beginning, up to the lines whose record may go on behind the text. */
  function lastRecordEnd(text: string, end: number): number {
    let open = end
    for (let lines = 0; lines < maxLinesOfRecord && open > 0; lines += 1) open = startOfLine(text, open)
    let at = 0
    while (at < open) at = reader.read(text, at).end
    return at
  }

  return (bytes) => {
    const from = Math.max(bytes.length - tailBytes, 0)
    const tail = bytes.toString('latin1', from)
    const end = lastLineEnd(tail)
    if (endsWithWholeLines(tail, end, from === 0)) return from + end
    const text = bytes.toString('latin1')
    return lastRecordEnd(text, lastLineEnd(text))
  }
}

/** Behind the last line end. A CR that ends the text may be half of one. */
function lastLineEnd(text: string): number {
  const last = text.length - 1
  return behindLineEnd(text, text.charCodeAt(last) === carriageReturn ? last - 1 : last)
}

/** Behind the last line end up to a place. A search for each kind would go through all of a text that has no CR. */
function behindLineEnd(text: string, from: number): number {
  for (let at = from; at >= 0; at -= 1) {
    const code = text.charCodeAt(at)
    if (code === lineFeed || code === carriageReturn) return at + 1
  }
  return 0
}

const carriageReturn = 13
const lineFeed = 10

/** Where the line begins whose line end stands before `end`. */
function startOfLine(text: string, end: number): number {
  const isPair = text.charCodeAt(end - 1) === lineFeed && text.charCodeAt(end - 2) === carriageReturn
  return behindLineEnd(text, end - (isPair ? 3 : 2))
}
