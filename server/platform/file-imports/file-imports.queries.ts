import type { Slice } from '@dooryard/contract/paging'
import type { ImportStatus } from '@dooryard/contract/roll-imports'
import { sql } from 'kysely'
import { selectAccounts } from '../owners.queries.ts'
import { countRows } from '../postgres/count-rows.ts'
import type { Db } from '../postgres/database.ts'
import { type FileImportKind, fileImportKinds, type ImportsOf } from './file-import-kinds.ts'

const imports = (db: Db) =>
  db.selectFrom('fileImports').innerJoin(selectAccounts(db).as('users'), 'users.id', 'fileImports.uploadedBy')

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

export const findFileImport = (db: Db, id: string) =>
  imports(db).select(importColumns).where('fileImports.id', '=', id).executeTakeFirst()

const importsOf = (db: Db, { kind, ownerId }: ImportsOf) =>
  imports(db).where('kind', '=', kind).where('ownerId', 'is not distinct from', ownerId)

export const findImportOf = (db: Db, list: ImportsOf, id: string) =>
  importsOf(db, list).select(importColumns).where('fileImports.id', '=', id).executeTakeFirst()

export const listFileImports = (db: Db, list: ImportsOf, { limit, offset }: Slice) =>
  importsOf(db, list)
    .select(importColumns)
    .orderBy('fileImports.createdAt', 'desc')
    .orderBy('fileImports.id')
    .limit(limit)
    .offset(offset)
    .execute()

export const countFileImports = (db: Db, list: ImportsOf): Promise<number> => countRows(db, importsOf(db, list))

type NewFileImport = ImportsOf & {
  id: string
  name: string
  params: object
  fileName: string
  fileBytes: number
  fileKey: string
  sha256: string | null
  uploadedBy: string
  createdAt: Date
}

export async function insertFileImport(db: Db, { params, ...row }: NewFileImport): Promise<void> {
  const status: ImportStatus = 'QUEUED'
  await db
    .insertInto('fileImports')
    .values({ ...row, params: JSON.stringify(params), status })
    .execute()
}

const unfinished: ImportStatus[] = ['QUEUED', 'RUNNING']

export async function hasEarlier(
  db: Db,
  { id, kind, ownerId, createdAt }: Pick<FileImportRow, 'id' | 'kind' | 'ownerId' | 'createdAt'>,
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
  status?: ImportStatus
  share?: number
  rowsRead?: number
  rowsTaken?: number
  rowsRejected?: number
  rejected?: string
  message?: string | null
  fileKey?: null
  startedAt?: Date
  finishedAt?: Date | null
}

/** False where it is over, and so stays as it ended. */
export async function changeUnfinished(db: Db, id: string, change: Change): Promise<boolean> {
  const changed = await db
    .updateTable('fileImports')
    .set(change)
    .where('id', '=', id)
    .where('status', 'in', unfinished)
    .executeTakeFirst()
  return changed.numUpdatedRows > 0n
}

export async function requeueFailed(db: Db, id: string): Promise<boolean> {
  const status: ImportStatus = 'QUEUED'
  const failed: ImportStatus = 'FAILED'
  const changed = await db
    .updateTable('fileImports')
    .set({ status, message: null, share: 0, rowsRead: 0, startedAt: null, finishedAt: null })
    .where('id', '=', id)
    .where('status', '=', failed)
    .where('fileKey', 'is not', null)
    .executeTakeFirst()
  return changed.numUpdatedRows > 0n
}

/** By the upload, so that a new try keeps nobody's contacts longer; of a roll, which is public, by the failure. */
export const withFileOlderThan = (db: Db, day: Date) =>
  db
    .selectFrom('fileImports')
    .select(['id', 'fileKey'])
    .where('status', 'not in', unfinished)
    .where(sql<Date>`case kind when 'ROLL' then finished_at else created_at end`, '<', day)
    .where('fileKey', 'is not', null)
    .orderBy('id')
    .execute()

export const forgetFile = (db: Db, id: string) =>
  db.updateTable('fileImports').set({ fileKey: null }).where('id', '=', id).execute()

type WithoutJob = ImportsOf & { id: string; hasSpentJob: boolean }

/** Imports under way that have no job, or one without attempts left. */
export async function unfinishedWithoutJob(db: Db): Promise<WithoutJob[]> {
  const prefixes = JSON.stringify(fileImportKinds)
  // The kind is checked by the table.
  const { rows } = await sql<WithoutJob>`
    select i.id, i.kind, i.owner_id, j.id is not null as has_spent_job
    from file_imports i
    left join graphile_worker.jobs j on j.key = (${prefixes}::jsonb -> i.kind ->> 'jobPrefix') || ':' || i.id
    where i.status in ('QUEUED', 'RUNNING')
      and (j.id is null or (j.locked_at is null and j.attempts >= j.max_attempts))
    order by i.id`.execute(db)
  return rows
}

export const countActiveAndFailed = (db: Db, kind: FileImportKind) =>
  db
    .selectFrom('fileImports')
    .select(({ fn }) => [
      fn.countAll<number>().filterWhere('status', 'in', unfinished).as('importing'),
      fn.countAll<number>().filterWhere('status', '=', 'FAILED').filterWhere('fileKey', 'is not', null).as('failed'),
    ])
    .where('kind', '=', kind)
    .executeTakeFirstOrThrow()
