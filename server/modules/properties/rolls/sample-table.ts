import { inspectFile, refused } from '../../../platform/content/given-file.ts'
import { openContent } from '../../../platform/content/open-content.ts'
import type { Sample } from '../mapping/propose/placing.ts'
import { refuseUnlessText } from './open-table.ts'
import { recordReader } from './records.ts'
import { linesInUtf8, withoutByteOrderMark } from './text-decoding.ts'

const bytesSampled = 4 * 1024 * 1024
const rowsSampled = 1_000
const delimiters = [',', '\t', '|', ';']

/** The header and the first rows of a file whose columns nobody has declared; its first sheet, if it has several. */
export async function sampleTable(path: string): Promise<Sample> {
  const content = await openContent(await inspectFile(path))
  try {
    const [sheet] = content.sheets
    const lines = sheet ? await beginningOf(sheet.read()) : Buffer.alloc(0)
    const readings = (sheet?.delimiters ?? delimiters).map((delimiter) => recordsOf(lines, delimiter))
    const [best] = readings.map(tableOf).sort((a, b) => b.header.length - a.header.length)
    if (!best || best.header.length === 0) throw refused('The file has nothing in it.')
    return best
  } finally {
    content.close()
  }
}

/** The first lines, whole. */
async function beginningOf(bytes: AsyncIterable<Buffer>): Promise<Buffer> {
  const pieces: Buffer[] = []
  let length = 0
  for await (const piece of withoutByteOrderMark(bytes)) {
    pieces.push(piece)
    length += piece.length
    if (length >= bytesSampled) break
  }
  const head = Buffer.concat(pieces)
  refuseUnlessText(head)
  const lines = linesInUtf8(head)
  if (length < bytesSampled) return lines
  return lines.subarray(0, Math.max(lines.lastIndexOf('\n'), lines.lastIndexOf('\r')) + 1)
}

function recordsOf(lines: Buffer, delimiter: string): string[][] {
  const reader = recordReader(delimiter, 0)
  const records: string[][] = []
  for (let at = 0; at < lines.length && records.length < rowsSampled * 2; ) {
    const { count, end, isWhole } = reader.read(lines, at)
    if (isWhole) records.push(Array.from({ length: count }, (_, place) => reader.trimmedField(place)))
    at = end
  }
  return records
}

/** The most usual number of fields is the table's; the first record that has it, the header. */
function tableOf(records: readonly string[][]): Sample {
  const counts = new Map<number, number>()
  for (const { length } of records) counts.set(length, (counts.get(length) ?? 0) + 1)
  const [width = 0] = [...counts].sort(([, a], [, b]) => b - a)[0] ?? []
  const [header = [], ...rows] = records.filter(({ length }) => length === width)
  return { header, rows: rows.slice(0, rowsSampled) }
}
