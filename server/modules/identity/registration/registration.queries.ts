import type { Role } from '@dooryard/contract/api/roles'
import type { ExpressionBuilder, Insertable, Updateable } from 'kysely'
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

/** Keeps the password of the later of two registrations. */
export const saveRegistrationAttempt = (db: Db, attempt: Insertable<DB['registrationAttempts']>) =>
  db
    .insertInto('registrationAttempts')
    .values(attempt)
    .onConflict((conflict) =>
      conflict
        .column('userId')
        .doUpdateSet({ passwordHash: attempt.passwordHash, expiresAt: attempt.expiresAt })
        .where('registrationAttempts.expiresAt', '<', new Date(attempt.expiresAt)),
    )
    .execute()

/** The password of a registration that changed nothing, because the address had an account. */
export const findAttemptedPassword = (db: Db, userId: string, now: Date) =>
  db
    .selectFrom('registrationAttempts')
    .select('passwordHash')
    .where('userId', '=', userId)
    .where('expiresAt', '>', now)
    .executeTakeFirst()

export const deleteExpiredAttempts = (db: Db, now: Date) =>
  db.deleteFrom('registrationAttempts').where('expiresAt', '<', now).execute()
