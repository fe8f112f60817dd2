import { refused } from '../../platform/content/given-file.ts'
import { areaOf, plainNumber, readNumberLine } from './number-line-rules.ts'

export type NumberReader = {
  kind: 'FULL' | 'CHANGE'
  /** Why numbers of an area code are not taken; null where they are. Asked once for each. */
  refusalOf: (areaCode: string) => string | null
  take: (number: number, isAdded: boolean, line: number) => void
}

/** `read` leaves out blank lines and a header; the `malformed` are among the `rejected`. */
export type ReadCounts = {
  read: number
  rejected: number
  malformed: number
  first: { line: number; reason: string }[]
}

const maxListed = 20
const maxLineBytes = 64 * 1024
const [lineFeed, carriageReturn] = [10, 13]

export const expected =
  'A list has a number a line, as 615,5550142 or 6155550142; in a change list Add or Delete follows, as A or D.'

/** Yields after each piece, so that what was taken can be stored. UNPROCESSABLE where it is no such list. */
export async function* readNumbers(
  bytes: AsyncIterable<Buffer>,
  { kind, refusalOf, take }: NumberReader,
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
      throw refused(`Line ${line} says ${isAdded ? 'Add' : 'Delete'}: this is a change list. Import it as one.`)
    const area = areaOf(number)
    if (refusals[area] === undefined) refusals[area] = refusalOf(String(area))
    const refusal = refusals[area]
    if (refusal) return reject(refusal)
    take(number, isAdded ?? true, line)
  }

  function readLine(piece: Buffer, from: number, to: number) {
    line += 1
    const plain = plainNumber(piece, from, to)
    if (plain !== undefined) return accept(plain, null)
    const text = piece.toString('latin1', from, to)
    const said = readNumberLine(line === 1 ? text.replace(/^ï»¿/, '') : text)
    if (said === null) return
    if (typeof said !== 'string') return accept(said.number, said.isAdded)
    // The names of the columns.
    if (counts.read === 0 && counts.rejected === 0 && /[a-z]/i.test(text) && line === 1) return
    counts.read += 1
    counts.malformed += 1
    reject(said)
  }

  /** A whole list may do without its last line end; one that is no number there was cut off. */
  function readLastLine(piece: Buffer) {
    const { malformed, read } = counts
    readLine(piece, 0, piece.length)
    if (counts.malformed > malformed && read > malformed)
      throw refused(`The last line of this file is incomplete: its end is missing. Fetch the list again. ${expected}`)
  }

  let rest: Buffer = Buffer.alloc(0)
  for await (const next of bytes) {
    const piece = rest.length > 0 ? Buffer.concat([rest, next]) : next
    if (line === 0) refuseXml(piece)
    const end = readWholeLines(piece, readLine)
    rest = Buffer.from(piece.subarray(end))
    if (rest.length > maxLineBytes) throw refused(`This file has no lines of text. ${expected}`)
    yield counts
  }
  if (rest.at(-1) === carriageReturn) readLine(rest, 0, rest.length - 1)
  else if (rest.length > 0) readLastLine(rest)
  yield counts
}

/** Lines end with LF, CR LF or CR alone; gives where the first begins that does not end. */
function readWholeLines(piece: Buffer, readLine: (piece: Buffer, from: number, to: number) => void): number {
  let from = 0
  for (let at = 0; at < piece.length; at += 1) {
    const byte = piece[at]
    if (byte !== lineFeed && byte !== carriageReturn) continue
    // What follows a CR at the end of the piece is not known yet.
    if (byte === carriageReturn && at === piece.length - 1) break
    readLine(piece, from, at)
    if (byte === carriageReturn && piece[at + 1] === lineFeed) at += 1
    from = at + 1
  }
  return from
}

function refuseXml(start: Buffer) {
  if (/^(ï»¿)?\s*</.test(start.toString('latin1', 0, 200)))
    throw refused('This is the XML form of the list: download it as flat text, and import that.')
}
