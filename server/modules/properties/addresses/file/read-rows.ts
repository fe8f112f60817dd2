import { setImmediate } from 'node:timers/promises'
import { type InputFile, unprocessable } from '../../../../platform/files/content/input-file.ts'
import { openContent } from '../../../../platform/files/content/open-content.ts'
import { findTable, type Table } from '../../../../platform/files/tables/text/find-table.ts'
import { recordChunks } from '../../../../platform/files/tables/text/record-chunks.ts'
import { createRecordReader, forEachRecord } from '../../../../platform/files/tables/text/records.ts'
import { toUtf8Lines } from '../../../../platform/files/tables/text/text-decoding.ts'
import { getHeaderError } from './columns-rules.ts'
import type { GetCell } from './entry-rules.ts'

/** The cells of a row, or the reason why it has none. */
export type FileRow = { cell: GetCell } | { reason: string }

type AddRow = (line: number, row: FileRow) => void

/**
 * Reads the rows of a file of addresses; `open` is given its header. UNPROCESSABLE for a file without a header of known
 * columns.
 */
export async function readAddressRows(
  file: InputFile,
  open: (header: string[]) => AddRow,
  signal: AbortSignal,
): Promise<void> {
  const content = await openContent(file)
  try {
    const [sheet, ...others] = content.sheets
    if (!sheet) throw unprocessable('The file is empty.')
    if (others.length > 0)
      throw unprocessable('This workbook has several sheets: save the one with the addresses as a separate file.')
    const judge = (header: string[]) => ({ nearness: header.length, wrong: getHeaderError(header) })
    const table = await findTable(sheet.read(), judge, sheet.delimiters)
    if (typeof table === 'string') throw unprocessable(table)
    const add = open(table.header)
    for await (const chunk of recordChunks(table.bytes, table)) {
      signal.throwIfAborted()
      readChunk(table, chunk, add)
      // Lets the portal answer requests between chunks.
      await setImmediate()
    }
  } finally {
    content.close()
  }
}

function readChunk({ delimiter, width }: Table, chunk: { bytes: Uint8Array; line: number }, add: AddRow) {
  const reader = createRecordReader(delimiter, width)
  const bytes = toUtf8Lines(Buffer.from(chunk.bytes.buffer, chunk.bytes.byteOffset, chunk.bytes.length))
  forEachRecord(reader, bytes, chunk.line, ({ count, isWhole }, line) => {
    if (!isWhole) return add(line, { reason: 'A quote in it is never closed.' })
    const cells = Array.from({ length: count }, (_, place) => reader.trimmedField(place))
    // A workbook has rows of empty cells.
    if (cells.every((text) => text === '')) return
    // An unquoted comma shifts the following values into other columns.
    if (cells.slice(width).some((text) => text !== ''))
      return add(line, { reason: 'It has more fields than the header.' })
    add(line, { cell: (place) => (place === undefined ? '' : (cells[place] ?? '')) })
  })
}
