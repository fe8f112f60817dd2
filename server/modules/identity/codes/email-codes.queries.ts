import { sql } from 'kysely'
import type { Db } from '../../../platform/postgres/database.ts'

export type CodePurpose = 'VERIFY_EMAIL' | 'RESET_PASSWORD' | 'INVITATION' | 'SIGN_IN_LINK'

/** The stored hash of a consumed code: no code has this hash. */
const consumedHash = Buffer.alloc(0)

type NewCodeRow = { userId: string; purpose: CodePurpose; codeHash: Buffer; expiresAt: Date }

/** False if another code was requested at the same time or later, or there is no such user. */
export async function saveCode(db: Db, row: NewCodeRow): Promise<boolean> {
  const result = await db
    .insertInto('emailCodes')
    .columns(['userId', 'purpose', 'codeHash', 'expiresAt'])
    .expression(({ selectFrom, val }) =>
      selectFrom('users')
        .where('id', '=', row.userId)
        .select([
          'id',
          val(row.purpose).as('purpose'),
          val(row.codeHash).as('codeHash'),
          val(row.expiresAt).as('expiresAt'),
        ]),
    )
    .onConflict((conflict) =>
      conflict
        .columns(['userId', 'purpose'])
        .doUpdateSet({ codeHash: row.codeHash, expiresAt: row.expiresAt, guesses: 0 })
        .where('emailCodes.expiresAt', '<', row.expiresAt),
    )
    .executeTakeFirst()
  return result.numInsertedOrUpdatedRows === 1n
}

/** Selects the codes of a user in the order in which they are always locked, to avoid deadlocks. */
const selectCodesForUpdate = (db: Db, userId: string) =>
  db.selectFrom('emailCodes').select('purpose').where('userId', '=', userId).orderBy('purpose').forNoKeyUpdate()

/**
 * Counts an attempt against each code of these purposes before returning what to compare it with; returns no hash if
 * there is no code or after `allowed` attempts. `knownId`, on every row, is the user with the email, with a code or
 * without.
 */
export const countCodeAttempt = (
  db: Db,
  attempt: { email: string; purposes: readonly CodePurpose[]; allowed: number; now: Date },
) =>
  db
    .with('guessed', (qb) =>
      qb
        .selectFrom('emailCodes')
        .innerJoin('users', 'users.id', 'emailCodes.userId')
        .select(['emailCodes.userId', 'emailCodes.purpose'])
        .where(({ fn, ref }) => fn('lower', [ref('users.email')]), '=', attempt.email.toLowerCase())
        .where('users.isActive', '=', true)
        .where('emailCodes.purpose', 'in', attempt.purposes)
        .orderBy('emailCodes.purpose')
        .forNoKeyUpdate('emailCodes'),
    )
    .with('counted', (qb) =>
      qb
        .updateTable('emailCodes')
        .from('guessed')
        .set(({ eb }) => ({ guesses: eb('emailCodes.guesses', '+', 1) }))
        .whereRef('emailCodes.userId', '=', 'guessed.userId')
        .whereRef('emailCodes.purpose', '=', 'guessed.purpose')
        .where('emailCodes.guesses', '<', attempt.allowed)
        .where('emailCodes.expiresAt', '>', attempt.now)
        .returning(['emailCodes.userId', 'emailCodes.purpose', 'emailCodes.codeHash']),
    )
    // A counted attempt waits for the disk. A message in the write-ahead log makes an uncounted one wait as long;
    // otherwise the time would reveal whether a code was sent, and so whether there is an account.
    .selectFrom(sql`(select pg_logical_emit_message(true, 'guess', ''))`.as('written'))
    .leftJoin('counted', (join) => join.onTrue())
    .leftJoin('users', (join) =>
      join.on(({ fn, ref }) => fn('lower', [ref('users.email')]), '=', attempt.email.toLowerCase()),
    )
    .select(['counted.userId', 'counted.purpose', 'counted.codeHash', 'users.id as knownId'])
    .execute()

/** False if it was consumed or replaced concurrently. */
export async function markCodeConsumed(
  db: Db,
  userId: string,
  purpose: CodePurpose,
  codeHash: Buffer,
): Promise<boolean> {
  await selectCodesForUpdate(db, userId).execute()
  const result = await db
    .updateTable('emailCodes')
    .set({ codeHash: consumedHash })
    .where('userId', '=', userId)
    .where('purpose', '=', purpose)
    .where('codeHash', '=', codeHash)
    .executeTakeFirst()
  return result.numUpdatedRows === 1n
}

/** Consumes a link that signs in, and returns its user with the password of that time: of two calls, the second gets none. */
export const takeSignInLink = (db: Db, codeHash: Buffer, now: Date) =>
  db
    .updateTable('emailCodes')
    .from('users')
    .set({ codeHash: consumedHash })
    .whereRef('users.id', '=', 'emailCodes.userId')
    .where('emailCodes.purpose', '=', 'SIGN_IN_LINK' satisfies CodePurpose)
    .where('emailCodes.codeHash', '=', codeHash)
    .where('emailCodes.expiresAt', '>', now)
    .returning(['emailCodes.userId', 'users.passwordHash'])
    .executeTakeFirst()

/** Locks the codes of a user, for a caller that locks the user before it knows which codes end. */
export const lockCodes = (db: Db, userId: string) => selectCodesForUpdate(db, userId).execute()

export async function invalidateCodes(db: Db, userId: string, purpose?: CodePurpose): Promise<void> {
  await selectCodesForUpdate(db, userId).execute()
  await db
    .updateTable('emailCodes')
    .set({ codeHash: consumedHash })
    .where('userId', '=', userId)
    .$if(purpose !== undefined, (query) => query.where('purpose', '=', purpose ?? ''))
    .execute()
}

/** Blocks creating, verifying and consuming codes until the transaction ends. Codes are always locked before users. */
export const lockEmailCodes = (db: Db) => sql`lock table email_codes in exclusive mode`.execute(db)

export const deleteExpiredCodes = (db: Db, expiredBefore: Date) =>
  db.deleteFrom('emailCodes').where('expiresAt', '<', expiredBefore).execute()

export async function deleteCodes(db: Db, userId: string): Promise<void> {
  await selectCodesForUpdate(db, userId).execute()
  await db.deleteFrom('emailCodes').where('userId', '=', userId).execute()
}
