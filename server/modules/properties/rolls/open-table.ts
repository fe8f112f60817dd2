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

export const delimiters = [',', '\t', '|', ';']

const nothingInIt = 'The file has nothing in it.'

/** Why a line is no header, in a sentence for people, with how near it comes to one; `wrong` is nothing where it is one. */
type JudgeHeader = (header: string[]) => { nearness: number; wrong: string | null | undefined }

/** The first line that has every column needed, by whichever delimiter; else the sentence to refuse the file with. */
export function openTable(
  content: AsyncIterable<Buffer>,
  source: RollSource,
  choices: readonly string[] = source.format.delimiter === undefined ? delimiters : [source.format.delimiter],
): Promise<Table | string> {
  const needed = new Set(neededColumns(source))
  const judge: JudgeHeader = (header) => ({
    nearness: header.filter((name) => needed.has(name)).length,
    wrong: wrongHeader(source, header),
  })
  return findTable(content, judge, choices)
}

/** The first line that is a header, by the delimiter that parts it best; a sentence about the nearest where there is none. */
export async function findTable(
  content: AsyncIterable<Buffer>,
  judge: JudgeHeader,
  choices: readonly string[] = delimiters,
): Promise<Table | string> {
  const pieces = withoutByteOrderMark(content)
  const head = await readHead(pieces)
  const found = head.length === 0 ? nothingInIt : findHeader(head, judge, choices)
  if (typeof found === 'string') {
    await pieces.return(undefined)
    return found
  }
  const { end, ...table } = found
  return { ...table, width: table.header.length, bytes: joined(head.subarray(end), pieces) }
}

export function refuseUnlessText(head: Buffer): void {
  if (head.includes(0)) throw noTable('it has bytes that no text has')
}

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

function findHeader(head: Buffer, judge: JudgeHeader, choices: readonly string[]): Header | string {
  const readers = choices.map((delimiter) => ({ delimiter, reader: recordReader(delimiter, 0) }))
  let nearest = { nearness: -1, wrong: nothingInIt }
  let at = 0
  for (let line = 1; line <= linesSearched && at < head.length; line += 1) {
    let found: Header | undefined
    for (const { delimiter, reader } of readers) {
      const { end, lines } = reader.read(head, at)
      const header = namesIn(linesInUtf8(head.subarray(at, end)), reader)
      const { nearness, wrong } = judge(header)
      if (wrong && nearness > nearest.nearness) nearest = { nearness, wrong }
      // A header of one column has it whatever the delimiter: the one that parts the line best is right.
      if (!wrong && header.length > (found?.header.length ?? 0)) found = { header, delimiter, line: line + lines, end }
    }
    if (found) return found
    at = afterLineEnd(head, endOfLine(head, at))
  }
  return nearest.wrong
}

const namesIn = (line: Buffer, { read, field }: RecordReader) =>
  Array.from({ length: read(line, 0).count }, (_, place) => field(place).trim())
