import { sql } from 'kysely'
import type { Db } from '../../platform/postgres/database.ts'

export type CodePurpose = 'VERIFY_EMAIL' | 'RESET_PASSWORD' | 'INVITATION'

/** What is left of a code that was spent: no code has this hash. */
const spent = Buffer.alloc(0)

type NewCodeRow = { userId: string; purpose: CodePurpose; codeHash: Buffer; expiresAt: Date }

/** False where another code was asked for at the same time or later, or there is no such user. */
export async function putCode(db: Db, row: NewCodeRow): Promise<boolean> {
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

/** The codes of a user, in the order in which whoever locks several locks them, so that two never wait for each other. */
const codesInOrder = (db: Db, userId: string) =>
  db.selectFrom('emailCodes').select('purpose').where('userId', '=', userId).orderBy('purpose').forNoKeyUpdate()

/**
 * Counts a guess against each code of these purposes, and only then says what to compare it with; nothing where there
 * is no code, or once `allowed` guesses were made. `knownId`, on every row, is whoever has the email, with a code or
 * without.
 */
export const countGuess = (
  db: Db,
  guess: { email: string; purposes: readonly CodePurpose[]; allowed: number; now: Date },
) =>
  db
    .with('guessed', (inside) =>
      inside
        .selectFrom('emailCodes')
        .innerJoin('users', 'users.id', 'emailCodes.userId')
        .select(['emailCodes.userId', 'emailCodes.purpose'])
        .where(({ fn, ref }) => fn('lower', [ref('users.email')]), '=', guess.email.toLowerCase())
        .where('users.isActive', '=', true)
        .where('emailCodes.purpose', 'in', guess.purposes)
        .orderBy('emailCodes.purpose')
        .forNoKeyUpdate('emailCodes'),
    )
    .with('counted', (inside) =>
      inside
        .updateTable('emailCodes')
        .from('guessed')
        .set(({ eb }) => ({ guesses: eb('emailCodes.guesses', '+', 1) }))
        .whereRef('emailCodes.userId', '=', 'guessed.userId')
        .whereRef('emailCodes.purpose', '=', 'guessed.purpose')
        .where('emailCodes.guesses', '<', guess.allowed)
        .where('emailCodes.expiresAt', '>', guess.now)
        .returning(['emailCodes.userId', 'emailCodes.purpose', 'emailCodes.codeHash']),
    )
    // What is counted waits for the disk. A message in the write-ahead log makes what is not counted wait as long, or
    // the time would tell whether a code was sent, and so whether there is an account.
    .selectFrom(sql`(select pg_logical_emit_message(true, 'guess', ''))`.as('written'))
    .leftJoin('counted', (join) => join.onTrue())
    .leftJoin('users', (join) =>
      join.on(({ fn, ref }) => fn('lower', [ref('users.email')]), '=', guess.email.toLowerCase()),
    )
    .select(['counted.userId', 'counted.purpose', 'counted.codeHash', 'users.id as knownId'])
    .execute()

/** False when somebody else has spent it, or when it was replaced. */
export async function takeCode(db: Db, userId: string, purpose: CodePurpose, codeHash: Buffer): Promise<boolean> {
  await codesInOrder(db, userId).execute()
  const result = await db
    .updateTable('emailCodes')
    .set({ codeHash: spent })
    .where('userId', '=', userId)
    .where('purpose', '=', purpose)
    .where('codeHash', '=', codeHash)
    .executeTakeFirst()
  return result.numUpdatedRows === 1n
}

export async function endCodes(db: Db, userId: string, purpose?: CodePurpose): Promise<void> {
  await codesInOrder(db, userId).execute()
  await db
    .updateTable('emailCodes')
    .set({ codeHash: spent })
    .where('userId', '=', userId)
    .$if(purpose !== undefined, (query) => query.where('purpose', '=', purpose ?? ''))
    .execute()
}

/** No code is drawn, guessed or spent until the transaction ends. Codes are locked before users, here as everywhere. */
export const holdCodes = (db: Db) => sql`lock table email_codes in exclusive mode`.execute(db)

export const deleteExpiredCodes = (db: Db, expiredBefore: Date) =>
  db.deleteFrom('emailCodes').where('expiresAt', '<', expiredBefore).execute()

export async function deleteCodes(db: Db, userId: string): Promise<void> {
  await codesInOrder(db, userId).execute()
  await db.deleteFrom('emailCodes').where('userId', '=', userId).execute()
}
