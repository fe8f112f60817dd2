import type { AuditAction } from '@dooryard/contract/audit-log'
import { type FileImport, FileImportStatus } from '@dooryard/contract/file-imports'
import { type PageOf, type PageQuery, sliceOf, toPage } from '@dooryard/contract/paging'
import { z } from 'zod'
import { audit } from '../audit.ts'
import type { Context } from '../context.ts'
import { appError, notFound } from '../errors.ts'
import { inTransaction } from '../postgres/database.ts'
import {
  countFileImports,
  type FileImportRow,
  findImportOf,
  type ImportsOf,
  listFileImports,
  requeueFailed,
} from './file-imports.queries.ts'
import { addFileImportJob } from './import-queue.ts'

const Rejected = z.array(z.object({ line: z.int(), reason: z.string() }))

function presentFileImport(row: FileImportRow): FileImport {
  const status = FileImportStatus.parse(row.status)
  const { name, fileName, fileBytes, sha256, share, rowsRead, rowsTaken, rowsRejected, message, uploadedBy } = row
  return {
    id: row.id,
    ...{ name, fileName, fileBytes, sha256, status, share, rowsRead, rowsTaken, rowsRejected, uploadedBy },
    rejected: Rejected.parse(row.rejected),
    ...(message !== null && { message }),
    canRetry: status === 'FAILED' && row.fileKey !== null,
    createdAt: row.createdAt.toISOString(),
    ...(row.startedAt && { startedAt: row.startedAt.toISOString() }),
    ...(row.finishedAt && { finishedAt: row.finishedAt.toISOString() }),
  }
}

type Reads = Pick<Context, 'db'>

/** One page of an owner's imports of a kind, newest first. */
export async function importPage({ db }: Reads, of: ImportsOf, query: PageQuery): Promise<PageOf<FileImport>> {
  const [rows, count] = await Promise.all([listFileImports(db, of, sliceOf(query)), countFileImports(db, of)])
  return toPage(rows.map(presentFileImport), count, query)
}

/** One import of an owner; NOT_FOUND where the owner has none of this id and kind. */
export async function fileImportOf({ db }: Reads, of: ImportsOf, id: string): Promise<FileImport> {
  const row = await findImportOf(db, of, id)
  if (!row) throw notFound('This import')
  return presentFileImport(row)
}

/**
 * Imports the kept file of a failed import again. NOT_FOUND where the owner has none of this id; CONFLICT where it has
 * not failed, or its file is not kept.
 */
export const retryImport = (
  ctx: Context,
  { audited, ...of }: ImportsOf & { audited: AuditAction },
  id: string,
): Promise<FileImport> =>
  inTransaction(ctx, async (inside) => {
    const before = await fileImportOf(inside, of, id)
    if (!(await requeueFailed(inside.db, id)))
      throw appError(
        'CONFLICT',
        'Only a failed import whose file is still kept can be tried again. Upload the file anew.',
      )
    await addFileImportJob(inside.db, { id, ...of })
    const retried = await fileImportOf(inside, of, id)
    await audit(inside, {
      action: audited,
      object: { type: 'file_import', id },
      before: { status: before.status },
      after: { status: retried.status },
    })
    return retried
  })
