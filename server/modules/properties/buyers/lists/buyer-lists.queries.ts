import type { Slice } from '@dooryard/contract/api/paging'
import { sql } from 'kysely'
import type { ClickHouse } from '../../../../platform/clickhouse/client.ts'
import { lockInTransaction } from '../../../../platform/postgres/advisory-locks.ts'
import { countRows } from '../../../../platform/postgres/count-rows.ts'
import type { Db } from '../../../../platform/postgres/database.ts'
import { createBinder, idListSql } from '../../search/compile/clauses.ts'

export type ListRef = { userId: string; id: string }

const selectLists = (db: Db, userId: string) =>
  db
    .selectFrom('buyerLists')
    .select(['id', 'name', 'createdAt'])
    .select(({ selectFrom }) =>
      selectFrom('buyerListEntries')
        .select(({ fn }) => fn.countAll<number>().as('count'))
        .whereRef('buyerListEntries.listId', '=', 'buyerLists.id')
        .as('buyers'),
    )
    .where('userId', '=', userId)

export type BuyerListRow = NonNullable<Awaited<ReturnType<typeof findList>>>

export const listBuyerListRows = (db: Db, userId: string) =>
  selectLists(db, userId).orderBy(sql`lower(name)`).orderBy('id').execute()

export const findList = (db: Db, { userId, id }: ListRef) =>
  selectLists(db, userId).where('id', '=', id).executeTakeFirst()

export const findListByName = (db: Db, userId: string, name: string) =>
  db
    .selectFrom('buyerLists')
    .select('id')
    .where('userId', '=', userId)
    .where(sql<string>`lower(name)`, '=', sql<string>`lower(${name})`)
    .executeTakeFirst()

/** Also keeps two changes from filling the last place of a list. */
export const lockList = (db: Db, { userId, id }: ListRef) =>
  db
    .selectFrom('buyerLists')
    .select('id')
    .where('userId', '=', userId)
    .where('id', '=', id)
    .forUpdate()
    .executeTakeFirst()

/** Keeps two requests from taking the same name or the last place. */
export const lockBuyerLists = (db: Db, userId: string) => lockInTransaction(db, `buyer-lists:${userId}`)

export const countLists = (db: Db, userId: string): Promise<number> =>
  countRows(db, db.selectFrom('buyerLists').where('userId', '=', userId))

export const insertList = (db: Db, list: ListRef & { name: string; createdAt: Date }) =>
  db.insertInto('buyerLists').values(list).execute()

export const updateListName = (db: Db, id: string, name: string) =>
  db.updateTable('buyerLists').set({ name }).where('id', '=', id).execute()

export async function deleteList(db: Db, { userId, id }: ListRef): Promise<boolean> {
  const { numDeletedRows } = await db
    .deleteFrom('buyerLists')
    .where('userId', '=', userId)
    .where('id', '=', id)
    .executeTakeFirstOrThrow()
  return numDeletedRows > 0n
}

export type SavedOwner = { ownerKey: string; propertyId: string }

export const insertEntries = (db: Db, listId: string, owners: readonly SavedOwner[], addedAt: Date) =>
  db
    .insertInto('buyerListEntries')
    .values(owners.map((owner) => ({ ...owner, listId, addedAt })))
    .onConflict((conflict) => conflict.columns(['listId', 'ownerKey']).doNothing())
    .execute()

const selectEntries = (db: Db, listId: string) =>
  db.selectFrom('buyerListEntries').select(['ownerKey', 'propertyId', 'addedAt']).where('listId', '=', listId)

export const countEntries = (db: Db, listId: string): Promise<number> =>
  countRows(db, db.selectFrom('buyerListEntries').where('listId', '=', listId))

export const listEntries = (db: Db, listId: string, { limit, offset }: Slice) =>
  selectEntries(db, listId).orderBy('addedAt', 'desc').orderBy('ownerKey').limit(limit).offset(offset).execute()

export async function deleteEntry(db: Db, listId: string, ownerKey: string): Promise<boolean> {
  const { numDeletedRows } = await db
    .deleteFrom('buyerListEntries')
    .where('listId', '=', listId)
    .where('ownerKey', '=', ownerKey)
    .executeTakeFirstOrThrow()
  return numDeletedRows > 0n
}

/** The owners of properties; none for those without a known owner. */
export async function listOwnerKeys(
  clickhouse: ClickHouse,
  propertyIds: readonly string[],
  signal?: AbortSignal,
): Promise<SavedOwner[]> {
  const { bind, params } = createBinder()
  return clickhouse.rows<SavedOwner>(
    `select toString(any(property_id)) as propertyId, toString(owner_key) as ownerKey from properties
     where property_id in ${idListSql(bind, propertyIds)} and owner_key != 0 group by owner_key order by owner_key`,
    params,
    { signal },
  )
}
