import { type PageOf, type PageQuery, sliceOf, toPage } from '@dooryard/contract/paging'
import { ImportStatus, type RollImport } from '@dooryard/contract/roll-imports'
import { audit } from '../../../platform/audit.ts'
import type { Context } from '../../../platform/context.ts'
import { appError, notFound } from '../../../platform/errors.ts'
import { inTransaction } from '../../../platform/postgres/database.ts'
import { addImportJob, importTopic } from './import-queue.ts'
import { countImports, findImport, type ImportRow, listImports, requeueFailed } from './roll-imports.queries.ts'

function presentImport(row: ImportRow): RollImport {
  const status = ImportStatus.parse(row.status)
  const { rowsMapped, rowsRejected, message, startedAt, finishedAt } = row
  return {
    id: row.id,
    source: row.source,
    name: row.name,
    fileName: row.fileName,
    fileBytes: row.fileBytes,
    status,
    rowsRead: row.rowsRead,
    share: row.share,
    ...(rowsMapped !== null && { rowsMapped }),
    ...(rowsRejected !== null && { rowsRejected }),
    ...(message !== null && { message }),
    canRetry: status === 'FAILED' && row.fileKey !== null,
    uploadedBy: row.uploadedBy,
    createdAt: row.createdAt.toISOString(),
    ...(startedAt && { startedAt: startedAt.toISOString() }),
    ...(finishedAt && { finishedAt: finishedAt.toISOString() }),
  }
}

type Reads = Pick<Context, 'db'>

/** One page of the imports, newest first. */
export async function importPage({ db }: Reads, query: PageQuery): Promise<PageOf<RollImport>> {
  const [rows, count] = await Promise.all([listImports(db, sliceOf(query)), countImports(db)])
  return toPage(rows.map(presentImport), count, query)
}

/** One import; NOT_FOUND where there is none of this id. */
export async function importOf({ db }: Reads, id: string): Promise<RollImport> {
  const row = await findImport(db, id)
  if (!row) throw notFound('This import')
  return presentImport(row)
}

/** An import, to be shown now and whenever it changes. */
export const watchImport = (ctx: Reads, id: string) => ({
  topics: [importTopic(id)],
  read: () => importOf(ctx, id),
})

/** Imports the kept file of a failed import again; CONFLICT where it has not failed, or its file is not kept. */
export const retryImport = (ctx: Context, id: string): Promise<RollImport> =>
  inTransaction(ctx, async (inside) => {
    const before = await importOf(inside, id)
    if (!(await requeueFailed(inside.db, id)))
      throw appError(
        'CONFLICT',
        'Only a failed import whose file is still kept can be tried again. Upload the file anew.',
      )
    await addImportJob(inside.db, id)
    const retried = await importOf(inside, id)
    await audit(inside, {
      action: 'roll.import_retried',
      object: { type: 'roll_import', id },
      before: { status: before.status },
      after: { status: retried.status },
    })
    return retried
  })
