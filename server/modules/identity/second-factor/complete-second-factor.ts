import { minuteMs } from '@dooryard/contract/api/time'
import type { SignedIn } from '@dooryard/contract/identity/auth'
import type { SecondFactorAnswer } from '@dooryard/contract/identity/second-factor'
import type { SecondFactorMethod } from '@dooryard/contract/identity/second-factor-methods'
import { audit } from '../../../platform/audit.ts'
import type { PublicContext } from '../../../platform/context.ts'
import { hashToken, newToken } from '../../../platform/crypto/tokens.ts'
import { appError } from '../../../platform/errors/app-error.ts'
import { queueMail } from '../../../platform/mail/mail.ts'
import { secondFactorRefusedMail } from '../../../platform/mail/templates/second-factor.ts'
import { inTransaction } from '../../../platform/postgres/database.ts'
import { type SessionDays, startSession } from '../sessions/start-session.ts'
import { findUser, lockUser } from '../users/users.queries.ts'
import {
  countChallengeAttempt,
  deleteChallenge,
  deleteOldestChallenges,
  insertChallenge,
} from './challenges.queries.ts'
import { addDevice } from './devices.ts'
import { verifySecondFactor, wrongProofError } from './verify-second-factor.ts'

export const challengeMs = 10 * minuteMs
export const maxChallengeAttempts = 5
/** Of one user: a caller who knows the password can create any number of them. */
const maxChallenges = 20

export type Challenge = { challenge: string; methods: readonly SecondFactorMethod[]; expiresAt: string }

/** The caller has locked the user, who has proved the first factor. The 21st challenge replaces the oldest one. */
export async function createChallenge(
  ctx: PublicContext,
  userId: string,
  methods: readonly SecondFactorMethod[],
): Promise<Challenge> {
  const challenge = newToken()
  const createdAt = ctx.clock.now()
  const expiresAt = new Date(createdAt.getTime() + challengeMs)
  await insertChallenge(ctx.db, { ticketHash: hashToken(challenge), userId, createdAt, expiresAt })
  await deleteOldestChallenges(ctx.db, userId, maxChallenges)
  await audit(ctx, { action: 'second_factor.asked', actorId: userId, object: { type: 'user', id: userId } })
  return { challenge, methods, expiresAt: expiresAt.toISOString() }
}

export const challengeEndedError = () => appError('NOT_AUTHENTICATED', 'This sign-in has expired. Please start again.')

type CompletionDeps = {
  days: SessionDays
  /** Throws RATE_LIMITED after too many wrong codes of the account; the result takes a right one out of the count. */
  countAttempt: (userId: string) => Promise<() => Promise<void>>
}

/**
 * Completes a sign-in. NOT_AUTHENTICATED for a challenge that is unknown, expired, completed or used up; UNPROCESSABLE
 * for a wrong code, RATE_LIMITED after too many.
 */
export async function completeSecondFactor(
  ctx: PublicContext,
  { challenge, rememberDevice, ...proof }: SecondFactorAnswer,
  { days, countAttempt }: CompletionDeps,
): Promise<SignedIn> {
  const ticketHash = hashToken(challenge)
  const allowed = maxChallengeAttempts
  const counted = await countChallengeAttempt(ctx.db, ticketHash, { allowed, now: ctx.clock.now() })
  if (!counted) throw challengeEndedError()
  const { userId, attempts } = counted
  const refundAttempt = await countAttempt(userId)
  const completed = await inTransaction(ctx, async (tx) => {
    const user = await lockUser(tx.db, userId)
    if (!user?.isActive) throw challengeEndedError()
    if (!(await verifySecondFactor(tx, user, proof))) return null
    if (!(await deleteChallenge(tx.db, ticketHash))) throw challengeEndedError()
    const device = rememberDevice ? await addDevice(tx, userId) : null
    const after = { method: proof.method, isDeviceRemembered: rememberDevice }
    const object = { type: 'user', id: userId }
    await audit(tx, { action: 'second_factor.accepted', actorId: userId, object, after })
    return { device, signedIn: await startSession(tx, user, days) }
  })
  if (!completed) return refuseProof(ctx, userId, { method: proof.method, isLast: attempts === maxChallengeAttempts })
  const { device, signedIn } = completed
  await refundAttempt()
  if (device) ctx.device?.remember(device.token, device.expiresAt)
  return signedIn
}

/** A caller who comes this far and no further knows the first factor of somebody else, whom a mail warns. */
async function refuseProof(
  ctx: PublicContext,
  userId: string,
  { method, isLast }: { method: SecondFactorMethod; isLast: boolean },
): Promise<never> {
  await inTransaction(ctx, async (tx) => {
    const user = isLast ? await findUser(tx.db, userId) : undefined
    if (user) await queueMail(tx, secondFactorRefusedMail(tx, user, { at: tx.clock.now() }))
    await audit(tx, { action: 'second_factor.refused', object: { type: 'user', id: userId }, after: { method } })
  })
  throw wrongProofError(method)
}
