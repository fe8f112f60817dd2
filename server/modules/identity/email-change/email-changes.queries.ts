import type { Insertable } from 'kysely'
import type { DB, Db } from '../../../platform/postgres/database.ts'

export type EmailChangeRow = { newEmail: string; newCodeHash: Buffer; currentCodeHash: Buffer }

/** Replaces an earlier change of the user; false if this or a later one is saved already. */
export async function saveEmailChange(db: Db, { userId, ...change }: Insertable<DB['emailChanges']>): Promise<boolean> {
  const result = await db
    .insertInto('emailChanges')
    .values({ userId, ...change })
    .onConflict((conflict) =>
      conflict
        .column('userId')
        .doUpdateSet({ ...change, guesses: 0 })
        .where('emailChanges.expiresAt', '<', new Date(change.expiresAt)),
    )
    .executeTakeFirst()
  return result.numInsertedOrUpdatedRows === 1n
}

/** Counts an attempt before returning what to compare it with; undefined without a change or after `allowed` attempts. */
export const countEmailChangeAttempt = (
  db: Db,
  { userId, allowed, now }: { userId: string; allowed: number; now: Date },
): Promise<EmailChangeRow | undefined> =>
  db
    .updateTable('emailChanges')
    .set(({ eb }) => ({ guesses: eb('guesses', '+', 1) }))
    .where('userId', '=', userId)
    .where('guesses', '<', allowed)
    .where('expiresAt', '>', now)
    .returning(['newEmail', 'newCodeHash', 'currentCodeHash'])
    .executeTakeFirst()

/** False if the change was used, ended or replaced concurrently. */
export async function takeEmailChange(db: Db, userId: string, newCodeHash: Buffer): Promise<boolean> {
  const result = await db
    .deleteFrom('emailChanges')
    .where('userId', '=', userId)
    .where('newCodeHash', '=', newCodeHash)
    .executeTakeFirst()
  return result.numDeletedRows === 1n
}

export const deleteEmailChange = (db: Db, userId: string) =>
  db.deleteFrom('emailChanges').where('userId', '=', userId).execute()

export const deleteExpiredEmailChanges = (db: Db, expiredBefore: Date) =>
  db.deleteFrom('emailChanges').where('expiresAt', '<', expiredBefore).execute()
