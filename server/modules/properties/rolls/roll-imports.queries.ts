import type { ImportStatus } from '@dooryard/contract/roll-imports'
import { sql } from 'kysely'
import type { Db } from '../../../platform/postgres/database.ts'

const imports = (db: Db) => db.selectFrom('rollImports').innerJoin('users', 'users.id', 'rollImports.userId')

const importColumns = [
  'rollImports.id',
  'rollImports.source',
  'rollImports.name',
  'rollImports.countyFips',
  'rollImports.fileName',
  'rollImports.fileBytes',
  'rollImports.fileKey',
  'rollImports.status',
  'rollImports.rowsRead',
  'rollImports.share',
  'rollImports.rowsMapped',
  'rollImports.rowsRejected',
  'rollImports.message',
  'rollImports.createdAt',
  'rollImports.startedAt',
  'rollImports.finishedAt',
  'users.email as uploadedBy',
] as const

export type ImportRow = NonNullable<Awaited<ReturnType<typeof findImport>>>

/** One import with who uploaded it; undefined where there is none of this id. */
export const findImport = (db: Db, id: string) =>
  imports(db).select(importColumns).where('rollImports.id', '=', id).executeTakeFirst()

/** A slice of the imports, newest first; the id orders those of one instant, so that pages never overlap. */
export const listImports = (db: Db, { limit, offset }: { limit: number; offset: number }) =>
  imports(db)
    .select(importColumns)
    .orderBy('rollImports.createdAt', 'desc')
    .orderBy('rollImports.id')
    .limit(limit)
    .offset(offset)
    .execute()

/** How many imports there are. */
export async function countImports(db: Db): Promise<number> {
  const { count } = await db
    .selectFrom('rollImports')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow()
  return count
}

type NewImportRow = {
  id: string
  userId: string
  source: string
  name: string
  countyFips: string | null
  fileName: string
  fileBytes: number
  fileKey: string
  createdAt: Date
}

/** Adds an import that waits for its job. */
export async function insertImport(db: Db, row: NewImportRow): Promise<void> {
  const status: ImportStatus = 'QUEUED'
  await db
    .insertInto('rollImports')
    .values({ ...row, status })
    .execute()
}

const unfinished: ImportStatus[] = ['QUEUED', 'RUNNING']

type Change = {
  status?: ImportStatus
  rowsRead?: number
  share?: number
  rowsMapped?: number
  rowsRejected?: number
  message?: string | null
  fileKey?: null
  startedAt?: Date
  finishedAt?: Date | null
}

/** Changes an import that is under way; says whether it was, so that one which is over stays as it ended. */
export async function changeUnfinished(db: Db, id: string, change: Change): Promise<boolean> {
  const changed = await db
    .updateTable('rollImports')
    .set(change)
    .where('id', '=', id)
    .where('status', 'in', unfinished)
    .executeTakeFirst()
  return changed.numUpdatedRows > 0n
}

/** Puts a failed import whose file is kept back in the queue; says whether there was one. */
export async function requeueFailed(db: Db, id: string): Promise<boolean> {
  const status: ImportStatus = 'QUEUED'
  const failed: ImportStatus = 'FAILED'
  const changed = await db
    .updateTable('rollImports')
    .set({ status, message: null, rowsRead: 0, share: 0, startedAt: null, finishedAt: null })
    .where('id', '=', id)
    .where('status', '=', failed)
    .where('fileKey', 'is not', null)
    .executeTakeFirst()
  return changed.numUpdatedRows > 0n
}

/** Imports that ended before `day` and still have their file. */
export const withFileOlderThan = (db: Db, day: Date) =>
  db
    .selectFrom('rollImports')
    .select(['id', 'fileKey'])
    .where('status', 'not in', unfinished)
    .where('finishedAt', '<', day)
    .where('fileKey', 'is not', null)
    .orderBy('id')
    .execute()

/** Notes that the file of an import is no longer kept; the import stays in the list. */
export const forgetFile = (db: Db, id: string) =>
  db.updateTable('rollImports').set({ fileKey: null }).where('id', '=', id).execute()

/** Imports under way that have no job, or one without attempts left. */
export async function unfinishedWithoutJob(db: Db): Promise<{ id: string; hasSpentJob: boolean }[]> {
  const { rows } = await sql<{ id: string; hasSpentJob: boolean }>`
    select i.id, j.id is not null as has_spent_job
    from roll_imports i left join graphile_worker.jobs j on j.key = 'roll-import:' || i.id
    where i.status in ('QUEUED', 'RUNNING')
      and (j.id is null or (j.locked_at is null and j.attempts >= j.max_attempts))
    order by i.id`.execute(db)
  return rows
}
