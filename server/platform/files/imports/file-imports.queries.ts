import type { Slice } from '@dooryard/contract/api/paging'
import type { ImportStatus } from '@dooryard/contract/data/roll-imports'
import { sql } from 'kysely'
import { selectAccounts } from '../../lists/owners.queries.ts'
import { countRows } from '../../postgres/count-rows.ts'
import type { Db } from '../../postgres/database.ts'
import { type FileImportKind, fileImportKinds, type ImportScope } from './file-import-kinds.ts'

const selectImports = (db: Db) =>
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
  'fileImports.namedFiles',
  'fileImports.cancelRequestedAt',
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
  'fileImports.uploadedBy as uploaderId',
  'users.email as uploadedBy',
] as const

export type FileImportRow = NonNullable<Awaited<ReturnType<typeof findFileImport>>>

/** The keys of all files that imports still have. */
export async function listImportFileKeys(db: Db): Promise<string[]> {
  const { rows } = await sql<{ key: string }>`
    select file_key as key from file_imports where file_key is not null
    union
    select file ->> 'fileKey' from file_imports, jsonb_array_elements(named_files) as file
    where file_key is not null`.execute(db)
  return rows.map(({ key }) => key)
}

/** How far imports are, and what they were requested with. */
export const listImportStates = (db: Db, ids: readonly string[]) =>
  db
    .selectFrom('fileImports')
    .select(['id', 'status', 'params'])
    .where('id', 'in', [...ids])
    .execute()

export const findFileImport = (db: Db, id: string) =>
  selectImports(db).select(importColumns).where('fileImports.id', '=', id).executeTakeFirst()

const selectScopedImports = (db: Db, { kind, ownerId }: ImportScope) =>
  selectImports(db).where('kind', '=', kind).where('ownerId', 'is not distinct from', ownerId)

export const findScopedImport = (db: Db, list: ImportScope, id: string) =>
  selectScopedImports(db, list).select(importColumns).where('fileImports.id', '=', id).executeTakeFirst()

export const listFileImports = (db: Db, list: ImportScope, { limit, offset }: Slice) =>
  selectScopedImports(db, list)
    .select(importColumns)
    .orderBy('fileImports.createdAt', 'desc')
    .orderBy('fileImports.id')
    .limit(limit)
    .offset(offset)
    .execute()

/** The ids and times of the imports of a list, for one that has other entries beside them. */
export const selectImportTimes = (db: Db, { kind, ownerId }: ImportScope) =>
  db
    .selectFrom('fileImports')
    .select(['id', 'createdAt'])
    .where('kind', '=', kind)
    .where('ownerId', 'is not distinct from', ownerId)

export const listFileImportsByIds = (db: Db, list: ImportScope, ids: readonly string[]) =>
  ids.length === 0
    ? Promise.resolve([])
    : selectScopedImports(db, list).select(importColumns).where('fileImports.id', 'in', ids).execute()

export const countFileImports = (db: Db, list: ImportScope): Promise<number> =>
  countRows(db, selectScopedImports(db, list))

type NewFileImport = ImportScope & {
  id: string
  name: string
  params: object
  fileName: string
  fileBytes: number
  fileKey: string
  /** All files of an import of several, which include the one of `fileKey`. */
  namedFiles?: readonly NamedFile[]
  sha256: string | null
  uploadedBy: string
  createdAt: Date
}

/** A stored file of an import of several, by the name that the import gives it. Several names may share a file. */
export type NamedFile = { id: string; fileKey: string; fileName: string }

export async function insertFileImport(db: Db, { params, namedFiles = [], ...row }: NewFileImport): Promise<void> {
  const status: ImportStatus = 'QUEUED'
  await db
    .insertInto('fileImports')
    .values({ ...row, params: JSON.stringify(params), namedFiles: JSON.stringify(namedFiles), status })
    .execute()
}

const unfinishedStatuses: ImportStatus[] = ['QUEUED', 'RUNNING']

export async function hasEarlierImport(
  db: Db,
  { id, kind, ownerId, createdAt }: Pick<FileImportRow, 'id' | 'kind' | 'ownerId' | 'createdAt'>,
): Promise<boolean> {
  const earlier = await db
    .selectFrom('fileImports')
    .select('id')
    .where('kind', '=', kind)
    .where('ownerId', 'is not distinct from', ownerId)
    .where('status', 'in', unfinishedStatuses)
    .where((eb) =>
      eb.or([eb('createdAt', '<', createdAt), eb.and([eb('createdAt', '=', createdAt), eb('id', '<', id)])]),
    )
    .limit(1)
    .execute()
  return earlier.length > 0
}

type ImportChange = {
  status?: ImportStatus
  share?: number
  rowsRead?: number
  rowsTaken?: number
  rowsRejected?: number
  rejected?: string
  message?: string | null
  fileKey?: null
  namedFiles?: '[]'
  startedAt?: Date
  finishedAt?: Date | null
}

/**
 * Returns undefined where the import has ended, and then leaves it unchanged; otherwise whether its cancellation was
 * requested.
 */
export const updateUnfinishedImport = (
  db: Db,
  id: string,
  change: ImportChange,
): Promise<{ isCancelRequested: boolean } | undefined> =>
  db
    .updateTable('fileImports')
    .set(change)
    .where('id', '=', id)
    .where('status', 'in', unfinishedStatuses)
    .returning(({ eb }) => eb('cancelRequestedAt', 'is not', null).$castTo<boolean>().as('isCancelRequested'))
    .executeTakeFirst()

/** Returns false where the import has ended. */
export async function requestImportCancel(db: Db, id: string, at: Date): Promise<boolean> {
  const changed = await db
    .updateTable('fileImports')
    .set({ cancelRequestedAt: at })
    .where('id', '=', id)
    .where('status', 'in', unfinishedStatuses)
    .executeTakeFirst()
  return changed.numUpdatedRows > 0n
}

/** Returns false where a worker has it already, or it has ended. */
export async function cancelQueuedImport(db: Db, id: string, change: ImportChange): Promise<boolean> {
  const changed = await db
    .updateTable('fileImports')
    .set(change)
    .where('id', '=', id)
    .where('status', '=', 'QUEUED' satisfies ImportStatus)
    .executeTakeFirst()
  return changed.numUpdatedRows > 0n
}

const repeatableStatuses: ImportStatus[] = ['FAILED', 'CANCELED']

/** Whether it ended without a result, for a reason other than its files. */
export const isRepeatable = ({ status }: { status: string }) => (repeatableStatuses as string[]).includes(status)

export async function requeueRepeatableImport(db: Db, id: string): Promise<boolean> {
  const status: ImportStatus = 'QUEUED'
  const changed = await db
    .updateTable('fileImports')
    .set({
      ...{ status, message: null, share: 0, rowsRead: 0, startedAt: null, finishedAt: null },
      cancelRequestedAt: null,
    })
    .where('id', '=', id)
    .where('status', 'in', repeatableStatuses)
    .where('fileKey', 'is not', null)
    .executeTakeFirst()
  return changed.numUpdatedRows > 0n
}

/**
 * Counted from the upload, so that a retry keeps no contacts longer; for a county dataset, which is public, from the
 * failure.
 */
export const listImportsWithOldFile = (db: Db, day: Date) =>
  db
    .selectFrom('fileImports')
    .select(['id', 'fileKey', 'namedFiles'])
    .where('status', 'not in', unfinishedStatuses)
    .where(sql<Date>`case kind when 'ROLL' then finished_at else created_at end`, '<', day)
    .where('fileKey', 'is not', null)
    .orderBy('id')
    .execute()

export const clearFileKey = (db: Db, id: string) =>
  db.updateTable('fileImports').set({ fileKey: null, namedFiles: '[]' }).where('id', '=', id).execute()

type ImportWithoutJob = ImportScope & { id: string; hasSpentJob: boolean }

/** Unfinished imports that have no job, or one without attempts left. */
export async function listUnfinishedImportsWithoutJob(db: Db): Promise<ImportWithoutJob[]> {
  const prefixes = JSON.stringify(fileImportKinds)
  // The table checks the kind.
  const { rows } = await sql<ImportWithoutJob>`
    select i.id, i.kind, i.owner_id, j.id is not null as has_spent_job
    from file_imports i
    left join graphile_worker.jobs j on j.key = (${prefixes}::jsonb -> i.kind ->> 'jobPrefix') || ':' || i.id
    where i.status in ('QUEUED', 'RUNNING')
      and (j.id is null or (j.locked_at is null and j.attempts >= j.max_attempts))
    order by i.id`.execute(db)
  return rows
}

export const countActiveAndFailedImports = (db: Db, kind: FileImportKind) =>
  db
    .selectFrom('fileImports')
    .select(({ fn }) => [
      fn.countAll<number>().filterWhere('status', 'in', unfinishedStatuses).as('importing'),
      fn.countAll<number>().filterWhere('status', '=', 'FAILED').filterWhere('fileKey', 'is not', null).as('failed'),
    ])
    .where('kind', '=', kind)
    .executeTakeFirstOrThrow()
