import { setImmediate } from 'node:timers/promises'
import type { Services } from '../../../platform/context.ts'
import { appError } from '../../../platform/errors/app-error.ts'
import type { InputFile } from '../../../platform/files/content/input-file.ts'
import { openContent } from '../../../platform/files/content/open-content.ts'
import { findTable, type Table } from '../../../platform/files/tables/text/find-table.ts'
import { recordChunks } from '../../../platform/files/tables/text/record-chunks.ts'
import { createRecordReader, forEachRecord } from '../../../platform/files/tables/text/records.ts'
import { toUtf8Lines } from '../../../platform/files/tables/text/text-decoding.ts'
import { createBatchLoader } from '../../properties/index.ts'
import { detectLayout, getHeaderError } from './columns-rules.ts'
import { readRow } from './read-row.ts'
import { contactColumns, createRowCollector, type RowCollector, type Tally } from './row-collector.ts'

type LoadOptions = {
  file: InputFile
  table: string
  source: string
  ingestedAt: Date
  onProgress?: ((at: { rows: number; share: number }) => void) | undefined
  signal?: AbortSignal | undefined
}

/**
 * Loads a file into a table. Rows read always equal rows taken plus rows rejected. Throws UNPROCESSABLE if it is not a
 * contact file.
 */
export async function loadContacts({ clickhouse }: Services, options: LoadOptions): Promise<Tally> {
  const { file, onProgress, signal } = options
  const content = await openContent(file)
  const loader = await createBatchLoader(clickhouse, options.table, contactColumns)
  try {
    const [sheet, ...others] = content.sheets
    if (!sheet) throw appError('UNPROCESSABLE', 'The file is empty.')
    if (others.length > 0)
      throw appError(
        'UNPROCESSABLE',
        'This workbook has several sheets: save the sheet with the contacts as a separate file.',
      )
    const rows = createRowCollector(clickhouse, loader, options)
    const judge = (header: string[]) => ({ nearness: header.length, wrong: getHeaderError(header) })
    const table = await findTable(sheet.read(), judge, sheet.delimiters)
    if (typeof table === 'string') throw appError('UNPROCESSABLE', table)
    for await (const chunk of recordChunks(table.bytes, table)) {
      signal?.throwIfAborted()
      collectChunk(table, chunk, rows)
      await rows.settle()
      onProgress?.({ rows: rows.tally.rowsRead, share: content.progress() })
      // Lets the portal answer requests between chunks.
      await setImmediate()
    }
    await rows.settle({ isLast: true })
    await loader.end()
    return rows.getReport()
  } finally {
    content.close()
    await loader.close()
  }
}

function collectChunk(
  { header, delimiter, width }: Table,
  chunk: { bytes: Uint8Array; line: number },
  rows: RowCollector,
) {
  const layout = detectLayout(header)
  const reader = createRecordReader(delimiter, width)
  const bytes = toUtf8Lines(Buffer.from(chunk.bytes.buffer, chunk.bytes.byteOffset, chunk.bytes.length))
  forEachRecord(reader, bytes, chunk.line, ({ count, isWhole }, line) => {
    if (!isWhole) return rows.reject(line, 'A quote in it is never closed.')
    // An unquoted comma shifts the following values into other columns.
    for (let place = width; place < count; place += 1)
      if (reader.trimmedField(place) !== '') return rows.reject(line, 'It has more fields than the header.')
    const cell = (place: number | undefined) =>
      place === undefined || place >= count ? '' : reader.trimmedField(place)
    const row = readRow(layout, cell)
    if ('reason' in row) rows.reject(line, row.reason)
    else rows.take(line, row)
  })
}
