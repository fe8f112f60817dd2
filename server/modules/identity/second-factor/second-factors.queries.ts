import type { Role } from '@dooryard/contract/api/roles'
import type { SecondFactorMethod } from '@dooryard/contract/identity/second-factor-methods'
import { countRows } from '../../../platform/postgres/count-rows.ts'
import type { Db } from '../../../platform/postgres/database.ts'

/** The users with a second factor, by the columns that `toMethods` reads. */
export const selectSecondFactors = (db: Db) =>
  db
    .selectFrom('users')
    .leftJoin('totpSecrets', (join) =>
      join.onRef('totpSecrets.userId', '=', 'users.id').on('totpSecrets.confirmedAt', 'is not', null),
    )
    .leftJoin('secondFactorPolicies', 'secondFactorPolicies.role', 'users.role')
    .select('users.id as userId')
    .select('totpSecrets.confirmedAt as totpConfirmedAt')
    .select(({ exists, selectFrom }) =>
      exists(selectFrom('passkeys').select('passkeys.id').whereRef('passkeys.userId', '=', 'users.id'))
        .$castTo<boolean>()
        .as('hasPasskey'),
    )
    .select(({ fn, val }) => fn.coalesce('secondFactorPolicies.isRequired', val(false)).as('isRequired'))

export type FactorColumns = { hasPasskey: boolean; totpConfirmedAt: Date | null }

/** The most convenient first. Recovery codes alone are no second factor. */
export function toMethods({ hasPasskey, totpConfirmedAt }: FactorColumns): SecondFactorMethod[] {
  const methods: SecondFactorMethod[] = [
    ...(hasPasskey ? ['PASSKEY' as const] : []),
    ...(totpConfirmedAt === null ? [] : ['TOTP' as const]),
  ]
  return methods.length > 0 ? [...methods, 'RECOVERY_CODE'] : []
}

export async function findSecondFactor(db: Db, userId: string) {
  const row = await selectSecondFactors(db).where('users.id', '=', userId).executeTakeFirst()
  return {
    methods: row ? toMethods(row) : [],
    totpConfirmedAt: row?.totpConfirmedAt ?? null,
    isRequired: row?.isRequired ?? false,
  }
}

export const findTotpSecret = (db: Db, userId: string, { isConfirmed }: { isConfirmed: boolean }) =>
  db
    .selectFrom('totpSecrets')
    .select(['secret', 'createdAt'])
    .where('userId', '=', userId)
    .where('confirmedAt', isConfirmed ? 'is not' : 'is', null)
    .executeTakeFirst()

/** Replaces a secret that is not confirmed yet; false if there is a confirmed one. */
export async function saveTotpSecret(db: Db, row: { userId: string; secret: string; createdAt: Date }) {
  const { secret, createdAt } = row
  const result = await db
    .insertInto('totpSecrets')
    .values(row)
    .onConflict((conflict) =>
      conflict.column('userId').doUpdateSet({ secret, createdAt }).where('totpSecrets.confirmedAt', 'is', null),
    )
    .executeTakeFirst()
  return result.numInsertedOrUpdatedRows === 1n
}

export const markTotpConfirmed = (db: Db, userId: string, { step, now }: { step: number; now: Date }) =>
  db.updateTable('totpSecrets').set({ confirmedAt: now, lastUsedStep: step }).where('userId', '=', userId).execute()

/** False if a code of this step or a later one was used before: of two concurrent uses, one succeeds. */
export async function markTotpStepUsed(db: Db, userId: string, step: number): Promise<boolean> {
  const result = await db
    .updateTable('totpSecrets')
    .set({ lastUsedStep: step })
    .where('userId', '=', userId)
    .where('confirmedAt', 'is not', null)
    .where(({ eb, or }) => or([eb('lastUsedStep', 'is', null), eb('lastUsedStep', '<', step)]))
    .executeTakeFirst()
  return result.numUpdatedRows === 1n
}

/** False if there was none. An unconfirmed secret counts as none, and is deleted too. */
export async function deleteTotpSecret(db: Db, userId: string): Promise<boolean> {
  const deleted = await db.deleteFrom('totpSecrets').where('userId', '=', userId).returning('confirmedAt').execute()
  return deleted.some(({ confirmedAt }) => confirmedAt !== null)
}

export const deleteUnconfirmedTotpSecret = (db: Db, userId: string) =>
  db.deleteFrom('totpSecrets').where('userId', '=', userId).where('confirmedAt', 'is', null).execute()

export const deleteExpiredTotpSecrets = (db: Db, createdBefore: Date) =>
  db.deleteFrom('totpSecrets').where('confirmedAt', 'is', null).where('createdAt', '<', createdBefore).execute()

export const insertRecoveryCodes = (db: Db, userId: string, hashes: Buffer[], createdAt: Date) =>
  db
    .insertInto('recoveryCodes')
    .values(hashes.map((hash) => ({ userId, hash, createdAt })))
    .execute()

export const countRecoveryCodes = (db: Db, userId: string): Promise<number> =>
  countRows(db, db.selectFrom('recoveryCodes').where('userId', '=', userId).where('usedAt', 'is', null))

/** False if there is no such code, or it was used before. */
export async function markRecoveryCodeUsed(db: Db, userId: string, hash: Buffer, now: Date): Promise<boolean> {
  const result = await db
    .updateTable('recoveryCodes')
    .set({ usedAt: now })
    .where('userId', '=', userId)
    .where('hash', '=', hash)
    .where('usedAt', 'is', null)
    .executeTakeFirst()
  return result.numUpdatedRows === 1n
}

export const deleteRecoveryCodes = (db: Db, userId: string) =>
  db.deleteFrom('recoveryCodes').where('userId', '=', userId).execute()

export const selectPolicies = (db: Db) =>
  db.selectFrom('secondFactorPolicies').select(['role', 'isRequired', 'changedAt']).execute()

type PolicyRow = { role: Role; isRequired: boolean; changedBy: string; changedAt: Date }

export const savePolicy = (db: Db, { role, ...values }: PolicyRow) =>
  db
    .insertInto('secondFactorPolicies')
    .values({ role, ...values })
    .onConflict((conflict) => conflict.column('role').doUpdateSet(values))
    .execute()
