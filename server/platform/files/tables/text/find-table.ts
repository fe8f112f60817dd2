import { unprocessable } from '../../content/input-file.ts'
import { prependBytes } from './byte-stream.ts'
import { notATable, type TableShape } from './record-chunks.ts'
import { countLineEnds, createRecordReader, findLineEnd, type RecordReader, skipLineEnd } from './records.ts'
import { stripByteOrderMark, toUtf8Lines } from './text-decoding.ts'

/** A table with a known header: `bytes` are the rows below it, the first of which is line `line` of the file. */
export type Table = TableShape & { header: string[]; line: number; bytes: AsyncIterable<Buffer> }

// Notes and empty lines may precede the header.
const linesSearched = 50
const maxHeadBytes = 4 * 1024 * 1024

export const delimiters = [',', '\t', '|', ';']

const emptyFileMessage = 'The file is empty.'

/** Explains why a line is not a header, with how close it comes; `wrong` is empty for a header. */
export type JudgeHeader = (header: string[]) => { nearness: number; wrong: string | null | undefined }

/**
 * Finds the first header line, by the delimiter that splits it into most columns; else returns a sentence about the
 * closest line.
 */
export async function findTable(
  content: AsyncIterable<Buffer>,
  judge: JudgeHeader,
  choices: readonly string[] = delimiters,
): Promise<Table | string> {
  const pieces = stripByteOrderMark(content)
  const head = await readFirstLines(pieces)
  const found = head.length === 0 ? emptyFileMessage : findHeader(head, judge, choices)
  if (typeof found === 'string') {
    await pieces.return(undefined)
    return found
  }
  const { end, ...table } = found
  return { ...table, width: table.header.length, bytes: prependBytes(head.subarray(end), pieces) }
}

export function requireText(head: Buffer): void {
  if (head.includes(0)) throw unprocessable('This is not a text file: upload a CSV or XLSX file.')
}

async function readFirstLines(pieces: AsyncGenerator<Buffer>): Promise<Buffer> {
  let head = Buffer.alloc(0)
  while (countLineEnds(head, 0, head.length, linesSearched * 2) < linesSearched * 2) {
    const next = await pieces.next()
    if (next.done) break
    head = Buffer.concat([head, next.value])
    if (head.length > maxHeadBytes) break
  }
  requireText(head)
  if (head.length > maxHeadBytes && findLineEnd(head, 0) === head.length)
    throw notATable('it has a line longer than 4 MB')
  return head
}

type TableHeader = { header: string[]; delimiter: string; line: number; end: number }

function findHeader(head: Buffer, judge: JudgeHeader, choices: readonly string[]): TableHeader | string {
  const readers = choices.map((delimiter) => ({ delimiter, reader: createRecordReader(delimiter, 0) }))
  let nearest = { nearness: -1, wrong: emptyFileMessage }
  let at = 0
  for (let line = 1; line <= linesSearched && at < head.length; line += 1) {
    let found: TableHeader | undefined
    for (const { delimiter, reader } of readers) {
      const { end, lines } = reader.read(head, at)
      const header = readHeaderNames(toUtf8Lines(head.subarray(at, end)), reader)
      const { nearness, wrong } = judge(header)
      if (wrong && nearness > nearest.nearness) nearest = { nearness, wrong }
      // A one-column header matches with any delimiter; the one that splits the line best is right.
      if (!wrong && header.length > (found?.header.length ?? 0)) found = { header, delimiter, line: line + lines, end }
    }
    if (found) return found
    at = skipLineEnd(head, findLineEnd(head, at))
  }
  return nearest.wrong
}

const readHeaderNames = (line: Buffer, { read, field }: RecordReader) =>
  Array.from({ length: read(line, 0).count }, (_, place) => field(place).trim())
