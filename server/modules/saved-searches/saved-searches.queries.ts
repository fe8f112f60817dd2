import type { Slice } from '@dooryard/contract/api/paging'
import type { Criteria } from '@dooryard/contract/criteria/criteria'
import { type RawBuilder, type Selectable, sql, type Updateable } from 'kysely'
import { selectAccounts } from '../../platform/lists/owners.queries.ts'
import { lockInTransaction } from '../../platform/postgres/advisory-locks.ts'
import { countRows } from '../../platform/postgres/count-rows.ts'
import type { DB, Db } from '../../platform/postgres/database.ts'
import { containsText } from '../../platform/postgres/text.ts'
import { toCriteriaColumns } from '../properties/index.ts'

/** Columns of a list. Criteria may be large, so they are read for one search at a time. */
const listedColumns = [
  'id',
  'userId',
  'name',
  'criteriaFacts',
  'isDefault',
  'lastCount',
  'lastCountAt',
  'emailChanges',
  'visitedAt',
  'addedCount',
  'removedCount',
  'viewedSet',
  'currentSet',
  'notifiedSet',
  'lastDelivered',
  'version',
  'createdAt',
  'updatedAt',
] as const

const columns = [...listedColumns, 'criteria', 'criteriaIds'] as const

const selectOwned = (db: Db, userId: string) =>
  db.selectFrom('savedSearches').where('userId', '=', userId).where('deletedAt', 'is', null)

export type SavedSearchRow = NonNullable<Awaited<ReturnType<typeof findSavedSearch>>>
export type ListedSearchRow = Awaited<ReturnType<typeof selectSavedSearches>>[number]

export const findSavedSearch = (db: Db, userId: string, id: string) =>
  selectOwned(db, userId).select(columns).where('id', '=', id).executeTakeFirst()

/** The id and name of a user's search; undefined if it is gone. */
export const findSearchName = (db: Db, userId: string, id: string) =>
  selectOwned(db, userId).select(['id', 'name']).where('id', '=', id).executeTakeFirst()

/** Names by id, of those that are not deleted. */
export async function listSearchNames(
  db: Db,
  userId: string,
  ids: readonly string[],
): Promise<ReadonlyMap<string, string>> {
  const rows = await selectOwned(db, userId)
    .select(['id', 'name'])
    .where(({ eb, fn, val }) => eb('id', '=', fn.any(val([...ids]))))
    .execute()
  return new Map(rows.map(({ id, name }) => [id, name]))
}

export const lockSavedSearch = (db: Db, userId: string, id: string) =>
  selectOwned(db, userId).select(columns).where('id', '=', id).forUpdate().executeTakeFirst()

export const findDefault = (db: Db, userId: string) =>
  selectOwned(db, userId).select(columns).where('isDefault', '=', true).executeTakeFirst()

type Exclusions = NonNullable<Criteria['exclude']>

/** A record that searches can exclude: the key of its ids in the criteria, and its own id. */
export type ExcludedRecord = {
  key: Extract<keyof Exclusions, 'suppressionListIds' | 'savedSearchIds' | 'campaignIds'>
  id: string
}

const excludes = ({ key, id }: ExcludedRecord) =>
  sql<boolean>`criteria @> ${JSON.stringify({ exclude: { [key]: [id] } })}::jsonb`

export type SearchFilter = { search?: string | undefined; suppressionListId?: string | undefined }

const selectListed = (db: Db, userId: string, { search = '', suppressionListId: id }: SearchFilter) => {
  const named = selectOwned(db, userId).where('name', 'ilike', containsText(search))
  return id === undefined ? named : named.where(excludes({ key: 'suppressionListIds', id }))
}

export const selectSavedSearches = (
  db: Db,
  userId: string,
  filter: SearchFilter,
  { limit, offset, sort }: Slice & { sort: 'default' | 'changes' },
) =>
  selectListed(db, userId, filter)
    .select(listedColumns)
    .$if(sort === 'changes', (query) =>
      query
        .orderBy(sql`coalesce(added_count, 0) + coalesce(removed_count, 0)`, 'desc')
        .orderBy('lastCountAt', (at) => at.desc().nullsLast()),
    )
    .orderBy('isDefault', 'desc')
    .orderBy('createdAt', 'desc')
    .orderBy('id') // id breaks ties, so pages never overlap
    .limit(limit)
    .offset(offset)
    .execute()

export const countSavedSearches = (db: Db, userId: string, filter: SearchFilter): Promise<number> =>
  countRows(db, selectListed(db, userId, filter))

export const selectCriteria = (db: Db, userId: string, ids: readonly string[]) =>
  selectOwned(db, userId)
    .select(['id', 'name', 'criteria', 'criteriaIds'])
    .where('id', 'in', [...ids])
    .execute()

export async function getCriteriaBytes(db: Db, userId: string, ids: readonly string[]): Promise<number> {
  const { bytes } = await selectOwned(db, userId)
    .select(
      sql<number>`coalesce(sum(octet_length(criteria::text) + coalesce(octet_length(criteria_ids::text), 0)), 0)::integer`.as(
        'bytes',
      ),
    )
    .where('id', 'in', [...ids])
    .executeTakeFirstOrThrow()
  return bytes
}

type Row = Selectable<DB['savedSearches']>

export type CountColumns = Pick<
  Row,
  'lastCount' | 'lastCountAt' | 'lastDelivered' | 'viewedSet' | 'currentSet' | 'notifiedSet'
> &
  Pick<Row, 'addedCount' | 'removedCount' | 'visitedAt' | 'lastAttemptAt'>

type NewSearchRow = CountColumns &
  Pick<Row, 'id' | 'userId' | 'name' | 'emailChanges'> & { criteria: Criteria; at: Date }

export const insertSavedSearch = (db: Db, { criteria, at, ...row }: NewSearchRow) =>
  db
    .insertInto('savedSearches')
    .values({ ...row, ...toCriteriaColumns(criteria), createdAt: at, updatedAt: at })
    .execute()

export const countUserSearches = (db: Db, userId: string): Promise<number> => countRows(db, selectOwned(db, userId))

/** Deletes the saved searches and lists of a user. */
export async function deleteUserSearches(db: Db, userId: string): Promise<void> {
  await db.deleteFrom('propertyLists').where('userId', '=', userId).execute()
  await db.deleteFrom('savedSearches').where('userId', '=', userId).execute()
  await db.deleteFrom('savedSearchMails').where('userId', '=', userId).execute()
}

/**
 * Removes the counts of searches that exclude a record which has changed or is gone: they are no longer true. The next
 * recount counts again those that it can. The match sets stay, so that it still reports what is new since the last
 * visit and the last mail.
 */
export const uncountSearchesExcluding = (db: Db, userId: string, excluded: ExcludedRecord): Promise<void> =>
  uncountSearches(db, userId, excludes(excluded))

/** The same for searches that are limited to a list, themselves or in a stack, and for those that exclude such a search. */
export function uncountSearchesUsing(db: Db, userId: string, listId: string): Promise<void> {
  const listed = { only: { listIds: [listId] } }
  const isListed = (criteria: string) => sql<boolean>`(${sql.ref(criteria)} @> ${JSON.stringify(listed)}::jsonb
    or ${sql.ref(criteria)} @> ${JSON.stringify({ stack: { of: [{ criteria: listed }] } })}::jsonb)`
  return uncountSearches(
    db,
    userId,
    sql<boolean>`(${isListed('savedSearches.criteria')} or exists (
      select from saved_searches excluded where excluded.user_id = ${userId} and ${isListed('excluded.criteria')}
        and saved_searches.criteria -> 'exclude' -> 'savedSearchIds' ? excluded.id::text))`,
  )
}

async function uncountSearches(db: Db, userId: string, condition: RawBuilder<boolean>): Promise<void> {
  await db
    .updateTable('savedSearches')
    .set(({ eb }) => ({
      ...{ lastCount: null, lastCountAt: null, lastDelivered: null, addedCount: null, removedCount: null },
      ...{ lastAttemptAt: null, queuedAt: null },
      version: eb('version', '+', 1),
    }))
    .where('userId', '=', userId)
    .where(condition)
    .execute()
}

export const findByName = (db: Db, userId: string, name: string) =>
  selectOwned(db, userId).select('id').where(sql`lower(name)`, '=', sql`lower(${name})`).executeTakeFirst()

type SearchUpdate = Omit<Updateable<DB['savedSearches']>, 'criteria'> & { criteria?: Criteria }

/** Updates a search and increments its version, so that counts in progress do not apply. */
export const updateSavedSearch = (db: Db, id: string, { criteria, ...change }: SearchUpdate) =>
  db
    .updateTable('savedSearches')
    .set(({ eb }) => ({
      ...change,
      ...(criteria && toCriteriaColumns(criteria)),
      version: eb('version', '+', 1),
    }))
    .where('id', '=', id)
    .execute()

/** Locks a user's saved searches until the transaction ends, including names and a default that do not exist yet. */
export const lockSavedSearches = (db: Db, userId: string) => lockInTransaction(db, `saved-searches:${userId}`)

export async function setDefault(db: Db, userId: string, id: string): Promise<void> {
  const updateOwned = db.updateTable('savedSearches').where('userId', '=', userId).where('deletedAt', 'is', null)
  // Clears the old default first: the unique index is checked row by row.
  await updateOwned.set({ isDefault: false }).where('isDefault', '=', true).execute()
  await updateOwned.set({ isDefault: true }).where('id', '=', id).execute()
}

export const hasEverSaved = async (db: Db, userId: string): Promise<boolean> =>
  (await db.selectFrom('savedSearches').select('id').where('userId', '=', userId).limit(1).execute()).length > 0

export const findUserId = async (db: Db, email: string): Promise<string | undefined> =>
  (await selectAccounts(db).where('email', '=', email).executeTakeFirst())?.id

/** One that was the default is it again if it can be. */
export const restoreDeletedSearch = (db: Db, id: string, { canBeDefault }: { canBeDefault: boolean }) =>
  db
    .updateTable('savedSearches')
    .set({ deletedAt: null, isDefault: sql<boolean>`is_default and ${canBeDefault}` })
    .where('id', '=', id)
    .execute()

/** A search restored after this is recounted; one restored earlier keeps its changes. */
export const releaseSets = (db: Db, at: Date) =>
  db
    .updateTable('savedSearches')
    .set({ viewedSet: null, currentSet: null, notifiedSet: null, addedCount: null, removedCount: null })
    .set({ lastAttemptAt: null, queuedAt: null })
    .where('deletedAt', '<=', at)
    .where('currentSet', 'is not', null)
    .execute()
