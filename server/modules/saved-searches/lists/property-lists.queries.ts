import type { Slice } from '@dooryard/contract/api/paging'
import { sql } from 'kysely'
import { lockInTransaction } from '../../../platform/postgres/advisory-locks.ts'
import { countRows } from '../../../platform/postgres/count-rows.ts'
import type { Db } from '../../../platform/postgres/database.ts'
import { containsText } from '../../../platform/postgres/text.ts'

export type ListRef = { userId: string; id: string }
export type ListFilter = { search?: string | undefined; propertyId?: string | undefined }

const columns = [
  ...(['id', 'name', 'properties', 'revision', 'found', 'foundVersion'] as const),
  ...(['createdAt', 'updatedAt'] as const),
] as const

const selectOwned = (db: Db, userId: string) =>
  db.selectFrom('propertyLists').where('userId', '=', userId).where('deletedAt', 'is', null)

export type ListRow = NonNullable<Awaited<ReturnType<typeof findList>>>

export const findList = (db: Db, { userId, id }: ListRef) =>
  selectOwned(db, userId).select(columns).where('id', '=', id).executeTakeFirst()

/** Locks the list until the transaction ends, so that two changes of it follow each other. */
export const lockList = (db: Db, { userId, id }: ListRef) =>
  selectOwned(db, userId).select(columns).where('id', '=', id).forUpdate().executeTakeFirst()

/** The ids of the properties in a list of the user; none of a deleted list or another user's. */
export const selectPropertiesOfList = (db: Db, list: ListRef) =>
  db
    .selectFrom('propertyListEntries')
    .select('propertyId')
    .where('listId', 'in', selectOwned(db, list.userId).select('id').where('id', '=', list.id))

/** Keeps two requests from taking the same name or the last place. */
export const lockUserLists = (db: Db, userId: string) => lockInTransaction(db, `property-lists:${userId}`)

const selectListed = (db: Db, userId: string, { search = '', propertyId }: ListFilter) =>
  selectOwned(db, userId)
    .where('name', 'ilike', containsText(search))
    .$if(propertyId !== undefined, (query) =>
      query.where(({ exists, selectFrom }) =>
        exists(
          selectFrom('propertyListEntries')
            .select('propertyId')
            .whereRef('listId', '=', 'propertyLists.id')
            .where('propertyId', '=', propertyId ?? ''),
        ),
      ),
    )

export const selectListPage = (db: Db, userId: string, filter: ListFilter, { limit, offset }: Slice) =>
  selectListed(db, userId, filter)
    .select(columns)
    .orderBy('updatedAt', 'desc')
    .orderBy('id') // id breaks ties, so pages never overlap
    .limit(limit)
    .offset(offset)
    .execute()

export const countLists = (db: Db, userId: string, filter: ListFilter = {}): Promise<number> =>
  countRows(db, selectListed(db, userId, filter))

/** How many of these lists there are. */
export const countListsAmong = (db: Db, { userId, listIds }: { userId: string; listIds: readonly string[] }) =>
  countRows(
    db,
    selectOwned(db, userId).where(({ eb, fn, val }) => eb('id', '=', fn.any(val([...listIds])))),
  )

export const findListByName = (db: Db, userId: string, name: string) =>
  selectOwned(db, userId).select('id').where(sql`lower(name)`, '=', sql`lower(${name})`).executeTakeFirst()

type NewList = ListRef & { name: string; createdAt: Date; updatedAt: Date }

export const insertList = (db: Db, list: NewList) =>
  db
    .insertInto('propertyLists')
    .values({ ...list, found: 0 })
    .execute()

export const updateListName = (db: Db, id: string, name: string, updatedAt: Date) =>
  db.updateTable('propertyLists').set({ name, updatedAt }).where('id', '=', id).execute()

type Entries = { listId: string; propertyIds: readonly string[] }

/** Adds those that the list does not have, in their order, while there is room. Returns the ids added. */
export async function insertEntries(
  db: Db,
  { listId, propertyIds, at, room }: Entries & { at: Date; room: number },
): Promise<string[]> {
  const { rows } = await sql<{ propertyId: string }>`
    insert into property_list_entries (list_id, property_id, added_at)
    select ${listId}::uuid, given.id, ${at}
    from unnest(${[...propertyIds]}::text[]) with ordinality as given (id, place)
    where not exists (
      select from property_list_entries there where there.list_id = ${listId} and there.property_id = given.id
    )
    group by given.id order by min(given.place) limit ${room}
    returning property_id as "propertyId"`.execute(db)
  return rows.map(({ propertyId }) => propertyId)
}

/** Returns the ids removed. */
export async function deleteEntries(db: Db, { listId, propertyIds }: Entries): Promise<string[]> {
  const rows = await db
    .deleteFrom('propertyListEntries')
    .where('listId', '=', listId)
    .where(({ eb, fn, val }) => eb('propertyId', '=', fn.any(val([...propertyIds]))))
    .returning('propertyId')
    .execute()
  return rows.map(({ propertyId }) => propertyId)
}

/** How many of these the list has. */
export const countEntriesAmong = (db: Db, { listId, propertyIds }: Entries): Promise<number> =>
  countRows(
    db,
    db
      .selectFrom('propertyListEntries')
      .where('listId', '=', listId)
      .where(({ eb, fn, val }) => eb('propertyId', '=', fn.any(val([...propertyIds])))),
  )

/** Counts the entries again, as of another revision. */
export const recordChange = (db: Db, id: string, updatedAt: Date): Promise<ListRow> =>
  db
    .updateTable('propertyLists')
    .set(({ eb }) => ({
      properties: sql<number>`(select count(*) from property_list_entries where list_id = ${id})`,
      revision: eb('revision', '+', 1),
      updatedAt,
    }))
    .where('id', '=', id)
    .returning(columns)
    .executeTakeFirstOrThrow()

export const listEntryIds = async (db: Db, listId: string): Promise<string[]> =>
  (
    await db
      .selectFrom('propertyListEntries')
      .select('propertyId')
      .where('listId', '=', listId)
      .orderBy('addedAt')
      .orderBy('propertyId')
      .execute()
  ).map(({ propertyId }) => propertyId)

/** Properties of these lists, those in several once, with the last time that one of them was added. */
export const listEntriesOfLists = (db: Db, { userId, listIds }: { userId: string; listIds: readonly string[] }) =>
  db
    .selectFrom('propertyListEntries')
    .select(({ fn }) => ['propertyId', fn.max('addedAt').as('addedAt')])
    .where(
      'listId',
      'in',
      selectOwned(db, userId)
        .select('id')
        .where(({ eb, fn, val }) => eb('id', '=', fn.any(val([...listIds])))),
    )
    .groupBy('propertyId')
    .execute()

/** Each list with its revision and its properties, read at once. */
export const readLists = (
  db: Db,
  { userId, listIds, withDeleted = false }: { userId: string; listIds: readonly string[]; withDeleted?: boolean },
) =>
  db
    .selectFrom('propertyLists')
    .leftJoin('propertyListEntries', 'propertyListEntries.listId', 'propertyLists.id')
    .select(['propertyLists.id', 'propertyLists.revision'])
    .select(sql<string>`coalesce(string_agg(property_id, ','), '')`.as('propertyIds'))
    .where('userId', '=', userId)
    .where(({ eb, fn, val }) => eb('propertyLists.id', '=', fn.any(val([...listIds]))))
    .$if(!withDeleted, (query) => query.where('deletedAt', 'is', null))
    .groupBy('propertyLists.id')
    .execute()

/** Records how many properties were found; nothing if the list has changed meanwhile. */
export const storeFound = (db: Db, { id, revision }: ListRow, found: number, foundVersion: string) =>
  db
    .updateTable('propertyLists')
    .set({ found, foundVersion })
    .where('id', '=', id)
    .where('revision', '=', revision)
    .execute()

export const restoreDeletedList = (db: Db, id: string) =>
  db.updateTable('propertyLists').set({ deletedAt: null }).where('id', '=', id).execute()
