import { unprocessable } from '../../../platform/files/content/input-file.ts'
import { getNumericAreaCode, parseNumberLine, parsePlainNumber } from './number-line-rules.ts'

export type ReadNumbersOptions = {
  kind: 'FULL' | 'CHANGE'
  /** Returns why numbers of an area code are rejected, or null. Called once per area code. */
  getRefusal: (areaCode: string) => string | null
  take: (number: number, isAdded: boolean, line: number) => void
}

/** `read` excludes blank lines and a header. `malformed` lines are included in `rejected`. */
export type ReadCounts = {
  read: number
  rejected: number
  malformed: number
  first: { line: number; reason: string }[]
}

const maxListed = 20
const maxLineBytes = 64 * 1024
const [lineFeed, carriageReturn] = [10, 13]

export const expectedFormat =
  'A list has a number a line, as 615,5550142 or 6155550142; in a change list Add or Delete follows, as A or D.'

/** Yields after each chunk, so that the caller can store its numbers. Throws UNPROCESSABLE if it is not such a list. */
export async function* readNumbers(
  bytes: AsyncIterable<Buffer>,
  { kind, getRefusal, take }: ReadNumbersOptions,
): AsyncGenerator<ReadCounts> {
  const counts: ReadCounts = { read: 0, rejected: 0, malformed: 0, first: [] }
  const refusals: (string | null | undefined)[] = []
  let line = 0

  function reject(reason: string) {
    counts.rejected += 1
    if (counts.first.length < maxListed) counts.first.push({ line, reason })
  }

  function accept(number: number, isAdded: boolean | null) {
    counts.read += 1
    if (kind === 'CHANGE' && isAdded === null) {
      counts.malformed += 1
      return reject('It says neither Add nor Delete.')
    }
    if (kind === 'FULL' && isAdded !== null)
      throw unprocessable(`Line ${line} says ${isAdded ? 'Add' : 'Delete'}: this is a change list. Import it as one.`)
    const area = getNumericAreaCode(number)
    if (refusals[area] === undefined) refusals[area] = getRefusal(String(area))
    const refusal = refusals[area]
    if (refusal) return reject(refusal)
    take(number, isAdded ?? true, line)
  }

  function readLine(piece: Buffer, from: number, to: number) {
    line += 1
    const plain = parsePlainNumber(piece, from, to)
    if (plain !== undefined) return accept(plain, null)
    const text = piece.toString('latin1', from, to)
    const said = parseNumberLine(line === 1 ? text.replace(/^ï»¿/, '') : text)
    if (said === null) return
    if (typeof said !== 'string') return accept(said.number, said.isAdded)
    // The column names.
    if (counts.read === 0 && counts.rejected === 0 && /[a-z]/i.test(text) && line === 1) return
    counts.read += 1
    counts.malformed += 1
    reject(said)
  }

  /** A complete list may lack the final line break. A last line without it that is not a number was truncated. */
  function readLastLine(piece: Buffer) {
    const { malformed, read } = counts
    readLine(piece, 0, piece.length)
    if (counts.malformed > malformed && read > malformed)
      throw unprocessable(
        `The last line of this file is incomplete: its end is missing. Fetch the list again. ${expectedFormat}`,
      )
  }

  let rest: Buffer = Buffer.alloc(0)
  for await (const next of bytes) {
    const piece = rest.length > 0 ? Buffer.concat([rest, next]) : next
    if (line === 0) refuseXml(piece)
    const end = readWholeLines(piece, readLine)
    rest = Buffer.from(piece.subarray(end))
    if (rest.length > maxLineBytes) throw unprocessable(`This file has no lines of text. ${expectedFormat}`)
    yield counts
  }
  if (rest.at(-1) === carriageReturn) readLine(rest, 0, rest.length - 1)
  else if (rest.length > 0) readLastLine(rest)
  yield counts
}

/** Reads lines that end with LF, CR LF or CR. Returns where the first incomplete line starts. */
function readWholeLines(piece: Buffer, readLine: (piece: Buffer, from: number, to: number) => void): number {
  let from = 0
  for (let at = 0; at < piece.length; at += 1) {
    const byte = piece[at]
    if (byte !== lineFeed && byte !== carriageReturn) continue
    // What follows a CR at the end of a chunk is not known yet.
    if (byte === carriageReturn && at === piece.length - 1) break
    readLine(piece, from, at)
    if (byte === carriageReturn && piece[at + 1] === lineFeed) at += 1
    from = at + 1
  }
  return from
}

function refuseXml(start: Buffer) {
  if (/^(ï»¿)?\s*</.test(start.toString('latin1', 0, 200)))
    throw unprocessable('This is the XML form of the list: download it as flat text, and import that.')
}
