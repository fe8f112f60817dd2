import type { Insertable } from 'kysely'
import type { DB, Db } from '../../../platform/postgres/database.ts'

export type PasskeyRow = Awaited<ReturnType<typeof listPasskeysOfUser>>[number]

const passkeyColumns = [
  'id',
  'userId',
  'credentialId',
  'publicKey',
  'transports',
  'isSynced',
  'name',
  'createdAt',
  'lastUsedAt',
] as const

export const listPasskeysOfUser = (db: Db, userId: string) =>
  db
    .selectFrom('passkeys')
    .select(passkeyColumns)
    .where('userId', '=', userId)
    .orderBy('createdAt')
    .orderBy('id')
    .execute()

export const findPasskey = (db: Db, credentialId: string) =>
  db.selectFrom('passkeys').select(passkeyColumns).where('credentialId', '=', credentialId).executeTakeFirst()

/** Undefined if the credential is known, of whichever user. */
export const insertPasskey = (db: Db, passkey: Insertable<DB['passkeys']>) =>
  db
    .insertInto('passkeys')
    .values(passkey)
    .onConflict((conflict) => conflict.column('credentialId').doNothing())
    .returning(passkeyColumns)
    .executeTakeFirst()

export const updatePasskeyName = (db: Db, of: { id: string; userId: string }, name: string) =>
  db
    .updateTable('passkeys')
    .set({ name })
    .where('id', '=', of.id)
    .where('userId', '=', of.userId)
    .returning(passkeyColumns)
    .executeTakeFirst()

export const deletePasskey = (db: Db, of: { id: string; userId: string }) =>
  db
    .deleteFrom('passkeys')
    .where('id', '=', of.id)
    .where('userId', '=', of.userId)
    .returning(passkeyColumns)
    .executeTakeFirst()

export const deletePasskeysOfUser = (db: Db, userId: string) =>
  db.deleteFrom('passkeys').where('userId', '=', userId).execute()

/**
 * Records a use. False if the authenticator has counted no further since the last one, as a copy of it would; 0 means
 * that it does not count.
 */
export async function recordPasskeyUse(
  db: Db,
  passkeyId: string,
  { counter, isSynced, now }: { counter: number; isSynced: boolean; now: Date },
): Promise<boolean> {
  const result = await db
    .updateTable('passkeys')
    .set({ counter, isSynced, lastUsedAt: now })
    .where('id', '=', passkeyId)
    .where('counter', counter === 0 ? '=' : '<', counter)
    .executeTakeFirst()
  return result.numUpdatedRows === 1n
}

export async function isFirstChallengeUse(db: Db, used: Insertable<DB['usedPasskeyChallenges']>): Promise<boolean> {
  const result = await db
    .insertInto('usedPasskeyChallenges')
    .values(used)
    .onConflict((conflict) => conflict.doNothing())
    .executeTakeFirst()
  return result.numInsertedOrUpdatedRows === 1n
}

export const purgeExpiredPasskeyChallenges = (db: Db, now: Date) =>
  db.deleteFrom('usedPasskeyChallenges').where('expiresAt', '<=', now).execute()
