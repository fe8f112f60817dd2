import type { Criteria } from '@dooryard/contract/criteria'
import { sql } from 'kysely'
import type { Db } from '../../platform/postgres/database.ts'
import { containsText } from '../../platform/postgres/text.ts'
import { criteriaColumns } from '../properties/index.ts'

/** What a list shows: its criteria may be large, and are read of one search at a time. */
const listedColumns = [
  ...(['id', 'userId', 'name', 'criteriaFacts', 'isDefault', 'lastCount', 'lastCountAt', 'emailChanges'] as const),
  ...(['visitedAt', 'entered', 'departed', 'seenSet', 'latestSet', 'toldSet', 'lastDelivered', 'version'] as const),
  ...(['createdAt', 'updatedAt'] as const),
] as const

const columns = [...listedColumns, 'criteria', 'criteriaIds'] as const

const ofUser = (db: Db, userId: string) =>
  db.selectFrom('savedSearches').where('userId', '=', userId).where('deletedAt', 'is', null)

export type SavedSearchRow = NonNullable<Awaited<ReturnType<typeof findSavedSearch>>>
export type ListedSearchRow = Awaited<ReturnType<typeof selectSavedSearches>>[number]

/** A user's own saved search; somebody else's is not found, and neither is one that was deleted. */
export const findSavedSearch = (db: Db, userId: string, id: string) =>
  ofUser(db, userId).select(columns).where('id', '=', id).executeTakeFirst()

/** The same, which nobody else changes until the transaction ends. */
export const lockSavedSearch = (db: Db, userId: string, id: string) =>
  ofUser(db, userId).select(columns).where('id', '=', id).forUpdate().executeTakeFirst()

export const findDefault = (db: Db, userId: string) =>
  ofUser(db, userId).select(columns).where('isDefault', '=', true).executeTakeFirst()

type Page = { limit: number; offset: number; sort: 'default' | 'changes' }

export const selectSavedSearches = (db: Db, userId: string, search: string, { limit, offset, sort }: Page) =>
  ofUser(db, userId)
    .select(listedColumns)
    .where('name', 'ilike', containsText(search))
    .$if(sort === 'changes', (query) =>
      query
        .orderBy(sql`coalesce(entered, 0) + coalesce(departed, 0)`, 'desc')
        .orderBy('lastCountAt', (at) => at.desc().nullsLast()),
    )
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
    .select(['id', 'name', 'criteria', 'criteriaIds'])
    .where('id', 'in', [...ids])
    .execute()

/** How many bytes the criteria of these searches of a user's have together. */
export async function bytesOfCriteria(db: Db, userId: string, ids: readonly string[]): Promise<number> {
  const { bytes } = await ofUser(db, userId)
    .select(
      sql<number>`coalesce(sum(octet_length(criteria::text) + coalesce(octet_length(criteria_ids::text), 0)), 0)::integer`.as(
        'bytes',
      ),
    )
    .where('id', 'in', [...ids])
    .executeTakeFirstOrThrow()
  return bytes
}

/** What a count changes of a search. */
export type CountColumns = {
  lastCount: number | null
  lastCountAt: Date | null
  lastDelivered: number | null
  seenSet: number | null
  latestSet: number | null
  toldSet: number | null
  entered: number | null
  departed: number | null
  visitedAt: Date | null
  triedAt: Date | null
}
type NewRow = CountColumns & {
  id: string
  userId: string
  name: string
  criteria: Criteria
  emailChanges: boolean
  at: Date
}

export const insertSavedSearch = (db: Db, { criteria, at, ...row }: NewRow) =>
  db
    .insertInto('savedSearches')
    .values({ ...row, ...criteriaColumns(criteria), createdAt: at, updatedAt: at })
    .execute()

/** How many searches a user has. */
export async function howMany(db: Db, userId: string): Promise<number> {
  const { count } = await ofUser(db, userId)
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow()
  return count
}

/** Deletes all searches of a user, with their counts; their matches are of no search then. */
export async function forgetSearches(db: Db, userId: string): Promise<void> {
  await db.deleteFrom('savedSearches').where('userId', '=', userId).execute()
  await db.deleteFrom('savedSearchMails').where('userId', '=', userId).execute()
}

/** The search of a user's that has a name, in whatever case. */
export const findByName = (db: Db, userId: string, name: string) =>
  ofUser(db, userId).select('id').where(sql`lower(name)`, '=', sql`lower(${name})`).executeTakeFirst()

type Change = Partial<CountColumns> & {
  name?: string
  criteria?: Criteria
  emailChanges?: boolean
  /** When its owner changed it; a count is no change of the owner's. */
  updatedAt?: Date
  triedData?: string
  queuedAt?: null
}

/** Changes a search. Counts under way that began before find another version. */
export const updateSavedSearch = (db: Db, id: string, { criteria, ...change }: Change) =>
  db
    .updateTable('savedSearches')
    .set(({ eb }) => ({
      ...change,
      ...(criteria && criteriaColumns(criteria)),
      version: eb('version', '+', 1),
    }))
    .where('id', '=', id)
    .execute()

/** Until the transaction ends, a user's names and default are given to nobody else; also those not yet there. */
export const lockSavedSearches = (db: Db, userId: string) =>
  sql`select pg_advisory_xact_lock(hashtextextended(${`saved-searches:${userId}`}, 0))`.execute(db)

export async function setDefault(db: Db, userId: string, id: string): Promise<void> {
  const ofThisUser = db.updateTable('savedSearches').where('userId', '=', userId).where('deletedAt', 'is', null)
  // First none, then one: the unique index is checked row by row.
  await ofThisUser.set({ isDefault: false }).where('isDefault', '=', true).execute()
  await ofThisUser.set({ isDefault: true }).where('id', '=', id).execute()
}

/** Whether a user has a search, or had one that can still be had back. */
export const hasEverSaved = async (db: Db, userId: string): Promise<boolean> =>
  (await db.selectFrom('savedSearches').select('id').where('userId', '=', userId).limit(1).execute()).length > 0

export const userIdOf = async (db: Db, email: string): Promise<string | undefined> =>
  (await db.selectFrom('users').select('id').where('email', '=', email).executeTakeFirst())?.id
