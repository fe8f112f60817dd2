import type { Db } from '../../platform/postgres/database.ts'

/**
 * Whether a user who may sign in has this hash, which then stays theirs until the transaction ends. Of two who sign in as
 * one user at once, the second waits for the first.
 */
export async function holdPassword(db: Db, userId: string, passwordHash: string): Promise<boolean> {
  const held = await db
    .selectFrom('users')
    .select('id')
    .where('id', '=', userId)
    .where('passwordHash', '=', passwordHash)
    .where('isActive', '=', true)
    .where('emailVerifiedAt', 'is not', null)
    .forNoKeyUpdate()
    .executeTakeFirst()
  return held !== undefined
}

/** Changes the hash of a password that stays the same, unless somebody changed it since. */
export const replaceHash = (db: Db, userId: string, from: string, to: string) =>
  db.updateTable('users').set({ passwordHash: to }).where('id', '=', userId).where('passwordHash', '=', from).execute()
