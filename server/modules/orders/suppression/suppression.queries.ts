import type { Slice } from '@dooryard/contract/api/paging'
import { type Selectable, sql } from 'kysely'
import { lockInTransaction } from '../../../platform/postgres/advisory-locks.ts'
import { countRows } from '../../../platform/postgres/count-rows.ts'
import type { DB, Db } from '../../../platform/postgres/database.ts'
import type { AddressEntry, FoundProperties, ListedProperties } from '../../properties/index.ts'
import { selectInProgress } from '../read/stats.queries.ts'

const columns = [
  ...(['id', 'name', 'fileName', 'rowsRead', 'rowsRejected', 'rejected', 'entries', 'revision'] as const),
  ...(['createdAt', 'updatedAt'] as const),
] as const

export type ListRow = Pick<Selectable<DB['suppressionLists']>, (typeof columns)[number]>

export type OwnedList = { userId: string; id: string }

const selectOwned = (db: Db, userId: string) => db.selectFrom('suppressionLists').where('userId', '=', userId)

export const selectListPage = (db: Db, userId: string, { limit, offset }: Slice): Promise<ListRow[]> =>
  selectOwned(db, userId)
    .select(columns)
    .orderBy('createdAt', 'desc')
    .orderBy('id') // id breaks ties, so pages never overlap
    .limit(limit)
    .offset(offset)
    .execute()

export const countLists = (db: Db, userId: string): Promise<number> => countRows(db, selectOwned(db, userId))

export const findLists = (db: Db, userId: string, ids: readonly string[]): Promise<ListRow[]> =>
  selectOwned(db, userId)
    .select(columns)
    .where(({ eb, fn, val }) => eb('id', '=', fn.any(val([...ids]))))
    .execute()

/** Locks the list until the transaction ends. */
export const lockList = (db: Db, { userId, id }: OwnedList): Promise<ListRow | undefined> =>
  selectOwned(db, userId).select(columns).where('id', '=', id).forUpdate().executeTakeFirst()

/** Locks the lists of a user until the transaction ends, including those that do not exist yet. */
export const lockUserLists = (db: Db, userId: string) => lockInTransaction(db, `suppression-lists:${userId}`)

export const findListByName = (db: Db, userId: string, name: string) =>
  selectOwned(db, userId).select('id').where(sql`lower(name)`, '=', sql`lower(${name})`).executeTakeFirst()

type FileFacts = { fileName: string; rowsRead: number; rowsRejected: number }
export type NewFile = FileFacts & { rejected: readonly { line: number; reason: string }[]; at: Date }

export const insertList = (db: Db, { at, rejected, ...list }: NewFile & OwnedList & { name: string }) =>
  db
    .insertInto('suppressionLists')
    .values({ ...list, rejected: JSON.stringify(rejected), entries: 0, createdAt: at, updatedAt: at })
    .execute()

/** Adds the entries that the list does not have yet. The list is locked, or new in this transaction. */
export const insertEntries = (db: Db, listId: string, entries: readonly AddressEntry[]) =>
  sql`insert into suppression_entries (list_id, kind, zip, value)
    select ${listId}::uuid, * from unnest(
      ${entries.map(({ kind }) => kind)}::text[], ${entries.map(({ zip }) => zip)}::text[],
      ${entries.map(({ value }) => value)}::text[])
    on conflict do nothing`.execute(db)

export const countEntries = (db: Db, listId: string): Promise<number> =>
  countRows(db, db.selectFrom('suppressionEntries').where('listId', '=', listId))

/** Adds to the entries of the day, and returns them. Concurrent uploads of a user wait for each other. */
export async function addDailyEntries(
  db: Db,
  added: { userId: string; day: string; entries: number },
): Promise<number> {
  const { entries } = await db
    .insertInto('suppressionDailyEntries')
    .values(added)
    .onConflict((conflict) =>
      conflict.columns(['userId', 'day']).doUpdateSet(({ eb, ref }) => ({
        entries: eb('suppressionDailyEntries.entries', '+', ref('excluded.entries')),
      })),
    )
    .returning('entries')
    .executeTakeFirstOrThrow()
  return entries
}

export const purgeDailyEntries = (db: Db, before: string) =>
  db.deleteFrom('suppressionDailyEntries').where('day', '<', before).execute()

export const setEntryCount = (db: Db, id: string, entries: number): Promise<ListRow> =>
  db.updateTable('suppressionLists').set({ entries }).where('id', '=', id).returning(columns).executeTakeFirstOrThrow()

/** Counts the rows of one more file. */
export const addFileFacts = (db: Db, id: string, { fileName, rowsRead, rowsRejected, rejected, at }: NewFile) =>
  db
    .updateTable('suppressionLists')
    .set(({ eb }) => ({
      fileName,
      rejected: JSON.stringify(rejected),
      rowsRead: eb('rowsRead', '+', rowsRead),
      rowsRejected: eb('rowsRejected', '+', rowsRejected),
      revision: eb('revision', '+', 1),
      updatedAt: at,
    }))
    .where('id', '=', id)
    .execute()

export const updateName = (db: Db, id: string, name: string): Promise<ListRow> =>
  db.updateTable('suppressionLists').set({ name }).where('id', '=', id).returning(columns).executeTakeFirstOrThrow()

export const deleteList = (db: Db, id: string) => db.deleteFrom('suppressionLists').where('id', '=', id).execute()

/** Whether an order of the user that is in progress excludes a suppression list, itself or by an excluded search. */
export async function isListInOrder(db: Db, { userId, id }: OwnedList): Promise<boolean> {
  const exclusion = JSON.stringify({ exclude: { suppressionListIds: [id] } })
  const uses = selectInProgress(db)
    .where('userId', '=', userId)
    .where(sql<boolean>`(criteria @> ${exclusion}::jsonb or excluded_criteria @> ${`[${exclusion}]`}::jsonb)`)
  return (await countRows(db, uses)) > 0
}

export const deleteUserSuppressionLists = (db: Db, userId: string) =>
  db.deleteFrom('suppressionLists').where('userId', '=', userId).execute()

export async function readEntries(db: Db, listId: string): Promise<ListedProperties> {
  const rows = await db
    .selectFrom('suppressionEntries')
    .select(['kind', 'zip', 'value'])
    .where('listId', '=', listId)
    .execute()
  const ofKind = (kind: AddressEntry['kind']) => rows.filter((row) => row.kind === kind)
  const toMailboxes = (kind: AddressEntry['kind']) => ofKind(kind).map(({ zip, value }) => ({ zip, words: value }))
  return {
    propertyIds: ofKind('PROPERTY').map(({ value }) => value),
    addresses: toMailboxes('ADDRESS'),
    lines: toMailboxes('LINE'),
  }
}

/** Which of these entries are in one of the lists. */
export async function findListedEntries(
  db: Db,
  listIds: readonly string[],
  entries: readonly AddressEntry[],
): Promise<AddressEntry[]> {
  const { rows } = await sql<AddressEntry>`
    select distinct kind, zip, value from suppression_entries
    join unnest(${entries.map(({ kind }) => kind)}::text[], ${entries.map(({ zip }) => zip)}::text[],
      ${entries.map(({ value }) => value)}::text[]) as given (kind, zip, value) using (kind, zip, value)
    where list_id = any(${[...listIds]}::uuid[])`.execute(db)
  return rows
}

/** The number of matches of this version; undefined if another one was found last. */
export const findMatchCount = async (db: Db, listId: string, version: string): Promise<number | undefined> =>
  (await selectMatches(db, listId, version).select('properties').executeTakeFirst())?.properties

/** The numbers of matches of the lists, each of the version that was found last. */
export const listMatchCounts = (db: Db, listIds: readonly string[]) =>
  db
    .selectFrom('suppressionMatches')
    .select(['listId', 'version', 'properties'])
    .where(({ eb, fn, val }) => eb('listId', '=', fn.any(val([...listIds]))))
    .execute()

export async function findMatches(db: Db, listId: string, version: string): Promise<FoundProperties | undefined> {
  const row = await selectMatches(db, listId, version).select(['properties', 'propertyIds']).executeTakeFirst()
  return row && { ids: row.propertyIds, count: row.properties }
}

const selectMatches = (db: Db, listId: string, version: string) =>
  db.selectFrom('suppressionMatches').where('listId', '=', listId).where('version', '=', version)

/** Replaces the matches of another version; those of a list that was deleted meanwhile are not stored. */
export const storeMatches = (db: Db, listId: string, version: string, { ids, count }: FoundProperties) =>
  db
    .insertInto('suppressionMatches')
    .columns(['listId', 'version', 'propertyIds', 'properties'])
    .expression(({ selectFrom, val }) =>
      selectFrom('suppressionLists')
        .select(['id', sql<string>`${version}`.as('version'), val(ids).as('propertyIds')])
        .select(sql<number>`${count}::integer`.as('properties'))
        .where('id', '=', listId),
    )
    .onConflict((conflict) =>
      conflict.column('listId').doUpdateSet(({ ref }) => ({
        version: ref('excluded.version'),
        propertyIds: ref('excluded.propertyIds'),
        properties: ref('excluded.properties'),
      })),
    )
    .execute()
