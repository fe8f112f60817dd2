import type { Slice } from '@dooryard/contract/api/paging'
import {
  type DatasetChanges,
  VersionFile,
  type VersionStatus,
  type VersionTrigger,
} from '@dooryard/contract/data/datasets/versions'
import type { SourceDocument } from '@dooryard/contract/data/sources/source-document'
import { sql } from 'kysely'
import { z } from 'zod'
import { selectAccounts } from '../../../../platform/lists/owners.queries.ts'
import { countRows } from '../../../../platform/postgres/count-rows.ts'
import type { Db } from '../../../../platform/postgres/database.ts'
import type { ColumnReport } from '../roll-report.ts'

const listedColumns = [
  'versions.id',
  'versions.source',
  'versions.status',
  'versions.trigger',
  'versions.sourceVersion',
  'versions.files',
  'versions.hasFiles',
  'versions.columns',
  'versions.recordedOn',
  'versions.rowsRead',
  'versions.rowsMapped',
  'versions.rowsRejected',
  'versions.changes',
  'versions.reasons',
  'versions.message',
  'versions.createdAt',
  'versions.loadedAt',
  'users.email as startedBy',
  'deciders.email as decidedBy',
] as const

const selectWithAccounts = (db: Db) =>
  db
    .selectFrom('datasetVersions as versions')
    .leftJoin(selectAccounts(db).as('users'), 'users.id', 'versions.startedBy')
    .leftJoin(selectAccounts(db).as('deciders'), 'deciders.id', 'versions.decidedBy')
    .select(listedColumns)

export const selectVersions = (db: Db) =>
  selectWithAccounts(db).select(['versions.document', 'versions.header', 'versions.renamed'])

/** Without the document, which may have megabytes, and what is read with it alone. */
const selectListed = (db: Db) =>
  selectWithAccounts(db).select(sql<string>`${sql.ref('versions.document')} ->> 'name'`.as('name'))

/** The columns that this module alone writes, as it writes them. */
type StoredJson = {
  status: VersionStatus
  trigger: VersionTrigger
  document: SourceDocument
  files: VersionFile[]
  header: string[] | null
  renamed: Record<string, string>
  columns: Record<string, ColumnReport>
  changes: DatasetChanges | null
  reasons: string[]
}

type Row = NonNullable<Awaited<ReturnType<ReturnType<typeof selectVersions>['executeTakeFirst']>>>
export type VersionRow = Omit<Row, keyof StoredJson> & StoredJson & { isReadable: boolean }

/** A version of a list. */
export type ListedVersion = Omit<VersionRow, 'document' | 'header' | 'renamed'> & { name: string }

const VersionFiles = z.array(VersionFile)

/** A damaged list of files is that of one version, and the others are shown and refreshed as usual. */
const parseFiles = (files: unknown): VersionFile[] | undefined => VersionFiles.safeParse(files).data

function withFiles<Stored extends { files: unknown; hasFiles: boolean }>(row: Stored) {
  const files = parseFiles(row.files)
  const isReadable = files !== undefined
  return { ...row, files: files ?? [], hasFiles: row.hasFiles && isReadable, isReadable }
}

export const toVersionRow = (row: Row) => withFiles(row) as unknown as VersionRow

type ListedRow = NonNullable<Awaited<ReturnType<ReturnType<typeof selectListed>['executeTakeFirst']>>>

const toListedVersion = (row: ListedRow) => withFiles(row) as unknown as ListedVersion

export async function findVersion(db: Db, id: string): Promise<VersionRow | undefined> {
  const row = await selectVersions(db).where('versions.id', '=', id).executeTakeFirst()
  return row && toVersionRow(row)
}

export async function listVersions(db: Db, source: string, { limit, offset }: Slice): Promise<ListedVersion[]> {
  const rows = await selectListed(db)
    .where('versions.source', '=', source)
    .orderBy('versions.createdAt', 'desc')
    .orderBy('versions.id', 'desc')
    .limit(limit)
    .offset(offset)
    .execute()
  return rows.map(toListedVersion)
}

export async function listVersionsByIds(db: Db, ids: readonly string[]): Promise<ListedVersion[]> {
  if (ids.length === 0) return []
  return (await selectListed(db).where('versions.id', 'in', ids).execute()).map(toListedVersion)
}

export const countVersions = (db: Db, source: string): Promise<number> =>
  countRows(db, db.selectFrom('datasetVersions').where('source', '=', source))

/** Of each source the current version and the one before it, in this order. */
export async function listLoadedVersions(db: Db, sources: readonly string[]): Promise<Map<string, VersionRow[]>> {
  if (sources.length === 0) return new Map()
  const ranked = db
    .selectFrom('datasetVersions')
    .select(['id', sql<number>`row_number() over (partition by source order by loaded_at desc, id desc)`.as('age')])
    .where('source', 'in', sources)
    .where('status', '=', 'LOADED')
  const rows = await selectVersions(db)
    .innerJoin(ranked.as('ranked'), 'ranked.id', 'versions.id')
    .where('ranked.age', '<=', 2)
    .orderBy('ranked.age')
    .execute()
  return Map.groupBy(rows.map(toVersionRow), ({ source }) => source)
}

export type NewVersion = Pick<
  VersionRow,
  'id' | 'source' | 'status' | 'trigger' | 'document' | 'sourceVersion' | 'files'
> &
  Pick<VersionRow, 'header' | 'columns' | 'recordedOn' | 'rowsRead' | 'rowsMapped' | 'rowsRejected' | 'changes'> & {
    startedBy: string | null
    reasons: readonly string[]
    renamed?: Record<string, string>
    message?: string
    hasFiles: boolean
    createdAt: Date
  }

/** One that was accepted keeps its id, and who started it. */
export async function upsertVersion(db: Db, { id, startedBy, trigger, createdAt, ...row }: NewVersion): Promise<void> {
  const { document, files, header, columns: cells, changes, reasons, renamed = {}, ...plain } = row
  const values = {
    ...plain,
    document: JSON.stringify(document),
    files: JSON.stringify(files),
    header: header && JSON.stringify(header),
    columns: JSON.stringify(cells),
    changes: changes && JSON.stringify(changes),
    renamed: JSON.stringify(renamed),
    message: row.message ?? null,
  }
  await db
    .insertInto('datasetVersions')
    .values({ id, startedBy, trigger, createdAt, ...values, reasons: JSON.stringify(reasons) })
    .onConflict((conflict) => conflict.column('id').doUpdateSet(values))
    .execute()
}

/** Returns false where the version has another status meanwhile. */
export async function changeStatus(
  db: Db,
  id: string,
  from: readonly VersionStatus[],
  change: { status: VersionStatus; decidedBy?: string; message?: string | null; loadedAt?: Date },
): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('datasetVersions')
    .set(change)
    .where('id', '=', id)
    .where('status', 'in', from)
    .executeTakeFirst()
  return numUpdatedRows > 0n
}

/**
 * Of imports that ended before their switch; one that was accepted in the portal is left to its job, which is run again
 * or returns it, and one accepted in a shell waits again. Called under the import lock of the source.
 */
export const interruptVersions = (db: Db, source: string, acceptedId: string | undefined) =>
  db
    .updateTable('datasetVersions')
    .set((eb) => ({
      status: acceptedId
        ? eb.case().when('id', '=', acceptedId).then('WAITING').else('INTERRUPTED').end()
        : 'INTERRUPTED',
    }))
    .where('source', '=', source)
    .where('status', '=', 'LOADING')
    .where('decidedBy', 'is', null)
    .execute()

export const listLoadingVersions = (db: Db) =>
  db.selectFrom('datasetVersions').select(['id', 'source']).where('status', '=', 'LOADING').orderBy('id').execute()

/** The ids of versions with files that are not needed: neither loaded now, nor before, nor waiting, nor being loaded. */
export async function listPurgeableVersions(db: Db): Promise<string[]> {
  const ranked = db
    .selectFrom('datasetVersions')
    .select([
      'id',
      'status',
      'hasFiles',
      sql<number>`row_number() over (partition by source, status order by loaded_at desc, id desc)`.as('age'),
    ])
  const rows = await db
    .selectFrom(ranked.as('ranked'))
    .select('id')
    .where('hasFiles', '=', true)
    .where((eb) =>
      eb.or([
        eb('status', 'not in', ['LOADED', 'WAITING', 'LOADING']),
        eb.and([eb('status', '=', 'LOADED'), eb('age', '>', 2)]),
      ]),
    )
    .execute()
  return rows.map(({ id }) => id)
}

export const clearVersionFiles = (db: Db, id: string) =>
  db.updateTable('datasetVersions').set({ hasFiles: false }).where('id', '=', id).execute()
