import type { PasskeyRequestOptions } from '@dooryard/contract/identity/webauthn'
import type { Context, PublicContext } from '../../../platform/context.ts'
import { hashToken } from '../../../platform/crypto/tokens.ts'
import { findChallenge } from '../second-factor/challenges.queries.ts'
import { challengeEndedError, maxChallengeAttempts } from '../second-factor/complete-second-factor.ts'
import { createRequestOptions, toFactorPurpose } from './verify-assertion.ts'

/** NOT_AUTHENTICATED for a sign-in that is unknown, expired, completed or used up. */
export async function getSecondFactorOptions(
  ctx: PublicContext,
  { challenge }: { challenge: string },
): Promise<PasskeyRequestOptions> {
  const limits = { allowed: maxChallengeAttempts, now: ctx.clock.now() }
  const found = await findChallenge(ctx.db, hashToken(challenge), limits)
  if (!found) throw challengeEndedError()
  return createRequestOptions(ctx, toFactorPurpose(found.userId), found.userId)
}

export const getStepUpOptions = (ctx: Context): Promise<PasskeyRequestOptions> =>
  createRequestOptions(ctx, toFactorPurpose(ctx.actor.userId), ctx.actor.userId)
