import { pipeline, Readable } from 'node:stream'
import type { ExportLayout } from '@dooryard/contract/orders/export/export-layout'
import { type CsvCell, createCsvWriter } from '../../../platform/files/csv/csv.ts'
import { createXlsx, xlsxMediaType } from '../../../platform/files/write/xlsx-writer.ts'
import { createZip, type ZipEntry } from '../../../platform/files/write/zip-writer.ts'
import { getCountyName } from '../../properties/index.ts'
import type { ExportOrder } from './export-cells.ts'
import { createRowWriter, type StoredLead } from './export-rows.ts'
import type { LeadGroup } from './exports.queries.ts'

const batchSize = 2_000

/** `part` is the end of a file's name. */
type Part = { part: string; records: AsyncIterable<CsvCell[]> }

export type WrittenExport = { content: Readable; countRows: () => number }

/** Where the leads of an export come from. */
export type LeadSource = {
  /** The ranks of all leads, in groups of one state or county where a layout splits by them. */
  listGroups: (by: 'NONE' | 'STATE' | 'COUNTY') => Promise<LeadGroup[]>
  /** The leads with these ranks, in their order. */
  listLeads: (ranks: readonly number[]) => Promise<StoredLead[]>
}

/** The file of an export, written as fast as it is consumed. `name` is the start of the names of its parts. */
export function writeExport(
  source: LeadSource,
  { order, layout, name, at }: { order: ExportOrder; layout: ExportLayout; name: string; at: Date },
): WrittenExport {
  const { headers, toRows } = createRowWriter(layout, order)
  let rows = 0
  async function* readRows(ranks: readonly number[]): AsyncGenerator<CsvCell[]> {
    for (let from = 0; from < ranks.length; from += batchSize)
      for (const lead of await source.listLeads(ranks.slice(from, from + batchSize)))
        for (const cells of toRows(lead)) {
          rows += 1
          yield cells
        }
  }
  const format = (records: AsyncIterable<CsvCell[]>) => formatRecords(layout.format, headers, records, at)
  const countRows = () => rows
  const groups = () => source.listGroups(layout.split === 'ROWS' ? 'NONE' : layout.split)
  if (layout.split === 'NONE') return { content: format(readGroups(groups, readRows)), countRows }
  const parts =
    layout.split === 'ROWS'
      ? cutRows(readGroups(groups, readRows), layout.rowsPerFile ?? batchSize)
      : splitGroups(groups, readRows)
  return { content: createZip(toEntries(parts, format, { name, layout }), at), countRows }
}

type ReadRows = (ranks: readonly number[]) => AsyncGenerator<CsvCell[]>

async function* readGroups(groups: () => Promise<LeadGroup[]>, readRows: ReadRows) {
  for (const { ranks } of await groups()) yield* readRows(ranks)
}

async function* splitGroups(groups: () => Promise<LeadGroup[]>, readRows: ReadRows): AsyncGenerator<Part> {
  for (const { name, ranks } of await groups()) yield { part: toFilePart(name), records: readRows(ranks) }
}

/** `TN`, or `davidson-county-tn` for the FIPS of a county. */
const toFilePart = (group: string) =>
  /^\d+$/.test(group)
    ? `${getCountyName(group)
        .toLowerCase()
        .replace(/[^a-z0-9]+/g, '-')}-${group}`
    : group

/** Parts of this many rows; each is read before the next begins, because they share the reader. */
async function* cutRows(records: AsyncGenerator<CsvCell[]>, size: number): AsyncGenerator<Part> {
  let next = await records.next()
  async function* take(): AsyncGenerator<CsvCell[]> {
    for (let count = 0; count < size && !next.done; count += 1) {
      yield next.value
      next = await records.next()
    }
  }
  // A file without leads still has its header.
  for (let number = 1; number === 1 || !next.done; number += 1)
    yield { part: `part-${String(number).padStart(3, '0')}`, records: take() }
}

async function* toEntries(
  parts: AsyncIterable<Part>,
  format: (records: AsyncIterable<CsvCell[]>) => Readable,
  { name, layout }: { name: string; layout: ExportLayout },
): AsyncGenerator<ZipEntry> {
  const extension = layout.format.toLowerCase()
  // A workbook is an archive itself.
  for await (const { part, records } of parts)
    yield { name: `${name}-${part}.${extension}`, content: format(records), compress: layout.format === 'CSV' }
}

function formatRecords(
  format: ExportLayout['format'],
  headers: readonly string[],
  records: AsyncIterable<CsvCell[]>,
  at: Date,
): Readable {
  if (format === 'XLSX') return createXlsx(headers, records, at)
  const csv = createCsvWriter(headers)
  // A consumer that stops reading and a failed query both end the stream.
  pipeline(Readable.from(records), csv, () => undefined)
  return csv
}

export const getMediaType = ({ format, split }: ExportLayout): string => {
  if (split !== 'NONE') return 'application/zip'
  return format === 'XLSX' ? xlsxMediaType : 'text/csv; charset=utf-8'
}

export const getExtension = ({ format, split }: ExportLayout): string =>
  split === 'NONE' ? format.toLowerCase() : 'zip'
