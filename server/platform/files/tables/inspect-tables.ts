import { isAppError } from '../../errors/app-error.ts'
import { unprocessable } from '../content/input-file.ts'
import type { FileToRead } from './archive/measured-streams.ts'
import { openTables, type TableServices } from './open-tables.ts'
import {
  describePartsLeftOut,
  type FileInspection,
  outlineColumn,
  type TableChoices,
  type TableHandle,
  type TableSample,
} from './table.ts'
import { recordChunks } from './text/record-chunks.ts'
import { createRecordReader, forEachRecord } from './text/records.ts'
import { toUtf8Lines } from './text/text-decoding.ts'

const maxSampleRows = 5_000

// Of JSON, as which samples are stored. All tables of a file are in memory at once.
const maxSampleLength = 16_000_000
const maxSamplesLength = 64_000_000

/**
 * Reads the beginning of each table of a file, with all that was detected of how it is read. `choices` overrule the
 * detection; `table` leaves one table; Parquet needs the store. UNPROCESSABLE, with what to do, for a file that cannot
 * be read or has more than `maxTables`.
 */
export async function inspectTables(
  file: FileToRead,
  choices: TableChoices = {},
  services: TableServices = {},
  maxTables = Number.POSITIVE_INFINITY,
): Promise<FileInspection> {
  const { tables, close } = await openTables(file, choices, services)
  try {
    const wanted = choices.table === undefined ? tables : tables.filter(({ name }) => name === choices.table)
    const sampled = wanted.length > 0 ? wanted : tables
    if (sampled.length > maxTables)
      throw unprocessable(
        `The file ${file.name} has more than ${maxTables} tables. Add a file with fewer: those of the county's parcels.`,
      )
    const maxLength = Math.min(maxSampleLength, Math.floor(maxSamplesLength / sampled.length))
    const samples: TableSample[] = []
    const refusals: Error[] = []
    for (const table of sampled)
      try {
        samples.push(await sampleTable(table, undefined, maxLength))
      } catch (error) {
        if (!isAppError(error)) throw error
        refusals.push(error)
      }
    const [first] = samples
    if (!first) throw refusals[0] ?? new Error(`No table was found in ${file.name}.`)
    first.doubts.push(...describePartsLeftOut(refusals))
    return { fileName: file.name, size: file.size, tables: samples }
  } finally {
    await close()
  }
}

/** What a cell takes in JSON besides its text. */
const jsonLength = 3

/** Reads the beginning of a table; `names` tell its header. */
export async function sampleTable(
  table: TableHandle,
  names?: ReadonlySet<string>,
  maxLength = maxSampleLength,
): Promise<TableSample> {
  const opened = await table.open({ limit: maxSampleRows, ...(names && { names }) })
  const { header, delimiter, width, facts } = opened
  const reader = createRecordReader(delimiter, width)
  const shown = header.at(-1) === outlineColumn ? width - 1 : width
  const rows: string[][] = []
  let [isWhole, count, length] = [true, 0, 0]
  const isFull = () => rows.length >= maxSampleRows || length >= maxLength
  for await (const { bytes, line } of recordChunks(opened.bytes, opened)) {
    forEachRecord(reader, toUtf8Lines(Buffer.from(bytes)), line, (record) => {
      count += 1
      if (!record.isWhole || isFull()) return
      const row = Array.from({ length: shown }, (_, at) => (at < record.count ? reader.trimmedField(at) : ''))
      length += row.reduce((sum, cell) => sum + cell.length + jsonLength, 0)
      rows.push(row)
    })
    if (!isFull()) continue
    isWhole = false
    break
  }
  return {
    ...facts,
    header: header.slice(0, shown),
    rows,
    rowCount: facts.rowCount ?? (isWhole ? count : null),
    firstLines: opened.firstLines ?? [],
  }
}
