import type { SignedIn } from '@dooryard/contract/identity/auth'
import type { PasskeyAssertion, PasskeyRequestOptions } from '@dooryard/contract/identity/webauthn'
import { audit } from '../../../platform/audit.ts'
import type { PublicContext } from '../../../platform/context.ts'
import { appError } from '../../../platform/errors/app-error.ts'
import { inTransaction } from '../../../platform/postgres/database.ts'
import { completeSignIn, getSignedIn } from '../sessions/complete-sign-in.ts'
import { deactivatedError } from '../sessions/sign-in.ts'
import type { SessionDays } from '../sessions/start-session.ts'
import { lockUser } from '../users/users.queries.ts'
import type { ChallengePurpose } from './challenges.ts'
import { createRequestOptions, recordAssertion, verifyAssertion } from './verify-assertion.ts'

const purpose: ChallengePurpose = { purpose: 'SIGN_IN' }

export const getPasskeySignInOptions = (ctx: PublicContext): Promise<PasskeyRequestOptions> =>
  createRequestOptions(ctx, purpose)

/**
 * Signs in the owner of a passkey that verified them, by a fingerprint or code, which counts as both factors.
 * NOT_AUTHENTICATED, with the same message, for an unknown passkey and a wrong response; only the owner of a passkey
 * learns that an account is deactivated.
 */
export async function signInWithPasskey(
  ctx: PublicContext,
  assertion: PasskeyAssertion,
  days: SessionDays,
): Promise<SignedIn> {
  const verified = await verifyAssertion(ctx, assertion, purpose)
  if (!verified) {
    // An unknown passkey is audited too, so that it takes as long.
    await audit(ctx, { action: 'passkey.refused', reason: 'The passkey or its response is not right.' })
    throw wrongPasskeyError()
  }
  const outcome = await inTransaction(ctx, async (tx) => {
    const user = await lockUser(tx.db, verified.passkey.userId)
    const reason = await recordAssertion(tx, verified)
    const object = { type: 'user', id: verified.passkey.userId }
    if (reason !== null || !user?.emailVerifiedAt) {
      await audit(tx, { action: 'passkey.refused', object, ...(reason !== null && { reason }) })
      return wrongPasskeyError()
    }
    if (!user.isActive) {
      await audit(tx, { action: 'session.refused', object, reason: deactivatedError().message })
      return deactivatedError()
    }
    return completeSignIn(tx, user, days, { provesBoth: true })
  })
  if (outcome instanceof Error) throw outcome
  return getSignedIn(outcome)
}

const wrongPasskeyError = () =>
  appError(
    'NOT_AUTHENTICATED',
    'This passkey did not work. It may have been removed from your account. Sign in with your password instead.',
  )
