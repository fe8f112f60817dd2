import type { SourceDocument } from '@dooryard/contract/data/sources/source-document'
import { sampleTable } from '../../../../platform/files/tables/inspect-tables.ts'
import { openTables } from '../../../../platform/files/tables/open-tables.ts'
import type { TableHandle } from '../../../../platform/files/tables/table.ts'
import { endStream } from '../../../../platform/files/tables/text/byte-stream.ts'
import { recordChunks } from '../../../../platform/files/tables/text/record-chunks.ts'
import { createRecordReader, forEachRecord } from '../../../../platform/files/tables/text/records.ts'
import { toUtf8Lines } from '../../../../platform/files/tables/text/text-decoding.ts'
import type { ColumnSample } from '../../sources/columns/match-columns.ts'
import { chooseTable, listFileNames, type ReadServices, type SourceFiles } from './open-source-table.ts'

/**
 * The columns of the files of a source, named as the source names them, with the first cells of each: read as an import
 * reads them. UNPROCESSABLE where a file cannot be read.
 */
export async function sampleColumns(
  services: ReadServices,
  document: SourceDocument,
  files: SourceFiles,
): Promise<ColumnSample[]> {
  const columns: ColumnSample[] = []
  await forEachTable(services, document, files, async ({ id, table, names }) => {
    const { header, rows } = await sampleTable(table, names)
    const prefix = id === document.files[0]?.id ? '' : `${id}.`
    columns.push(...header.map((name, place) => ({ name: prefix + name, values: rows.map((row) => row[place] ?? '') })))
  })
  return columns
}

/** The rows of each file of a source, by its id; empty lines are none. UNPROCESSABLE where a file cannot be read. */
export async function countFileRows(
  services: ReadServices,
  document: SourceDocument,
  files: SourceFiles,
): Promise<Record<string, number>> {
  const counts: Record<string, number> = {}
  await forEachTable(services, document, files, async ({ id, table, names }) => {
    counts[id] = await countRows(table, names)
  })
  return counts
}

async function countRows(table: TableHandle, names: ReadonlySet<string>): Promise<number> {
  const { facts, bytes, ...shape } = await table.open({ names })
  if (facts.rowCount !== null) {
    await endStream(bytes)
    return facts.rowCount
  }
  const reader = createRecordReader(shape.delimiter, shape.width)
  let count = 0
  for await (const chunk of recordChunks(bytes, shape))
    forEachRecord(reader, toUtf8Lines(Buffer.from(chunk.bytes)), chunk.line, () => {
      count += 1
    })
  return count
}

type ChosenTable = { id: string; table: TableHandle /** Of the columns that the source reads. */; names: Set<string> }

/** Opens the table that the source reads of each of its files that is given, one after the other. */
async function forEachTable(
  services: ReadServices,
  document: SourceDocument,
  files: SourceFiles,
  use: (chosen: ChosenTable) => Promise<void>,
): Promise<void> {
  for (const { id, unknown: _, ...choices } of document.files) {
    const file = files[id]
    if (!file) continue
    const names = listFileNames(document, id)
    const opened = await openTables(file, choices, services)
    try {
      await use({ id, names, table: await chooseTable(opened, { fileName: file.name, name: choices.table, names }) })
    } finally {
      await opened.close()
    }
  }
}
