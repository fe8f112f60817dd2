import type { SourceDocument } from '@dooryard/contract/data/sources/source-document'
import type { Services } from '../../../../platform/context.ts'
import { sampleTable } from '../../../../platform/files/tables/inspect-tables.ts'
import { openTables } from '../../../../platform/files/tables/open-tables.ts'
import type { ColumnSample } from '../../sources/columns/match-columns.ts'
import { chooseTable, listFileNames, type SourceFiles } from './open-source-table.ts'

/**
 * The columns of the files of a source, named as the source names them, with the first cells of each: read as an import
 * reads them. UNPROCESSABLE where a file cannot be read.
 */
export async function sampleColumns(
  { clickhouse }: Pick<Services, 'clickhouse'>,
  document: SourceDocument,
  files: SourceFiles,
): Promise<ColumnSample[]> {
  const columns: ColumnSample[] = []
  for (const [at, { id, unknown: _, ...choices }] of document.files.entries()) {
    const file = files[id]
    if (!file) continue
    const names = listFileNames(document, id)
    const opened = await openTables(file, choices, clickhouse)
    try {
      const table = await chooseTable(opened, { fileName: file.name, name: choices.table, names })
      const { header, rows } = await sampleTable(table, names)
      const prefix = at === 0 ? '' : `${id}.`
      columns.push(
        ...header.map((name, place) => ({ name: prefix + name, values: rows.map((row) => row[place] ?? '') })),
      )
    } finally {
      await opened.close()
    }
  }
  return columns
}
