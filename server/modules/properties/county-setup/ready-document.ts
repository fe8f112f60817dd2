import { SourceDocument } from '@dooryard/contract/data/sources/source-document'
import type { Context } from '../../../platform/context.ts'
import { appError } from '../../../platform/errors/app-error.ts'
import type { NamedFile } from '../../../platform/files/imports/file-imports.ts'
import { requireTables } from './document/documents.ts'
import { listSetupTables, type SetupTableRow } from './setup-files.queries.ts'
import { findDocumentById } from './setups.queries.ts'

export type ReadyDocument = { document: SourceDocument; tables: SetupTableRow[] }

/** The document of a setup whose tables are all there. UNPROCESSABLE with what is missing. */
export async function requireReadyDocument({ db }: Pick<Context, 'db'>, id: string): Promise<ReadyDocument> {
  const [row, tables] = await Promise.all([findDocumentById(db, id), listSetupTables(db, id)])
  if (!row?.document) throw appError('UNPROCESSABLE', 'There is no source yet. Add a file of the county first.')
  const document = SourceDocument.parse(row.document)
  requireTables(document, tables)
  const used = tables.filter((table) => document.files.some((file) => file.id === table.id))
  if (used.some(({ isReading }) => isReading))
    throw appError('UNPROCESSABLE', 'A table is being read again. Wait until that has ended.')
  return { document, tables: used }
}

/** The stored file of each file of a document; tables of one file share it. */
export const toNamedFiles = (
  { files }: SourceDocument,
  tables: readonly Pick<SetupTableRow, 'id' | 'fileKey' | 'fileName'>[],
): NamedFile[] =>
  files.map(({ id }) => {
    const table = tables.find((one) => one.id === id)
    if (!table?.fileKey) throw appError('UNPROCESSABLE', `The file of ${id} is gone. Add it again.`)
    return { id, fileKey: table.fileKey, fileName: table.fileName }
  })
