import { isUtf8 } from 'node:buffer'
import { parse } from 'csv-parse/sync'
import type { CsvFormat } from '../mapping/roll.ts'
import { refused } from './roll-file.ts'

/**
 * One record with the number of the line it begins on; `fields` is missing where it cannot be told apart into fields.
 */
export type CsvRow = { line: number; fields: string[] | undefined }

/**
 * Reads records line by line. A quote that is never closed spoils the line it stands on and no more: the line after it
 * is read afresh. Only a field that closes within a few lines makes one record of them.
 */
export async function* csvRows(bytes: AsyncIterable<Buffer>, { delimiter }: CsvFormat): AsyncGenerator<CsvRow[]> {
  let pending: string[] = []
  let line = 1
  const shape: Shape = { delimiter, width: 0 }
  for await (const { lines, isLast } of lineBatches(bytes)) {
    const all = [...pending, ...lines]
    const whole = wholeLines(all, delimiter)
    const { rows, taken } = whole ? { rows: whole, taken: all.length } : recordsOf(all, shape, isLast)
    shape.width ||= rows.find((row) => row !== blank)?.fields?.length ?? 0
    yield rows.filter((row) => row !== blank).map(({ line: at, fields }) => ({ line: line + at, fields }))
    pending = all.slice(taken)
    line += taken
  }
}

const blank: CsvRow = { line: 0, fields: [] }

/** The usual case, quickly: every line is one record. Undefined where that is not so. */
function wholeLines(lines: string[], delimiter: string): CsvRow[] | undefined {
  const quoted = lines.filter((line) => line.includes('"'))
  const records = quoted.length > 0 ? parsed(quoted.join('\n'), delimiter) : []
  // A quote left open takes the next lines into its record, so that there are fewer records than lines.
  if (records?.length !== quoted.length) return undefined
  let next = 0
  return lines.map((text, line) => {
    if (text === '') return blank
    return { line, fields: text.includes('"') ? records[next++] : text.split(delimiter) }
  })
}

const maxLinesOfRecord = 20

/** The slow case, line by line. The last lines wait for the next batch, since a field may go on there. */
function recordsOf(lines: string[], shape: Shape, isLast: boolean): { rows: CsvRow[]; taken: number } {
  const end = isLast ? lines.length : lines.length - maxLinesOfRecord
  const rows: CsvRow[] = []
  let at = 0
  while (at < end) {
    const { fields, taken } = recordAt(lines, at, shape)
    shape.width ||= fields?.length ?? 0
    rows.push(lines[at] === '' ? blank : { line: at, fields })
    at += taken
  }
  return { rows, taken: at }
}

/** `width` is how many fields the header has, or 0 while it is being read. */
type Shape = { delimiter: string; width: number }

/**
 * The record that begins at a line, and how many lines it takes. One that only becomes whole by taking in other lines
 * must have as many fields as the header, or the quote that it closes with belongs to another record.
 */
function recordAt(lines: string[], at: number, { delimiter, width }: Shape) {
  let text = lines[at] ?? ''
  if (!text.includes('"')) return { fields: text.split(delimiter), taken: 1 }
  for (let taken = 1; taken <= maxLinesOfRecord && at + taken <= lines.length; taken += 1) {
    const [fields, ...others] = parsed(text, delimiter) ?? []
    if (fields && others.length === 0 && (taken === 1 || width === 0 || fields.length === width))
      return { fields, taken }
    text += `\n${lines[at + taken] ?? ''}`
  }
  return { fields: undefined, taken: 1 }
}

/** Whole records; undefined while a quoted field is open. */
function parsed(text: string, delimiter: string): string[][] | undefined {
  try {
    // Without column names the library gives the records as lists.
    return parse(text, {
      delimiter,
      record_delimiter: '\n',
      relax_column_count: true,
      relax_quotes: true,
    }) as string[][]
  } catch {
    return undefined
  }
}

const newline = 10
const maxLineBytes = 4 * 1024 * 1024

async function* lineBatches(bytes: AsyncIterable<Buffer>): AsyncGenerator<{ lines: string[]; isLast: boolean }> {
  let rest: Buffer = Buffer.alloc(0)
  for await (const chunk of bytes) {
    rest = rest.length === 0 ? chunk : Buffer.concat([rest, chunk])
    const end = rest.lastIndexOf(newline) + 1
    if (end === 0) {
      if (rest.length > maxLineBytes) throw refused('This is no table of text: it has a line longer than 4 MB.')
      continue
    }
    yield { lines: splitLines(rest.subarray(0, end - 1)), isLast: false }
    rest = rest.subarray(end)
  }
  yield { lines: rest.length > 0 ? splitLines(rest) : [], isLast: true }
}

// Rolls come as UTF-8 or as Windows wrote them, and some as both, line by line.
const windows = new TextDecoder('windows-1252')
const decoded = (bytes: Buffer) => (isUtf8(bytes) ? bytes.toString('utf8') : windows.decode(bytes))

function splitLines(bytes: Buffer): string[] {
  const lines = isUtf8(bytes) ? bytes.toString('utf8').split('\n') : bytes.toString('latin1').split('\n').map(reread)
  return lines.map((text) => (text.endsWith('\r') ? text.slice(0, -1) : text))
}

const reread = (line: string) => decoded(Buffer.from(line, 'latin1'))
