import type { PasskeyAssertion, PasskeyRequestOptions } from '@dooryard/contract/identity/webauthn'
import { verifyAuthenticationResponse } from '@simplewebauthn/server'
import type { PublicContext } from '../../../platform/context.ts'
import {
  type ChallengePurpose,
  consumeChallenge,
  createChallenge,
  isChallengeValid,
  passkeyChallengeLifeMs,
} from './challenges.ts'
import { findPasskey, listPasskeysOfUser, type PasskeyRow, recordPasskeyUse } from './passkeys.queries.ts'
import { getRelyingParty } from './relying-party.ts'

export type CeremonyContext = Pick<PublicContext, 'db' | 'secrets' | 'clock' | 'publicUrl' | 'log'>

/** An assertion with a right signature. Its challenge and count are checked by `recordAssertion`. */
export type VerifiedAssertion = { passkey: PasskeyRow; challenge: string; counter: number; isSynced: boolean }

/** Without a user, for any passkey of this portal that verifies its owner; else for one of the user's passkeys. */
export async function createRequestOptions(
  ctx: CeremonyContext,
  purpose: ChallengePurpose,
  userId?: string,
): Promise<PasskeyRequestOptions> {
  const passkeys = userId === undefined ? [] : await listPasskeysOfUser(ctx.db, userId)
  return {
    challenge: createChallenge(ctx, purpose),
    rpId: getRelyingParty(ctx).id,
    timeout: passkeyChallengeLifeMs,
    userVerification: userId === undefined ? 'required' : 'preferred',
    ...(userId !== undefined && { allowCredentials: passkeys.map(toDescriptor) }),
  }
}

export const toDescriptor = ({ credentialId, transports }: PasskeyRow) =>
  ({ id: credentialId, type: 'public-key', transports }) as const

/**
 * Verifies the response of an authenticator to `createRequestOptions` with the same arguments. Null for one that is not
 * right, expired, or of an unknown passkey or another user's.
 */
export async function verifyAssertion(
  ctx: CeremonyContext,
  { response: { userHandle, ...response }, ...assertion }: PasskeyAssertion,
  purpose: ChallengePurpose,
  userId?: string,
): Promise<VerifiedAssertion | null> {
  const passkey = await findPasskey(ctx.db, assertion.id)
  const ownerId = userId ?? (userHandle ? Buffer.from(userHandle, 'base64url').toString() : undefined)
  if (passkey === undefined || passkey.userId !== ownerId) return null
  const { id: expectedRPID, origin: expectedOrigin } = getRelyingParty(ctx)
  let challenge = ''
  try {
    const { verified, authenticationInfo } = await verifyAuthenticationResponse({
      response: { ...assertion, response, clientExtensionResults: {} },
      expectedChallenge: (given) => {
        challenge = given
        return isChallengeValid(ctx, purpose, given)
      },
      expectedOrigin,
      expectedRPID,
      requireUserVerification: userId === undefined,
      // The count is checked later: before the signature it could be anyone's, and without a lock an outdated one.
      credential: { id: passkey.credentialId, publicKey: new Uint8Array(passkey.publicKey), counter: 0 },
    })
    const { newCounter: counter, credentialBackedUp: isSynced } = authenticationInfo
    return verified ? { passkey, challenge, counter, isSynced } : null
  } catch (error) {
    ctx.log.debug({ err: error }, 'An answer of a passkey was refused')
    return null
  }
}

/**
 * Records that an assertion was used, once. Returns why it was refused, if it was: its challenge was answered before, or
 * the passkey was removed meanwhile, or counted no further, as a copy of it would. The caller has locked the user.
 */
export async function recordAssertion(
  ctx: Pick<PublicContext, 'db' | 'clock'>,
  { passkey, challenge, counter, isSynced }: VerifiedAssertion,
): Promise<string | null> {
  if (!(await consumeChallenge(ctx, challenge))) return 'The challenge was answered before.'
  const isCounted = await recordPasskeyUse(ctx.db, passkey.id, { counter, isSynced, now: ctx.clock.now() })
  return isCounted ? null : 'The passkey was removed, or its count of uses went back: it may have been copied.'
}

/** A response as second factor works at a sign-in and for a step-up. */
export const toFactorPurpose = (userId: string): ChallengePurpose => ({ purpose: 'SECOND_FACTOR', of: userId })

/** Whether it is a response of one of the user's passkeys, given for the first time. The caller has locked the user. */
export async function verifyPasskeyFactor(
  ctx: CeremonyContext,
  userId: string,
  assertion: PasskeyAssertion,
): Promise<boolean> {
  const verified = await verifyAssertion(ctx, assertion, toFactorPurpose(userId), userId)
  return verified !== null && (await recordAssertion(ctx, verified)) === null
}
