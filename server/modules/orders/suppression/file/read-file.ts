import { setImmediate } from 'node:timers/promises'
import { maxListedRejects, maxSuppressionEntries } from '@dooryard/contract/data/suppression-lists'
import { type InputFile, unprocessable } from '../../../../platform/files/content/input-file.ts'
import { openContent } from '../../../../platform/files/content/open-content.ts'
import { findTable, type Table } from '../../../../platform/files/tables/text/find-table.ts'
import { recordChunks } from '../../../../platform/files/tables/text/record-chunks.ts'
import { createRecordReader, forEachRecord } from '../../../../platform/files/tables/text/records.ts'
import { toUtf8Lines } from '../../../../platform/files/tables/text/text-decoding.ts'
import { formatNumber } from '../../../../platform/util/format.ts'
import { detectLayout, getHeaderError } from './columns-rules.ts'
import { type ReadRow, readRow, type SuppressionEntry } from './entry-rules.ts'

export type SuppressionFileContent = {
  /** Each once. */
  entries: SuppressionEntry[]
  rowsRead: number
  rowsRejected: number
  /** The first rejected rows, which do not repeat what is in them. */
  rejected: { line: number; reason: string }[]
}

/** A small file can unpack to far more rows than a list has entries. */
const maxRows = 10 * maxSuppressionEntries

/** UNPROCESSABLE for a file without a header of known columns, without a readable row, or with too many. */
export async function readSuppressionFile(file: InputFile, signal: AbortSignal): Promise<SuppressionFileContent> {
  const content = await openContent(file)
  try {
    const [sheet, ...others] = content.sheets
    if (!sheet) throw unprocessable('The file is empty.')
    if (others.length > 0)
      throw unprocessable('This workbook has several sheets: save the one with the addresses as a separate file.')
    const judge = (header: string[]) => ({ nearness: header.length, wrong: getHeaderError(header) })
    const table = await findTable(sheet.read(), judge, sheet.delimiters)
    if (typeof table === 'string') throw unprocessable(table)
    const rows = createRowCollector()
    for await (const chunk of recordChunks(table.bytes, table)) {
      signal.throwIfAborted()
      collectChunk(table, chunk, rows)
      // Lets the portal answer requests between chunks.
      await setImmediate()
    }
    return rows.finish()
  } finally {
    content.close()
  }
}

type RowCollector = ReturnType<typeof createRowCollector>

function createRowCollector() {
  const entries = new Map<string, SuppressionEntry>()
  const counts = { rowsRead: 0, rowsRejected: 0 }
  const rejected: SuppressionFileContent['rejected'] = []
  return {
    add: (line: number, row: ReadRow) => {
      counts.rowsRead += 1
      if (counts.rowsRead > maxRows) throw unprocessable(`The file has more than ${formatNumber(maxRows)} rows.`)
      if ('reason' in row) {
        counts.rowsRejected += 1
        if (rejected.length < maxListedRejects) rejected.push({ line, reason: row.reason })
        return
      }
      for (const entry of row.entries) entries.set(`${entry.kind}:${entry.zip}:${entry.value}`, entry)
      if (entries.size > maxSuppressionEntries) throw tooManyEntries('this file has')
    },
    finish: (): SuppressionFileContent => {
      const [first] = rejected
      if (counts.rowsRead === 0) throw unprocessable('The file has no rows under its header.')
      if (entries.size === 0)
        throw unprocessable(
          `None of its ${formatNumber(counts.rowsRead)} rows can be taken. Line ${first?.line}: ${first?.reason}`,
        )
      return { entries: [...entries.values()], ...counts, rejected }
    },
  }
}

/** `who` is the file, or the list with it. */
export const tooManyEntries = (who: string) =>
  unprocessable(
    `A suppression list has at most ${formatNumber(maxSuppressionEntries)} addresses and property ids, and ${who} more. ` +
      'Split the file into several lists.',
  )

function collectChunk(
  { header, delimiter, width }: Table,
  chunk: { bytes: Uint8Array; line: number },
  rows: RowCollector,
) {
  const layout = detectLayout(header)
  const reader = createRecordReader(delimiter, width)
  const bytes = toUtf8Lines(Buffer.from(chunk.bytes.buffer, chunk.bytes.byteOffset, chunk.bytes.length))
  forEachRecord(reader, bytes, chunk.line, ({ count, isWhole }, line) => {
    if (!isWhole) return rows.add(line, { reason: 'A quote in it is never closed.' })
    const cells = Array.from({ length: count }, (_, place) => reader.trimmedField(place))
    // A workbook has rows of empty cells.
    if (cells.every((text) => text === '')) return
    // An unquoted comma shifts the following values into other columns.
    if (cells.slice(width).some((text) => text !== ''))
      return rows.add(line, { reason: 'It has more fields than the header.' })
    rows.add(
      line,
      readRow(layout, (place) => (place === undefined ? '' : (cells[place] ?? ''))),
    )
  })
}
