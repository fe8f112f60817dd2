import type { Role } from '@dooryard/contract/roles'
import type { ExpressionBuilder } from 'kysely'
import type { DB, Db } from '../../platform/postgres/database.ts'

type Registered = {
  email: string
  passwordHash: string
  phone: string
  firstName: string
  lastName: string
  companyName: string | null
}

/** Replaces what an account says that is not verified; false when it is by now. */
export async function replaceRegistered(db: Db, userId: string, { email: _, ...facts }: Registered, now: Date) {
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

export const selectUnverified = (db: Db, before: Date) =>
  db.selectFrom('users').select('id').where(isUnverifiedSince(before)).orderBy('id').execute()

/** Deletes an account that is still not verified, with its codes and its credits. Fails for one that more hangs on. */
export const deleteUnverified = (db: Db, userId: string, before: Date) =>
  db.deleteFrom('users').where('id', '=', userId).where(isUnverifiedSince(before)).execute()

/** False when it was verified before. */
export async function verifyUser(db: Db, userId: string, now: Date): Promise<boolean> {
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
