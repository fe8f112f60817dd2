import type { Role } from '@dooryard/contract/api/roles'
import { dayMs } from '@dooryard/contract/api/time'
import type { SignedIn, Tokens } from '@dooryard/contract/identity/auth'
import { audit } from '../../../platform/audit.ts'
import type { PublicContext } from '../../../platform/context.ts'
import { inTransaction } from '../../../platform/postgres/database.ts'
import { newId } from '../../../platform/util/ids.ts'
import { listCreditSettings } from '../../credits/index.ts'
import type { UserRow } from '../users/users.queries.ts'
import { presentUser } from '../users/users.ts'
import { mailNewDevice } from './new-device.ts'
import {
  endSessions,
  type ImpersonationRow,
  insertSession,
  lockActiveSession,
  rotateSession,
  selectLeastUsedSessions,
} from './sessions.queries.ts'
import { auditImpersonationsEnded, auditSessionsEnded, sessionEndedError } from './sessions.ts'
import { issueAccessToken, issueRefreshToken, readRefreshToken } from './tokens.ts'

/** In days since the sign-in. */
export type SessionDays = { user: number; administrator: number }

const idleDays = 30

/** More than any user's devices, and a limit to the rows that a known password can create. */
const maxSessions = 50

/** So long ago that a fresh second factor is asked for. */
const neverConfirmed = new Date(0)

export const getSessionExpiry = (endsBy: Date, now: Date) =>
  getEarlier(endsBy, new Date(now.getTime() + idleDays * dayMs))

export const getEarlier = (one: Date, other: Date) => (one < other ? one : other)

/**
 * Starts a session of a user that the caller has locked. The 51st ends the least recently used one. `isConfirmed`: the
 * user has just proved all factors that the account has.
 */
export const startSession = (
  ctx: PublicContext,
  user: UserRow,
  days: SessionDays,
  { isConfirmed = true }: { isConfirmed?: boolean } = {},
): Promise<SignedIn> =>
  inTransaction(ctx, async (tx) => {
    const now = ctx.clock.now()
    await mailNewDevice(tx, user)
    const lifetimeDays = user.role === ('SUPER_ADMIN' satisfies Role) ? days.administrator : days.user
    const ended = await endLeastUsedSessions(tx, user.id, now)
    const endsBy = new Date(now.getTime() + lifetimeDays * dayMs)
    const { sessionId, signedIn } = await openSession(tx, user, {
      now,
      endsBy,
      confirmedAt: isConfirmed ? now : neverConfirmed,
    })
    await auditSessionsEnded(tx, ended, { actorId: user.id, reason: tooManySessionsReason })
    await audit(tx, { action: 'session.started', actorId: user.id, object: { type: 'session', id: sessionId } })
    return signedIn
  })

const tooManySessionsReason = `Signed in more than ${maxSessions} times; this session was used the longest ago.`

async function endLeastUsedSessions({ db }: PublicContext, userId: string, now: Date) {
  const sessions = await selectLeastUsedSessions(db, userId, maxSessions - 1, now)
  if (sessions.length === 0) return []
  return endSessions(db, { ids: sessions.map(({ id }) => id) }, now)
}

/** `impersonation` names the administrator behind it. */
export async function openSession(
  ctx: PublicContext,
  user: UserRow,
  { now, endsBy, confirmedAt = now }: { now: Date; endsBy: Date; confirmedAt?: Date },
  impersonation?: ImpersonationRow,
): Promise<{ sessionId: string; signedIn: SignedIn }> {
  const sessionId = newId()
  const expiresAt = getSessionExpiry(endsBy, now)
  const times = { createdAt: now, confirmedAt, rotatedAt: now, lastSeenAt: now, expiresAt, endsBy }
  await insertSession(ctx.db, { id: sessionId, userId: user.id, ...ctx.caller, ...times, ...impersonation })
  const claims = { id: sessionId, userId: user.id, impersonatorId: impersonation?.impersonatorId ?? null, expiresAt }
  const signedIn = {
    user: presentUser(user),
    accessToken: await issueAccessToken(ctx, claims),
    refreshToken: issueRefreshToken(ctx.secrets, sessionId, 1),
    creditSettings: await listCreditSettings(ctx.db),
  }
  return { sessionId, signedIn }
}

/** Within this time a reused token counts as a second tab that refreshed concurrently, later as stolen. */
const graceMs = 10_000

/** The previous token gives the same successor for ten seconds; any other used token ends the session as stolen. */
export async function refreshSession(ctx: PublicContext, refreshToken: string): Promise<Tokens> {
  const claims = readRefreshToken(ctx.secrets, refreshToken)
  const tokens = claims && (await inTransaction(ctx, (tx) => rotateTokens(tx, claims)))
  if (!tokens) throw sessionEndedError()
  return tokens
}

async function rotateTokens(ctx: PublicContext, claims: { sessionId: string; generation: number }) {
  const now = ctx.clock.now()
  const session = await lockActiveSession(ctx.db, claims.sessionId, now)
  if (!session) return null
  const isCurrent = claims.generation === session.generation
  const isConcurrentRefresh =
    claims.generation === session.generation - 1 && now.getTime() - session.rotatedAt.getTime() <= graceMs
  if (!isCurrent && !isConcurrentRefresh) {
    const ended = await endSessions(ctx.db, { ids: [session.id] }, now)
    const object = { type: 'user', id: session.userId }
    await audit(ctx, { action: 'session.token_reused', object, after: { endedSession: session.id } })
    await auditImpersonationsEnded(ended, ctx)
    return null
  }
  const generation = isCurrent ? session.generation + 1 : session.generation
  const expiresAt = isCurrent ? getSessionExpiry(session.endsBy, now) : session.expiresAt
  if (isCurrent) await rotateSession(ctx.db, session.id, generation, now, expiresAt)
  return {
    accessToken: await issueAccessToken(ctx, { ...session, expiresAt }),
    refreshToken: issueRefreshToken(ctx.secrets, session.id, generation),
  }
}
