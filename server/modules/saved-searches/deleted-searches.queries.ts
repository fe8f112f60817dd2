import type { Db } from '../../platform/postgres/database.ts'

/** Deletes a user's search so that it can be had back; false where there is none. */
export async function markDeleted(db: Db, userId: string, id: string, at: Date): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('savedSearches')
    .set({ deletedAt: at })
    .where('id', '=', id)
    .where('userId', '=', userId)
    .where('deletedAt', 'is', null)
    .executeTakeFirst()
  return numUpdatedRows === 1n
}

/** A search of a user's that was deleted after `since`. */
export const findDeleted = (db: Db, userId: string, id: string, since: Date) =>
  db
    .selectFrom('savedSearches')
    .select(['id', 'name', 'isDefault'])
    .where('id', '=', id)
    .where('userId', '=', userId)
    .where('deletedAt', '>', since)
    .executeTakeFirst()

export const unmarkDeleted = (db: Db, id: string, isDefault: boolean) =>
  db.updateTable('savedSearches').set({ deletedAt: null, isDefault }).where('id', '=', id).execute()

/**
 * What was deleted before `at` points at no matches any more: had back, it is counted anew. Until then it comes back with
 * its changes, as whoever takes back a slip expects.
 */
export const releaseSets = (db: Db, at: Date) =>
  db
    .updateTable('savedSearches')
    .set({
      seenSet: null,
      latestSet: null,
      toldSet: null,
      entered: null,
      departed: null,
      triedAt: null,
      queuedAt: null,
    })
    .where('deletedAt', '<=', at)
    .where('latestSet', 'is not', null)
    .execute()

/** Deletes for good what was deleted before `at`, with its counts. */
export const deleteMarked = (db: Db, at: Date) => db.deleteFrom('savedSearches').where('deletedAt', '<=', at).execute()

/** Deletes for good what a user deleted, but for the last `kept`. */
export const deleteMarkedBeyond = (db: Db, userId: string, kept: number) =>
  db
    .deleteFrom('savedSearches')
    .where('id', 'in', (inside) =>
      inside
        .selectFrom('savedSearches')
        .select('id')
        .where('userId', '=', userId)
        .where('deletedAt', 'is not', null)
        .orderBy('deletedAt', 'desc')
        .orderBy('id')
        .offset(kept),
    )
    .execute()
