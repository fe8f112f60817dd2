import type { Role } from '@dooryard/contract/api/roles'
import type { ExpressionBuilder, Updateable } from 'kysely'
import type { DB, Db } from '../../../platform/postgres/database.ts'

/** False if the account has been verified since. */
export async function replaceUnverifiedUser(
  db: Db,
  userId: string,
  { email: _, ...facts }: Updateable<DB['users']>,
  now: Date,
) {
  const result = await db
    .updateTable('users')
    .set({ ...facts, updatedAt: now })
    .where('id', '=', userId)
    .where('emailVerifiedAt', 'is', null)
    .executeTakeFirst()
  return result.numUpdatedRows === 1n
}

const isUnverifiedSince =
  (before: Date) =>
  ({ and, eb }: ExpressionBuilder<DB, 'users'>) =>
    and([
      eb('role', '=', 'CONSUMER_USER' satisfies Role),
      eb('madeByAdministrator', '=', false),
      eb('isActive', '=', true),
      eb('emailVerifiedAt', 'is', null),
      eb('updatedAt', '<', before),
    ])

export const listUnverifiedUsers = (db: Db, before: Date) =>
  db.selectFrom('users').select('id').where(isUnverifiedSince(before)).orderBy('id').execute()

/** Deletes the account with its codes and credits. Fails where anything else refers to it. */
export const deleteUnverifiedUser = (db: Db, userId: string, before: Date) =>
  db.deleteFrom('users').where('id', '=', userId).where(isUnverifiedSince(before)).execute()

/** False if it was already verified. */
export async function markUserVerified(db: Db, userId: string, now: Date): Promise<boolean> {
  const result = await db
    .updateTable('users')
    .set({ emailVerifiedAt: now, updatedAt: now })
    .where('id', '=', userId)
    .where('emailVerifiedAt', 'is', null)
    .executeTakeFirst()
  return result.numUpdatedRows === 1n
}

export const replacePassword = (db: Db, userId: string, passwordHash: string, now: Date) =>
  db
    .updateTable('users')
    .set({ passwordHash, updatedAt: now })
    .where('id', '=', userId)
    .returning(['email', 'firstName', 'emailVerifiedAt'])
    .executeTakeFirstOrThrow()
