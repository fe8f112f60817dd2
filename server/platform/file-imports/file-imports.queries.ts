import type { FileImportStatus } from '@dooryard/contract/file-imports'
import { sql } from 'kysely'
import type { Db } from '../postgres/database.ts'
import { jobKeyOf } from './import-queue.ts'

/** What files are imported for. */
export type FileImportKind = 'DNC' | 'CONTACTS'

/** Whose imports of which kind; null for the platform's. */
export type ImportsOf = { kind: FileImportKind; ownerId: string | null }

const imports = (db: Db) => db.selectFrom('fileImports').innerJoin('users', 'users.id', 'fileImports.uploadedBy')

const importColumns = [
  'fileImports.id',
  'fileImports.kind',
  'fileImports.ownerId',
  'fileImports.name',
  'fileImports.params',
  'fileImports.fileName',
  'fileImports.fileBytes',
  'fileImports.fileKey',
  'fileImports.sha256',
  'fileImports.status',
  'fileImports.share',
  'fileImports.rowsRead',
  'fileImports.rowsTaken',
  'fileImports.rowsRejected',
  'fileImports.rejected',
  'fileImports.message',
  'fileImports.createdAt',
  'fileImports.startedAt',
  'fileImports.finishedAt',
  'users.email as uploadedBy',
] as const

export type FileImportRow = NonNullable<Awaited<ReturnType<typeof findFileImport>>>

/** One import with who uploaded it; undefined where there is none of this id. */
export const findFileImport = (db: Db, id: string) =>
  imports(db).select(importColumns).where('fileImports.id', '=', id).executeTakeFirst()

/** One import of an owner; undefined where the owner has none of this id and kind. */
export const findImportOf = (db: Db, { kind, ownerId }: ImportsOf, id: string) =>
  imports(db)
    .select(importColumns)
    .where('fileImports.id', '=', id)
    .where('kind', '=', kind)
    .where('ownerId', 'is not distinct from', ownerId)
    .executeTakeFirst()

/** A slice of an owner's imports, newest first; the id orders those of one instant, so that pages never overlap. */
export const listFileImports = (
  db: Db,
  { kind, ownerId }: ImportsOf,
  { limit, offset }: { limit: number; offset: number },
) =>
  imports(db)
    .select(importColumns)
    .where('kind', '=', kind)
    .where('ownerId', 'is not distinct from', ownerId)
    .orderBy('fileImports.createdAt', 'desc')
    .orderBy('fileImports.id')
    .limit(limit)
    .offset(offset)
    .execute()

/** How many imports of a kind an owner has. */
export async function countFileImports(db: Db, { kind, ownerId }: ImportsOf): Promise<number> {
  const { count } = await db
    .selectFrom('fileImports')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .where('kind', '=', kind)
    .where('ownerId', 'is not distinct from', ownerId)
    .executeTakeFirstOrThrow()
  return count
}

type NewFileImport = ImportsOf & {
  id: string
  name: string
  params: object
  fileName: string
  fileBytes: number
  fileKey: string
  sha256: string
  uploadedBy: string
  createdAt: Date
}

/** Adds an import that waits for its job. */
export async function insertFileImport(db: Db, { params, ...row }: NewFileImport): Promise<void> {
  const status: FileImportStatus = 'QUEUED'
  await db
    .insertInto('fileImports')
    .values({ ...row, params: JSON.stringify(params), status })
    .execute()
}

const unfinished: FileImportStatus[] = ['QUEUED', 'RUNNING']

/** Whether an import of the same owner and kind that was uploaded before this one is under way. */
export async function hasEarlier(
  db: Db,
  { id, kind, ownerId, createdAt }: { id: string; kind: string; ownerId: string | null; createdAt: Date },
): Promise<boolean> {
  const earlier = await db
    .selectFrom('fileImports')
    .select('id')
    .where('kind', '=', kind)
    .where('ownerId', 'is not distinct from', ownerId)
    .where('status', 'in', unfinished)
    .where((eb) =>
      eb.or([eb('createdAt', '<', createdAt), eb.and([eb('createdAt', '=', createdAt), eb('id', '<', id)])]),
    )
    .limit(1)
    .execute()
  return earlier.length > 0
}

type Change = {
  status?: FileImportStatus
  share?: number
  rowsRead?: number
  rowsTaken?: number
  rowsRejected?: number
  /** The first of the rejected lines, as JSON. */
  rejected?: string
  message?: string | null
  fileKey?: null
  startedAt?: Date
  finishedAt?: Date | null
}

/** Changes an import that is under way; says whether it was, so that one which is over stays as it ended. */
export async function changeUnfinished(db: Db, id: string, change: Change): Promise<boolean> {
  const changed = await db
    .updateTable('fileImports')
    .set(change)
    .where('id', '=', id)
    .where('status', 'in', unfinished)
    .executeTakeFirst()
  return changed.numUpdatedRows > 0n
}

/** Puts a failed import whose file is kept back in the queue; says whether there was one. */
export async function requeueFailed(db: Db, id: string): Promise<boolean> {
  const status: FileImportStatus = 'QUEUED'
  const failed: FileImportStatus = 'FAILED'
  const changed = await db
    .updateTable('fileImports')
    .set({ status, message: null, share: 0, rowsRead: 0, startedAt: null, finishedAt: null })
    .where('id', '=', id)
    .where('status', '=', failed)
    .where('fileKey', 'is not', null)
    .executeTakeFirst()
  return changed.numUpdatedRows > 0n
}

/**
 * Imports that are over, whose files were uploaded before `day` and are still there. By the upload, so that no file is kept
 * for longer by being tried again.
 */
export const withFileOlderThan = (db: Db, day: Date) =>
  db
    .selectFrom('fileImports')
    .select(['id', 'fileKey'])
    .where('status', 'not in', unfinished)
    .where('createdAt', '<', day)
    .where('fileKey', 'is not', null)
    .orderBy('id')
    .execute()

/** Notes that the file of an import is no longer kept; the import stays in the list. */
export const forgetFile = (db: Db, id: string) =>
  db.updateTable('fileImports').set({ fileKey: null }).where('id', '=', id).execute()

type WithoutJob = ImportsOf & { id: string; hasSpentJob: boolean }

/** Imports under way that have no job, or one without attempts left. */
export async function unfinishedWithoutJob(db: Db): Promise<WithoutJob[]> {
  // The kind is checked by the table.
  const { rows } = await sql<WithoutJob>`
    select i.id, i.kind, i.owner_id, j.id is not null as has_spent_job
    from file_imports i left join graphile_worker.jobs j on j.key = ${jobKeyOf('')} || i.id
    where i.status in ('QUEUED', 'RUNNING')
      and (j.id is null or (j.locked_at is null and j.attempts >= j.max_attempts))
    order by i.id`.execute(db)
  return rows
}
