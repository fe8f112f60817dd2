import type { Db } from '../../platform/postgres/database.ts'

/** Whether the hash is right, which it stays until the transaction ends. Of two sign-ins at once, the second waits. */
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

export const replaceHash = (db: Db, userId: string, from: string, to: string) =>
  db.updateTable('users').set({ passwordHash: to }).where('id', '=', userId).where('passwordHash', '=', from).execute()
