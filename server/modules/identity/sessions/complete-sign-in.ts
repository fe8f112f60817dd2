import type { SignedIn } from '@dooryard/contract/identity/auth'
import type { PublicContext } from '../../../platform/context.ts'
import { appError } from '../../../platform/errors/app-error.ts'
import { type Challenge, createChallenge } from '../second-factor/complete-second-factor.ts'
import { isDeviceRemembered } from '../second-factor/devices.ts'
import { findSecondFactor } from '../second-factor/second-factors.queries.ts'
import type { UserRow } from '../users/users.queries.ts'
import { type SessionDays, startSession } from './start-session.ts'

export type SignInOutcome = { signedIn: SignedIn } | { challenge: Challenge }

/**
 * Signs in a user who has proved who they are, by whatever way, or asks for the second factor where the user has one and
 * the device is not remembered. The caller has locked the user, and passes the outcome to `getSignedIn` once its
 * transaction has committed. `provesBoth`: the way of signing in counts as both factors. A remembered device is no
 * proof: what needs a fresh second factor asks for it.
 */
export async function completeSignIn(
  ctx: PublicContext,
  user: UserRow,
  days: SessionDays,
  { provesBoth = false }: { provesBoth?: boolean } = {},
): Promise<SignInOutcome> {
  const { methods } = await findSecondFactor(ctx.db, user.id)
  if (provesBoth || methods.length === 0) return { signedIn: await startSession(ctx, user, days) }
  if (await isDeviceRemembered(ctx, user.id))
    return { signedIn: await startSession(ctx, user, days, { isConfirmed: false }) }
  return { challenge: await createChallenge(ctx, user.id, methods) }
}

/**
 * SECOND_FACTOR_REQUIRED where the outcome is a challenge: only after the commit, because an error in the transaction
 * would undo the challenge.
 */
export function getSignedIn(outcome: SignInOutcome): SignedIn {
  if ('signedIn' in outcome) return outcome.signedIn
  throw appError('SECOND_FACTOR_REQUIRED', 'Please complete two-step verification.', outcome.challenge)
}
