import { setImmediate } from 'node:timers/promises'
import type { GivenFile } from '../../../platform/content/given-file.ts'
import { openContent } from '../../../platform/content/open-content.ts'
import type { Services } from '../../../platform/context.ts'
import { appError } from '../../../platform/errors.ts'
import {
  blockLoader,
  eachRecord,
  findTable,
  linesInUtf8,
  recordChunks,
  recordReader,
  type Table,
} from '../../properties/index.ts'
import { layoutOf, wrongHeader } from './columns-rules.ts'
import { readRow } from './read-row.ts'
import { contactColumns, type TakenRows, type Tally, takeRows } from './take-rows.ts'

type LoadOptions = {
  file: GivenFile
  table: string
  source: string
  ingestedAt: Date
  onProgress?: ((at: { rows: number; share: number }) => void) | undefined
  signal?: AbortSignal | undefined
}

/** Read = taken + rejected, always. UNPROCESSABLE where it is no file of contacts. */
export async function loadContacts({ clickhouse }: Services, options: LoadOptions): Promise<Tally> {
  const { file, onProgress, signal } = options
  const content = await openContent(file)
  const loader = await blockLoader(clickhouse, options.table, contactColumns)
  try {
    const [sheet, ...others] = content.sheets
    if (!sheet) throw appError('UNPROCESSABLE', 'The file has nothing in it.')
    if (others.length > 0)
      throw appError(
        'UNPROCESSABLE',
        'This workbook has several sheets: save the one with the contacts as a file of its own.',
      )
    const rows = takeRows(clickhouse, loader, options)
    const judge = (header: string[]) => ({ nearness: header.length, wrong: wrongHeader(header) })
    const table = await findTable(sheet.read(), judge, sheet.delimiters)
    if (typeof table === 'string') throw appError('UNPROCESSABLE', table)
    for await (const chunk of recordChunks(table.bytes, table)) {
      signal?.throwIfAborted()
      takeChunk(table, chunk, rows)
      await rows.settle()
      onProgress?.({ rows: rows.tally.rowsRead, share: content.progress() })
      // The portal answers meanwhile.
      await setImmediate()
    }
    await rows.settle({ isLast: true })
    await loader.end()
    return rows.told()
  } finally {
    content.close()
    await loader.close()
  }
}

function takeChunk({ header, delimiter, width }: Table, chunk: { bytes: Uint8Array; line: number }, rows: TakenRows) {
  const layout = layoutOf(header)
  const reader = recordReader(delimiter, width)
  const bytes = linesInUtf8(Buffer.from(chunk.bytes.buffer, chunk.bytes.byteOffset, chunk.bytes.length))
  eachRecord(reader, bytes, chunk.line, ({ count, isWhole }, line) => {
    if (!isWhole) return rows.reject(line, 'A quote in it is never closed.')
    // A comma that nobody quoted moves what stands behind it into other columns.
    for (let place = width; place < count; place += 1)
      if (reader.trimmedField(place) !== '') return rows.reject(line, 'It has more fields than the header.')
    const cell = (place: number | undefined) =>
      place === undefined || place >= count ? '' : reader.trimmedField(place)
    const row = readRow(layout, cell)
    if ('reason' in row) rows.reject(line, row.reason)
    else rows.take(line, row)
  })
}
