import { createHmac, randomInt } from 'node:crypto'
import type { RecoveryCodes } from '@dooryard/contract/identity/second-factor'
import { audit } from '../../../platform/audit.ts'
import type { Context, PublicContext } from '../../../platform/context.ts'
import type { Secrets } from '../../../platform/crypto/secrets.ts'
import { appError } from '../../../platform/errors/app-error.ts'
import { queueMail } from '../../../platform/mail/mail.ts'
import { recoveryCodeUsedMail } from '../../../platform/mail/templates/second-factor.ts'
import { inTransaction } from '../../../platform/postgres/database.ts'
import { toCallersPortal } from '../../../platform/util/portal-address.ts'
import { lockUser, type UserRow } from '../users/users.queries.ts'
import {
  countRecoveryCodes,
  deleteRecoveryCodes,
  findSecondFactor,
  insertRecoveryCodes,
  markRecoveryCodeUsed,
} from './second-factors.queries.ts'

const numberOfCodes = 10
/** Crockford's base 32, without the letters that are read as digits: ten of them have 50 bits. */
const alphabet = '0123456789ABCDEFGHJKMNPQRSTVWXYZ'

const generateRecoveryCode = (): string =>
  Array.from({ length: 10 }, () => alphabet.charAt(randomInt(alphabet.length))).join('')

const formatRecoveryCode = (code: string) => `${code.slice(0, 5)}-${code.slice(5)}`

/** As it was generated, however it was typed. */
const normalizeRecoveryCode = (typed: string) =>
  typed
    .toUpperCase()
    .replace(/[^0-9A-Z]/g, '')
    .replaceAll('O', '0')
    .replace(/[IL]/g, '1')

/** Keyed, so that nobody with the table alone can try codes, and bound to one user. */
const hashRecoveryCode = (secrets: Secrets, userId: string, code: string): Buffer =>
  createHmac('sha256', secrets.derive('recovery-code'))
    .update(`${userId} ${normalizeRecoveryCode(code)}`)
    .digest()

/** Ten new codes in place of all others. The caller has locked the user. */
export async function replaceRecoveryCodes(
  { db, secrets, clock }: Pick<PublicContext, 'db' | 'secrets' | 'clock'>,
  userId: string,
): Promise<string[]> {
  const codes = Array.from({ length: numberOfCodes }, generateRecoveryCode)
  await deleteRecoveryCodes(db, userId)
  const hashes = codes.map((code) => hashRecoveryCode(secrets, userId, code))
  await insertRecoveryCodes(db, userId, hashes, clock.now())
  return codes.map(formatRecoveryCode)
}

/** False if there is no such code, or it was used before. A mail tells the user, who may not have typed it. */
export async function useUpRecoveryCode(ctx: PublicContext, user: UserRow, code: string): Promise<boolean> {
  const { db, secrets, clock } = ctx
  const now = clock.now()
  if (!(await markRecoveryCodeUsed(db, user.id, hashRecoveryCode(secrets, user.id, code), now))) return false
  await queueMail(
    ctx,
    recoveryCodeUsedMail(toCallersPortal(ctx), user, { left: await countRecoveryCodes(db, user.id), at: now }),
  )
  return true
}

/** CONFLICT without a second factor. */
export const renewRecoveryCodes = (ctx: Context): Promise<RecoveryCodes> =>
  inTransaction(ctx, async (tx) => {
    const { userId } = tx.actor
    await lockUser(tx.db, userId)
    const { methods } = await findSecondFactor(tx.db, userId)
    if (methods.length === 0) throw appError('CONFLICT', 'Turn on two-step verification first.')
    const recoveryCodes = await replaceRecoveryCodes(tx, userId)
    await audit(tx, { action: 'second_factor.codes_renewed', object: { type: 'user', id: userId } })
    return { recoveryCodes }
  })
