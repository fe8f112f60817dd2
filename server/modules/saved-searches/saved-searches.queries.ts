import type { Criteria } from '@dooryard/contract/criteria'
import { sql } from 'kysely'
import type { Db } from '../../platform/postgres/database.ts'
import { containsText } from '../../platform/postgres/text.ts'

const columns = ['id', 'name', 'criteria', 'isDefault', 'lastCount', 'lastCountAt', 'createdAt', 'updatedAt'] as const

const ofUser = (db: Db, userId: string) => db.selectFrom('savedSearches').where('userId', '=', userId)

export type SavedSearchRow = NonNullable<Awaited<ReturnType<typeof findSavedSearch>>>

/** A user's own saved search; somebody else's is not found. */
export const findSavedSearch = (db: Db, userId: string, id: string) =>
  ofUser(db, userId).select(columns).where('id', '=', id).executeTakeFirst()

export const findDefault = (db: Db, userId: string) =>
  ofUser(db, userId).select(columns).where('isDefault', '=', true).executeTakeFirst()

type Slice = { limit: number; offset: number }

export const selectSavedSearches = (db: Db, userId: string, search: string, { limit, offset }: Slice) =>
  ofUser(db, userId)
    .select(columns)
    .where('name', 'ilike', containsText(search))
    .orderBy('isDefault', 'desc')
    .orderBy('createdAt', 'desc')
    .orderBy('id') // id breaks ties, so pages never overlap
    .limit(limit)
    .offset(offset)
    .execute()

export async function countSavedSearches(db: Db, userId: string, search: string): Promise<number> {
  const { count } = await ofUser(db, userId)
    .where('name', 'ilike', containsText(search))
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow()
  return count
}

export const selectCriteria = (db: Db, userId: string, ids: readonly string[]) =>
  ofUser(db, userId)
    .select(['id', 'name', 'criteria'])
    .where('id', 'in', [...ids])
    .execute()

type Counted = { lastCount: number | null; lastCountAt: Date | null }
type NewRow = Counted & { id: string; userId: string; name: string; criteria: Criteria; at: Date }

export const insertSavedSearch = (db: Db, { criteria, at, ...row }: NewRow) =>
  db
    .insertInto('savedSearches')
    .values({ ...row, criteria: JSON.stringify(criteria), createdAt: at, updatedAt: at })
    .execute()

/** The search of a user's that has a name, in whatever case. */
export const findByName = (db: Db, userId: string, name: string) =>
  ofUser(db, userId).select('id').where(sql`lower(name)`, '=', sql`lower(${name})`).executeTakeFirst()

type Change = Partial<Counted> & { name?: string; criteria?: Criteria; at: Date }

export const updateSavedSearch = (db: Db, userId: string, id: string, { criteria, at, ...change }: Change) =>
  db
    .updateTable('savedSearches')
    .set({ ...change, ...(criteria && { criteria: JSON.stringify(criteria) }), updatedAt: at })
    .where('id', '=', id)
    .where('userId', '=', userId)
    .execute()

export async function deleteSavedSearch(db: Db, userId: string, id: string): Promise<boolean> {
  const { numDeletedRows } = await db
    .deleteFrom('savedSearches')
    .where('id', '=', id)
    .where('userId', '=', userId)
    .executeTakeFirst()
  return numDeletedRows === 1n
}

/** Until the transaction ends, a user's names and default are given to nobody else; also those not yet there. */
export const lockSavedSearches = (db: Db, userId: string) =>
  sql`select pg_advisory_xact_lock(hashtextextended(${`saved-searches:${userId}`}, 0))`.execute(db)

export async function setDefault(db: Db, userId: string, id: string): Promise<void> {
  const ofThisUser = db.updateTable('savedSearches').where('userId', '=', userId)
  // First none, then one: the unique index is checked row by row.
  await ofThisUser.set({ isDefault: false }).where('isDefault', '=', true).execute()
  await ofThisUser.set({ isDefault: true }).where('id', '=', id).execute()
}
