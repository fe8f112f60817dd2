import type { SecondFactorProof } from '@dooryard/contract/identity/second-factor'
import type { SecondFactorMethod } from '@dooryard/contract/identity/second-factor-methods'
import { audit } from '../../../platform/audit.ts'
import type { Context, PublicContext } from '../../../platform/context.ts'
import { decrypt, encrypt } from '../../../platform/crypto/encrypt.ts'
import type { Secrets } from '../../../platform/crypto/secrets.ts'
import { appError } from '../../../platform/errors/app-error.ts'
import { inTransaction } from '../../../platform/postgres/database.ts'
import { verifyPasskeyFactor } from '../passkeys/verify-assertion.ts'
import { confirmSession } from '../sessions/sessions.queries.ts'
import { lockUser, type UserRow } from '../users/users.queries.ts'
import { useUpRecoveryCode } from './recovery-codes.ts'
import { findTotpSecret, markTotpStepUsed } from './second-factors.queries.ts'
import { findTotpStep } from './totp-rules.ts'

const purpose = 'totp secret'

export const encryptTotpSecret = (secrets: Secrets, secret: string): string => encrypt(secrets, purpose, secret)

export const decryptTotpSecret = (secrets: Secrets, encrypted: string): string =>
  String(decrypt(secrets, purpose, encrypted))

/** The caller has locked the user. Uses the proof up: of two concurrent calls with one code, one gets true. */
export async function verifySecondFactor(
  ctx: PublicContext,
  user: UserRow,
  proof: SecondFactorProof,
): Promise<boolean> {
  const { db, secrets, clock } = ctx
  const userId = user.id
  if (proof.method === 'PASSKEY') return verifyPasskeyFactor(ctx, userId, proof.passkey)
  if (proof.method === 'RECOVERY_CODE') return useUpRecoveryCode(ctx, user, proof.code)
  const totp = await findTotpSecret(db, userId, { isConfirmed: true })
  if (!totp) return false
  const step = findTotpStep(decryptTotpSecret(secrets, totp.secret), proof.code, clock.now())
  return step !== null && markTotpStepUsed(db, userId, step)
}

export function wrongProofError(method: SecondFactorMethod) {
  if (method === 'PASSKEY') return appError('UNPROCESSABLE', 'This passkey did not work. Please try again.')
  const message = 'The code is not right, or was used before.'
  return appError('UNPROCESSABLE', message, { issues: [{ path: 'code', message }] })
}

/** Marks the session as confirmed now. UNPROCESSABLE for a wrong code. */
export async function stepUp(ctx: Context, proof: SecondFactorProof): Promise<undefined> {
  const { userId, sessionId } = ctx.actor
  const entry = { object: { type: 'user', id: userId }, after: { method: proof.method } }
  const isRight = await inTransaction(ctx, async (tx) => {
    // Before the factors and the session, like a sign-in, to avoid deadlocks.
    const user = await lockUser(tx.db, userId)
    if (!user || !(await verifySecondFactor(tx, user, proof))) return false
    await confirmSession(tx.db, sessionId, tx.clock.now())
    await audit(tx, { action: 'second_factor.accepted', ...entry })
    return true
  })
  if (isRight) return
  await audit(ctx, { action: 'second_factor.refused', ...entry })
  throw wrongProofError(proof.method)
}
