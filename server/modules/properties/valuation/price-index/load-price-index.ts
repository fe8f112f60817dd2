import { setImmediate } from 'node:timers/promises'
import type { Services } from '../../../../platform/context.ts'
import { appError } from '../../../../platform/errors/app-error.ts'
import { type InputFile, inspectFile, unprocessable } from '../../../../platform/files/content/input-file.ts'
import { openContent } from '../../../../platform/files/content/open-content.ts'
import { createBatchLoader } from '../../../../platform/files/native/batch-loader.ts'
import { findTable } from '../../../../platform/files/tables/text/find-table.ts'
import { type Chunk, recordChunks } from '../../../../platform/files/tables/text/record-chunks.ts'
import { createRecordReader, forEachRecord } from '../../../../platform/files/tables/text/records.ts'
import { toUtf8Lines } from '../../../../platform/files/tables/text/text-decoding.ts'
import { formatNumber } from '../../../../platform/util/format.ts'
import { withImportLock } from '../../rolls/rolls.queries.ts'
import { bumpDataVersion } from '../../search/data-version.queries.ts'
import { type AreaKind, detectLayout, type IndexValue, normalizeName, readIndexRow } from './price-index-layouts.ts'
import {
  createStagingTable,
  dropStagingTable,
  indexColumns,
  replaceIndex,
  stagingTable,
} from './price-indexes.queries.ts'

/** `rowsRead` counts also rows without a value, and those of other indexes in the same file. */
export type LoadedPriceIndex = {
  kind: AreaKind
  rowsRead: number
  values: number
  areas: number
  firstYear: number
  lastYear: number
}

/**
 * Replaces the index of house prices of the kind of area that the file is of. Throws UNPROCESSABLE for a file that is no
 * index, or has a row that makes no sense: then nothing is changed.
 */
export async function loadPriceIndex(services: Services, path: string): Promise<LoadedPriceIndex> {
  const file = await inspectFile(path)
  const loaded = await withImportLock(services.db, 'house-prices', async () => {
    await createStagingTable(services.clickhouse)
    try {
      const tally = await stageValues(services, file)
      await replaceIndex(services.clickhouse, tally.kind)
      await bumpDataVersion(services.db)
      return tally
    } finally {
      await dropStagingTable(services.clickhouse)
    }
  })
  if (!loaded) throw appError('CONFLICT', 'An index of house prices is being loaded already.')
  return loaded
}

async function stageValues({ clickhouse }: Services, file: InputFile): Promise<LoadedPriceIndex> {
  const content = await openContent(file)
  const loader = await createBatchLoader(clickhouse, stagingTable, indexColumns)
  try {
    const [sheet] = content.sheets
    if (!sheet) throw unprocessable('The file is empty.')
    const tally = await readValues(sheet.read(), sheet.delimiters, (value) => loader.add(value))
    await loader.end()
    if (tally.values === 0) throw unprocessable('The file has no values of an index.')
    return tally
  } finally {
    content.close()
    await loader.close()
  }
}

type StagedValue = IndexValue & { kind: AreaKind }

async function readValues(
  content: AsyncIterable<Buffer>,
  delimiters: readonly string[] | undefined,
  add: (value: StagedValue) => unknown,
): Promise<LoadedPriceIndex> {
  const table = await findTable(content, judgeHeader, delimiters)
  if (typeof table === 'string') throw unprocessable(table)
  const layout = detectLayout(table.header)
  if ('wrong' in layout) throw unprocessable(layout.wrong)
  const reader = createRecordReader(table.delimiter, table.width)
  const places = new Map(table.header.map((name, at) => [normalizeName(name), at]))
  const areas = new Set<string>()
  const tally = { kind: layout.kind, rowsRead: 0, values: 0, firstYear: 9999, lastYear: 0 }
  for await (const chunk of recordChunks(table.bytes, table)) {
    const adding: unknown[] = []
    forEachRecord(reader, toLines(chunk), chunk.line, ({ count }, line) => {
      const cell = (column: string) => {
        const place = places.get(column) ?? count
        return place < count ? reader.trimmedField(place) : ''
      }
      const value = readIndexRow(layout, cell)
      if (typeof value === 'string') throw unprocessable(`Line ${formatNumber(line)}: ${value}`)
      tally.rowsRead += 1
      if (value === null) return
      tally.values += 1
      areas.add(value.area)
      tally.firstYear = Math.min(tally.firstYear, value.year)
      tally.lastYear = Math.max(tally.lastYear, value.year)
      adding.push(add({ ...value, kind: layout.kind }))
    })
    await Promise.all(adding)
    // Lets the portal answer requests between chunks.
    await setImmediate()
  }
  return { ...tally, areas: areas.size }
}

function judgeHeader(header: string[]) {
  const layout = detectLayout(header)
  return 'wrong' in layout ? layout : { nearness: header.length, wrong: undefined }
}

const toLines = ({ bytes }: Chunk) => toUtf8Lines(Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength))
