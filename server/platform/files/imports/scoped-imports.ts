import type { AuditAction } from '@dooryard/contract/admin/audit-log'
import { type PageQuery, type PageResult, toPage, toSlice } from '@dooryard/contract/api/paging'
import { type FileImport, FileImportStatus } from '@dooryard/contract/data/file-imports'
import { z } from 'zod'
import { audit } from '../../audit.ts'
import type { Context } from '../../context.ts'
import { appError, notFound } from '../../errors/app-error.ts'
import { publishTopic } from '../../live/event-hub.ts'
import { type Db, inTransaction } from '../../postgres/database.ts'
import { addFileImportJob, fileImportKinds, type ImportScope, importTopic } from './file-import-kinds.ts'
import {
  cancelQueuedImport,
  countFileImports,
  type FileImportRow,
  findScopedImport,
  isRepeatable,
  listFileImports,
  requestImportCancel,
  requeueRepeatableImport,
  updateUnfinishedImport,
} from './file-imports.queries.ts'

export type ImportList<Shown> = ImportScope & { present: (row: FileImportRow, db: Db) => Shown | Promise<Shown> }

export const toImportFields = (row: FileImportRow) => ({
  id: row.id,
  name: row.name,
  fileName: row.fileName,
  fileBytes: row.fileBytes,
  share: row.share,
  rowsRead: row.rowsRead,
  ...(row.message !== null && { message: row.message }),
  canRetry: isRepeatable(row) && row.fileKey !== null,
  uploadedBy: row.uploadedBy,
  createdAt: row.createdAt.toISOString(),
  ...(row.startedAt && { startedAt: row.startedAt.toISOString() }),
  ...(row.finishedAt && { finishedAt: row.finishedAt.toISOString() }),
})

const Rejected = z.array(z.object({ line: z.int(), reason: z.string() }))

export const toFileImport = (row: FileImportRow): FileImport => ({
  ...toImportFields(row),
  status: FileImportStatus.parse(row.status),
  ...(row.sha256 !== null && { sha256: row.sha256 }),
  rowsTaken: row.rowsTaken,
  rowsRejected: row.rowsRejected,
  rejected: Rejected.parse(row.rejected),
})

type ImportReadContext = Pick<Context, 'db'>

export async function listScopedImports<Shown>(
  { db }: ImportReadContext,
  list: ImportList<Shown>,
  query: PageQuery,
): Promise<PageResult<Shown>> {
  const [rows, count] = await Promise.all([listFileImports(db, list, toSlice(query)), countFileImports(db, list)])
  return toPage(await Promise.all(rows.map((row) => list.present(row, db))), count, query)
}

/** NOT_FOUND where the list has no import with this id. */
export async function getScopedImport<Shown>(
  { db }: ImportReadContext,
  list: ImportList<Shown>,
  id: string,
): Promise<Shown> {
  const row = await findScopedImport(db, list, id)
  if (!row) throw notFound('This import')
  return list.present(row, db)
}

/**
 * NOT_FOUND where the list has no import with this id; CONFLICT where it has not failed, or its file has been deleted.
 */
export const retryImport = <Shown extends { status: string }>(
  ctx: Context,
  list: ImportList<Shown>,
  id: string,
): Promise<Shown> =>
  inTransaction(ctx, async (tx) => {
    const before = await getScopedImport(tx, list, id)
    if (!(await requeueRepeatableImport(tx.db, id)))
      throw appError(
        'CONFLICT',
        'Only a failed or canceled import whose file is still stored can be retried. Upload the file again.',
      )
    await addFileImportJob(tx.db, { id, ...list })
    const retried = await getScopedImport(tx, list, id)
    const { object, retried: action } = fileImportKinds[list.kind].audited
    await audit(tx, {
      action,
      object: { type: object, id },
      before: { status: before.status },
      after: { status: retried.status },
    })
    return retried
  })

export const canceledMessage = 'This import was canceled. What was searchable before is unchanged.'
const cancelingMessage = 'This import is being canceled.'

/**
 * Ends an import that waits; a running one is ended by its worker at the next rows, unless it already changes what is
 * searchable. NOT_FOUND where the list has no import with this id, CONFLICT where it has ended.
 */
export const cancelImport = <Shown>(
  ctx: Context,
  list: ImportList<Shown>,
  { id, action }: { id: string; action: AuditAction },
): Promise<Shown> =>
  inTransaction(ctx, async (tx) => {
    await getScopedImport(tx, list, id)
    const now = tx.clock.now()
    const ended = { status: 'CANCELED', message: canceledMessage, finishedAt: now } as const
    if (!(await cancelQueuedImport(tx.db, id, ended))) {
      if (!(await requestImportCancel(tx.db, id, now))) throw appError('CONFLICT', 'This import has ended already.')
      await updateUnfinishedImport(tx.db, id, { message: cancelingMessage })
    }
    await publishTopic(tx.db, importTopic(id))
    await audit(tx, { action, object: { type: fileImportKinds[list.kind].audited.object, id } })
    return getScopedImport(tx, list, id)
  })
