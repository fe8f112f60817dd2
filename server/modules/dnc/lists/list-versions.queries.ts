import { type DncList, dncLists } from '@dooryard/contract/api/enums'
import { selectAccounts } from '../../../platform/lists/owners.queries.ts'
import type { Db } from '../../../platform/postgres/database.ts'

export type DncListKey = { ownerId: string | null; list: DncList }

export const listVersions = (db: Db, { ownerId, list }: DncListKey) =>
  db
    .selectFrom('dncListVersions')
    .select(['scope', 'loadId', 'numbers', 'san', 'accessedOn', 'sha256', 'uploadedAt'])
    .where('ownerId', 'is not distinct from', ownerId)
    .where('list', '=', list)
    .orderBy('scope')
    .execute()

export type ListVersionRow = Awaited<ReturnType<typeof listVersions>>[number]

export const listVisibleVersions = (db: Db, userId: string | null) =>
  db
    .selectFrom('dncListVersions')
    .innerJoin('dncBatches', 'dncBatches.id', 'dncListVersions.loadId')
    .select([
      'dncListVersions.ownerId',
      'dncListVersions.list',
      'dncListVersions.scope',
      'dncListVersions.loadId as load',
      'dncBatches.numbers as loadNumbers',
      'dncListVersions.numbers',
      'dncListVersions.san',
      'dncListVersions.accessedOn',
      'dncListVersions.sha256',
      'dncListVersions.importedAt',
    ])
    .where((eb) => eb.or([eb('dncListVersions.ownerId', 'is', null), eb('dncListVersions.ownerId', '=', userId)]))
    .orderBy('dncListVersions.list')
    .orderBy('dncListVersions.scope')
    .orderBy('dncListVersions.id')
    .execute()

export type VisibleVersionRow = Awaited<ReturnType<typeof listVisibleVersions>>[number]

/** A load is unused until a list version refers to it. */
export async function insertLoad(db: Db, { ownerId, list }: DncListKey, at: Date): Promise<number> {
  const { id } = await db
    .insertInto('dncBatches')
    .values({ ownerId, list, numbers: 0, createdAt: at, unusedSince: at })
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}

export type NewListVersion = {
  scope: string
  numbers: number
  san: string | null
  accessedOn: string
  sha256: readonly string[]
  uploadedAt: Date | null
}

export async function activateVersions(
  db: Db,
  { ownerId, list }: DncListKey,
  { load, rows, copies, at }: { load: number; rows: number; copies: readonly NewListVersion[]; at: Date },
): Promise<void> {
  await db.updateTable('dncBatches').set({ numbers: rows, unusedSince: null }).where('id', '=', load).execute()
  await db
    .insertInto('dncListVersions')
    .values(copies.map((copy) => ({ ...copy, sha256: [...copy.sha256], ownerId, list, loadId: load, importedAt: at })))
    .onConflict((conflict) =>
      conflict.columns(['ownerId', 'list', 'scope']).doUpdateSet((eb) => ({
        loadId: eb.ref('excluded.loadId'),
        numbers: eb.ref('excluded.numbers'),
        san: eb.ref('excluded.san'),
        accessedOn: eb.ref('excluded.accessedOn'),
        sha256: eb.ref('excluded.sha256'),
        uploadedAt: eb.ref('excluded.uploadedAt'),
        importedAt: eb.ref('excluded.importedAt'),
      })),
    )
    .execute()
  await markUnusedLoads(db, { ownerId, list }, at)
}

export async function deleteListVersion(
  db: Db,
  { ownerId, list }: DncListKey,
  scope: string,
  at: Date,
): Promise<boolean> {
  const deleted = await db
    .deleteFrom('dncListVersions')
    .where('ownerId', 'is not distinct from', ownerId)
    .where('list', '=', list)
    .where('scope', '=', scope)
    .executeTakeFirst()
  await markUnusedLoads(db, { ownerId, list }, at)
  return deleted.numDeletedRows > 0n
}

export async function deleteVersionsOfClosedAccounts(db: Db, at: Date): Promise<void> {
  const deleted = await db
    .deleteFrom('dncListVersions')
    .where('ownerId', 'in', selectAccounts(db).clearSelect().select('id').where('closedAt', 'is not', null))
    .returning(['ownerId', 'list'])
    .execute()
  // A list has one version per area code.
  const lists = new Map(deleted.map(({ ownerId, list }) => [`${ownerId} ${list}`, { ownerId, list }]))
  for (const { ownerId, list } of lists.values())
    await markUnusedLoads(db, { ownerId, list: dncLists.schema.parse(list) }, at)
}

const markUnusedLoads = (db: Db, { ownerId, list }: DncListKey, at: Date) =>
  db
    .updateTable('dncBatches')
    .set({ unusedSince: at })
    .where('ownerId', 'is not distinct from', ownerId)
    .where('list', '=', list)
    .where('unusedSince', 'is', null)
    .where(({ not, exists, selectFrom }) =>
      not(exists(selectFrom('dncListVersions').select('id').whereRef('dncListVersions.loadId', '=', 'dncBatches.id'))),
    )
    .execute()

export const listUnusedLoads = (db: Db, at: Date) =>
  db.selectFrom('dncBatches').select(['id', 'ownerId', 'list']).where('unusedSince', '<', at).orderBy('id').execute()

export const isUnusedLoad = async (db: Db, id: number, at: Date): Promise<boolean> =>
  (await db.selectFrom('dncBatches').select('id').where('id', '=', id).where('unusedSince', '<', at).execute()).length >
  0

export const deleteLoad = (db: Db, id: number) =>
  db.deleteFrom('dncBatches').where('id', '=', id).where('unusedSince', 'is not', null).execute()

export const listLoadIds = async (db: Db): Promise<number[]> =>
  (await db.selectFrom('dncBatches').select('id').execute()).map(({ id }) => id)

export const getListLockKey = ({ ownerId, list }: DncListKey) => `dnc:${ownerId ?? 'platform'}:${list}`

/** Held only while a list moves to its new versions, not while they are imported. */
export const getActivationLockKey = (key: DncListKey) => `${getListLockKey(key)}:activation`
