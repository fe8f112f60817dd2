import type { Db } from '../../platform/postgres/database.ts'

/** Tables whose deleted records can be restored for a while. */
type RestorableTable = 'savedSearches' | 'propertyLists'

type OwnedRecord = { userId: string; id: string }

/** Marks a record as deleted, so that it can be restored. Returns false if it does not exist. */
export async function softDelete(
  db: Db,
  table: RestorableTable,
  { userId, id, at }: OwnedRecord & { at: Date },
): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable(table)
    .set({ deletedAt: at })
    .where('id', '=', id)
    .where('userId', '=', userId)
    .where('deletedAt', 'is', null)
    .executeTakeFirstOrThrow()
  return numUpdatedRows === 1n
}

/** A record that was deleted after `since`. */
export const findDeleted = (db: Db, table: RestorableTable, { userId, id, since }: OwnedRecord & { since: Date }) =>
  db
    .selectFrom(table)
    .select(['id', 'name'])
    .where('id', '=', id)
    .where('userId', '=', userId)
    .where('deletedAt', '>', since)
    .executeTakeFirst()

export const purgeDeletedBefore = (db: Db, table: RestorableTable, at: Date) =>
  db.deleteFrom(table).where('deletedAt', '<=', at).execute()

/** Permanently deletes a user's deleted records except the last `kept`. */
export const deleteOldestDeleted = (
  db: Db,
  table: RestorableTable,
  { userId, kept }: { userId: string; kept: number },
) =>
  db
    .deleteFrom(table)
    .where('id', 'in', (eb) =>
      eb
        .selectFrom(table)
        .select('id')
        .where('userId', '=', userId)
        .where('deletedAt', 'is not', null)
        .orderBy('deletedAt', 'desc')
        .orderBy('id')
        .offset(kept),
    )
    .execute()
