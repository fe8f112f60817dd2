import type { Db } from '../../../platform/postgres/database.ts'

/**
 * Tells whether the hash is current, and keeps it so until the transaction ends. Of two concurrent sign-ins, the
 * second waits.
 */
export async function lockPassword(db: Db, userId: string, passwordHash: string): Promise<boolean> {
  const locked = await db
    .selectFrom('users')
    .select('id')
    .where('id', '=', userId)
    .where('passwordHash', '=', passwordHash)
    .where('isActive', '=', true)
    .where('emailVerifiedAt', 'is not', null)
    .forNoKeyUpdate()
    .executeTakeFirst()
  return locked !== undefined
}

export const replacePasswordHash = (db: Db, userId: string, from: string, to: string) =>
  db.updateTable('users').set({ passwordHash: to }).where('id', '=', userId).where('passwordHash', '=', from).execute()
