import { countRows } from '../../../../platform/postgres/count-rows.ts'
import type { Db } from '../../../../platform/postgres/database.ts'

/** A user on a UTC day, such as `2026-11-28`. */
export type SearchDay = { userId: string; day: string }

/** Those of the names that the user has searched for on the day. */
export async function listSearchedNames(db: Db, { userId, day }: SearchDay, names: readonly string[]) {
  const rows = await db
    .selectFrom('nameSearches')
    .select('name')
    .where('userId', '=', userId)
    .where('day', '=', day)
    .where(({ eb, fn, val }) => eb('name', '=', fn.any(val([...names]))))
    .execute()
  return rows.map(({ name }) => name)
}

export const countNameSearches = (db: Db, { userId, day }: SearchDay): Promise<number> =>
  countRows(
    db,
    db.selectFrom('nameSearches').where('userId', '=', userId).where('day', '=', day).where('isCounted', '=', true),
  )

/** The name that the user searched for last, since then. */
export const findLatestNameSearch = (db: Db, { userId, day, since }: SearchDay & { since: Date }) =>
  db
    .selectFrom('nameSearches')
    .select('name')
    .where('userId', '=', userId)
    .where('day', '=', day)
    .where('searchedAt', '>=', since)
    .orderBy('searchedAt', 'desc')
    .orderBy('isCounted', 'desc')
    .limit(1)
    .executeTakeFirst()

export const insertNameSearches = (db: Db, { userId, day, at }: SearchDay & { at: Date }, names: readonly string[]) =>
  db
    .insertInto('nameSearches')
    .values(names.map((name) => ({ userId, day, name, searchedAt: at })))
    .execute()

/** The name stays searched for, which is free, but no longer counts. */
export const uncountNameSearch = (db: Db, { userId, day }: SearchDay, name: string) =>
  db
    .updateTable('nameSearches')
    .set({ isCounted: false })
    .where('userId', '=', userId)
    .where('day', '=', day)
    .where('name', '=', name)
    .execute()

export const purgeNameSearches = (db: Db, before: string) =>
  db.deleteFrom('nameSearches').where('day', '<', before).execute()
