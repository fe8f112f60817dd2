import { type FileImport, FileImportStatus } from '@dooryard/contract/file-imports'
import { type PageOf, type PageQuery, sliceOf, toPage } from '@dooryard/contract/paging'
import { z } from 'zod'
import { audit } from '../audit.ts'
import type { Context } from '../context.ts'
import { appError, notFound } from '../errors.ts'
import { inTransaction } from '../postgres/database.ts'
import { addFileImportJob, fileImportKinds, type ImportsOf } from './file-import-kinds.ts'
import {
  countFileImports,
  type FileImportRow,
  findImportOf,
  listFileImports,
  requeueFailed,
} from './file-imports.queries.ts'

export type ImportList<Shown> = ImportsOf & { present: (row: FileImportRow) => Shown }

export const presentImport = (row: FileImportRow) => ({
  id: row.id,
  name: row.name,
  fileName: row.fileName,
  fileBytes: row.fileBytes,
  share: row.share,
  rowsRead: row.rowsRead,
  ...(row.message !== null && { message: row.message }),
  canRetry: row.status === 'FAILED' && row.fileKey !== null,
  uploadedBy: row.uploadedBy,
  createdAt: row.createdAt.toISOString(),
  ...(row.startedAt && { startedAt: row.startedAt.toISOString() }),
  ...(row.finishedAt && { finishedAt: row.finishedAt.toISOString() }),
})

const Rejected = z.array(z.object({ line: z.int(), reason: z.string() }))

export const presentFileImport = (row: FileImportRow): FileImport => ({
  ...presentImport(row),
  status: FileImportStatus.parse(row.status),
  ...(row.sha256 !== null && { sha256: row.sha256 }),
  rowsTaken: row.rowsTaken,
  rowsRejected: row.rowsRejected,
  rejected: Rejected.parse(row.rejected),
})

type Reads = Pick<Context, 'db'>

export async function importPage<Shown>(
  { db }: Reads,
  list: ImportList<Shown>,
  query: PageQuery,
): Promise<PageOf<Shown>> {
  const [rows, count] = await Promise.all([listFileImports(db, list, sliceOf(query)), countFileImports(db, list)])
  return toPage(rows.map(list.present), count, query)
}

/** NOT_FOUND where the list has none of this id. */
export async function getImport<Shown>({ db }: Reads, list: ImportList<Shown>, id: string): Promise<Shown> {
  const row = await findImportOf(db, list, id)
  if (!row) throw notFound('This import')
  return list.present(row)
}

/** NOT_FOUND where the list has none of this id; CONFLICT where it has not failed, or its file is not kept. */
export const retryImport = <Shown extends { status: string }>(
  ctx: Context,
  list: ImportList<Shown>,
  id: string,
): Promise<Shown> =>
  inTransaction(ctx, async (inside) => {
    const before = await getImport(inside, list, id)
    if (!(await requeueFailed(inside.db, id)))
      throw appError(
        'CONFLICT',
        'Only a failed import whose file is still kept can be tried again. Upload the file anew.',
      )
    await addFileImportJob(inside.db, { id, ...list })
    const retried = await getImport(inside, list, id)
    const { object, retried: action } = fileImportKinds[list.kind].audited
    await audit(inside, {
      action,
      object: { type: object, id },
      before: { status: before.status },
      after: { status: retried.status },
    })
    return retried
  })
