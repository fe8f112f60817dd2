import type { Db } from '../../platform/postgres/database.ts'

/** Whether a user has an open account, which it then stays until the transaction ends. */
export async function holdUser(db: Db, userId: string): Promise<boolean> {
  const held = await db
    .selectFrom('users')
    .select('id')
    .where('id', '=', userId)
    .where('closedAt', 'is', null)
    .forShare()
    .executeTakeFirst()
  return held !== undefined
}

/** Where the administrators who are to hear of trouble get their mail. */
export async function administratorEmails(db: Db): Promise<string[]> {
  const administrators = await db
    .selectFrom('users')
    .select('email')
    .where('role', '=', 'SUPER_ADMIN')
    .where('isActive', '=', true)
    .where('closedAt', 'is', null)
    .orderBy('id')
    .execute()
  return administrators.map(({ email }) => email)
}
