import { sql } from 'kysely'
import type { Db } from '../../../platform/postgres/database.ts'

/** Inserts a set before its matches are written. It is unused until a search refers to it. */
export async function insertSet(db: Db, at: Date): Promise<number> {
  const { id } = await db
    .insertInto('savedSearchSets')
    .values({ createdAt: at, unusedSince: at })
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}

export async function markSetUsed(db: Db, id: number): Promise<void> {
  const { numUpdatedRows } = await db
    .updateTable('savedSearchSets')
    .set({ unusedSince: null })
    .where('id', '=', id)
    .where('isDropping', '=', false)
    .executeTakeFirst()
  if (numUpdatedRows !== 1n) throw new Error('the matches that were just counted are gone')
}

// Three conditions with one index each: a single list of all sets in use is scanned for each set as soon as it
// outgrows the memory of a sort, at some 90,000 searches.
const unusedCondition = sql<boolean>`not exists (select from saved_searches where viewed_set = saved_search_sets.id)
  and not exists (select from saved_searches where current_set = saved_search_sets.id)
  and not exists (select from saved_searches where notified_set = saved_search_sets.id)`

export const findUnused = (db: Db) =>
  db.selectFrom('savedSearchSets').select('id').where('unusedSince', 'is', null).where(unusedCondition)

export const markUnusedSets = (db: Db, at: Date) =>
  db
    .updateTable('savedSearchSets')
    .set({ unusedSince: at })
    .where('unusedSince', 'is', null)
    .where(unusedCondition)
    .execute()

export const hasUnusedSets = async (db: Db, at: Date): Promise<boolean> =>
  (await db.selectFrom('savedSearchSets').select('id').where('unusedSince', '<', at).limit(1).execute()).length > 0

/** Marks sets unused since before `at`, so that no search may refer to them any more. Returns them. */
export async function markDropping(db: Db, at: Date, limit: number): Promise<number[]> {
  await db
    .updateTable('savedSearchSets')
    .set({ isDropping: true })
    .where('unusedSince', '<', at)
    .where(unusedCondition)
    .execute()
  const rows = await db
    .selectFrom('savedSearchSets')
    .select('id')
    .where('isDropping', '=', true)
    .orderBy('id')
    .limit(limit)
    .execute()
  return rows.map(({ id }) => id)
}

export async function deleteSets(db: Db, ids: readonly number[]): Promise<void> {
  if (ids.length === 0) return
  await db
    .deleteFrom('savedSearchSets')
    .where('id', 'in', [...ids])
    .where('isDropping', '=', true)
    .execute()
}

export const listSetIds = async (db: Db): Promise<number[]> =>
  (await db.selectFrom('savedSearchSets').select('id').execute()).map(({ id }) => id)

/** Returns an id below which no set is still being inserted: ids are assigned in order. 0 if there is none. */
export async function getCommittedSetLimit(db: Db, at: Date): Promise<number> {
  const { id } = await db
    .selectFrom('savedSearchSets')
    .select(({ fn }) => fn.max('id').as('id'))
    .where('createdAt', '<', at)
    .executeTakeFirstOrThrow()
  return id ?? 0
}
