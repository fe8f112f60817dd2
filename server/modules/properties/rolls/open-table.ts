import { neededColumns, type RollSource } from '../mapping/roll.ts'
import { noTable, type Shape } from './record-chunks.ts'
import { afterLineEnd, endOfLine, lineEnds, type RecordReader, recordReader } from './records.ts'
import { wrongHeader } from './roll-report.ts'
import { linesInUtf8, withoutByteOrderMark } from './text-decoding.ts'

/** A table whose header is known: `bytes` are the rows under it, the first of which is `line` of the file. */
export type Table = Shape & { header: string[]; line: number; bytes: AsyncIterable<Buffer> }

// Notes of an agency and empty lines may stand above the header.
const linesSearched = 50
const maxHeadBytes = 4 * 1024 * 1024

const delimiters = [',', '\t', '|', ';']

const nothingInIt = 'The file has nothing in it.'

/**
 * Finds the header of a source in a file's content: the first line that has every column needed, whichever delimiter
 * it takes to see them, unless the source says which. Gives the sentence to refuse the file with where there is none.
 */
export async function openTable(
  content: AsyncIterable<Buffer>,
  source: RollSource,
  choices: readonly string[] = source.format.delimiter === undefined ? delimiters : [source.format.delimiter],
): Promise<Table | string> {
  const pieces = withoutByteOrderMark(content)
  const head = await readHead(pieces)
  const found = head.length === 0 ? nothingInIt : findHeader(head, source, choices)
  if (typeof found === 'string') {
    await pieces.return(undefined)
    return found
  }
  const { end, ...table } = found
  return { ...table, width: table.header.length, bytes: joined(head.subarray(end), pieces) }
}

/** Refuses a beginning of what is no text. */
export function refuseUnlessText(head: Buffer): void {
  if (head.includes(0)) throw noTable('it has bytes that no text has')
}

/** The beginning of a file, with every line that may be its header. */
async function readHead(pieces: AsyncGenerator<Buffer>): Promise<Buffer> {
  let head = Buffer.alloc(0)
  while (lineEnds(head, 0, head.length, linesSearched * 2) < linesSearched * 2) {
    const next = await pieces.next()
    if (next.done) break
    head = Buffer.concat([head, next.value])
    if (head.length > maxHeadBytes) break
  }
  refuseUnlessText(head)
  if (head.length > maxHeadBytes && endOfLine(head, 0) === head.length) throw noTable('it has a line longer than 4 MB')
  return head
}

async function* joined(first: Buffer, others: AsyncGenerator<Buffer>): AsyncGenerator<Buffer> {
  try {
    if (first.length > 0) yield first
    yield* others
  } finally {
    await others.return(undefined)
  }
}

type Header = { header: string[]; delimiter: string; line: number; end: number }

function findHeader(head: Buffer, source: RollSource, choices: readonly string[]): Header | string {
  const readers = choices.map((delimiter) => ({ delimiter, reader: recordReader(delimiter, 0) }))
  const needed = new Set(neededColumns(source))
  let closest = { has: -1, wrong: nothingInIt }
  let at = 0
  for (let line = 1; line <= linesSearched && at < head.length; line += 1) {
    let found: Header | undefined
    for (const { delimiter, reader } of readers) {
      const { end, lines } = reader.read(head, at)
      const header = namesIn(linesInUtf8(head.subarray(at, end)), reader)
      const has = header.filter((name) => needed.has(name)).length
      const wrong = wrongHeader(source, header)
      if (wrong && has > closest.has) closest = { has, wrong }
      // A header of one column has it whatever the delimiter: the one that parts the line best is right.
      if (!wrong && header.length > (found?.header.length ?? 0)) found = { header, delimiter, line: line + lines, end }
    }
    if (found) return found
    at = afterLineEnd(head, endOfLine(head, at))
  }
  return closest.wrong
}

const namesIn = (line: Buffer, { read, field }: RecordReader) =>
  Array.from({ length: read(line, 0).count }, (_, place) => field(place).trim())
