import type { SignedIn, Tokens } from '@dooryard/contract/auth'
import type { Role } from '@dooryard/contract/roles'
import { dayMs } from '@dooryard/contract/time'
import { audit } from '../../platform/audit.ts'
import type { PublicContext } from '../../platform/context.ts'
import { newId } from '../../platform/ids.ts'
import { inTransaction } from '../../platform/postgres/database.ts'
import { listCreditSettings } from '../credits/index.ts'
import {
  endSessions,
  type ImpersonationRow,
  insertSession,
  lockSession,
  rotateSession,
  selectLeastUsedSessions,
} from './sessions.queries.ts'
import { auditEnded, auditImpersonationsIn, sessionEnded } from './sessions.ts'
import { issueAccessToken, issueRefreshToken, readRefreshToken } from './tokens.ts'
import type { UserRow } from './users.queries.ts'
import { presentUser } from './users.ts'

/** In days from the sign-in. */
export type SessionDays = { user: number; administrator: number }

const idleDays = 30

/** Nobody has as many devices, and the table grows no further by somebody who knows a password. */
const mostSessions = 50

export const getExpiry = (endsBy: Date, now: Date) => earlier(endsBy, new Date(now.getTime() + idleDays * dayMs))

export const earlier = (one: Date, other: Date) => (one < other ? one : other)

/** Starts a session of a user whom the caller has locked. The 51st ends the one that was used the longest ago. */
export const startSession = (ctx: PublicContext, user: UserRow, days: SessionDays): Promise<SignedIn> =>
  inTransaction(ctx, async (inside) => {
    const now = ctx.clock.now()
    const lasts = user.role === ('SUPER_ADMIN' satisfies Role) ? days.administrator : days.user
    const ended = await endLeastUsed(inside, user.id, now)
    const endsBy = new Date(now.getTime() + lasts * dayMs)
    const { sessionId, signedIn } = await openSession(inside, user, { now, endsBy })
    await auditEnded(inside, ended, { actorId: user.id, reason: tooMany })
    await audit(inside, { action: 'session.started', actorId: user.id, object: { type: 'session', id: sessionId } })
    return signedIn
  })

const tooMany = `Signed in more than ${mostSessions} times; this session was used the longest ago.`

async function endLeastUsed({ db }: PublicContext, userId: string, now: Date) {
  const sessions = await selectLeastUsedSessions(db, userId, mostSessions - 1, now)
  if (sessions.length === 0) return []
  return endSessions(db, { ids: sessions.map(({ id }) => id) }, now)
}

/** `acting` says which administrator is behind it. */
export async function openSession(
  ctx: PublicContext,
  user: UserRow,
  { now, endsBy }: { now: Date; endsBy: Date },
  acting?: ImpersonationRow,
): Promise<{ sessionId: string; signedIn: SignedIn }> {
  const sessionId = newId()
  const expiresAt = getExpiry(endsBy, now)
  const times = { createdAt: now, rotatedAt: now, lastSeenAt: now, expiresAt, endsBy }
  await insertSession(ctx.db, { id: sessionId, userId: user.id, ...ctx.caller, ...times, ...acting })
  const named = { id: sessionId, userId: user.id, impersonatorId: acting?.impersonatorId ?? null, expiresAt }
  const signedIn = {
    user: presentUser(user),
    accessToken: await issueAccessToken(ctx, named),
    refreshToken: issueRefreshToken(ctx.secrets, sessionId, 1),
    creditSettings: await listCreditSettings(ctx.db),
  }
  return { sessionId, signedIn }
}

/** Within this time a spent token is taken for a second tab that refreshed at once, later for a thief's. */
const graceMs = 10_000

/** The token before gives the same successor for ten seconds; any other spent token ends the session as stolen. */
export async function refreshSession(ctx: PublicContext, refreshToken: string): Promise<Tokens> {
  const named = readRefreshToken(ctx.secrets, refreshToken)
  const tokens = named && (await inTransaction(ctx, (inside) => nextTokens(inside, named)))
  if (!tokens) throw sessionEnded()
  return tokens
}

async function nextTokens(ctx: PublicContext, named: { sessionId: string; generation: number }) {
  const now = ctx.clock.now()
  const session = await lockSession(ctx.db, named.sessionId, now)
  if (!session) return null
  const isCurrent = named.generation === session.generation
  const isTwin = named.generation === session.generation - 1 && now.getTime() - session.rotatedAt.getTime() <= graceMs
  if (!isCurrent && !isTwin) {
    const ended = await endSessions(ctx.db, { ids: [session.id] }, now)
    const object = { type: 'user', id: session.userId }
    await audit(ctx, { action: 'session.token_reused', object, after: { endedSession: session.id } })
    await auditImpersonationsIn(ended, ctx)
    return null
  }
  const generation = isCurrent ? session.generation + 1 : session.generation
  const expiresAt = isCurrent ? getExpiry(session.endsBy, now) : session.expiresAt
  if (isCurrent) await rotateSession(ctx.db, session.id, generation, now, expiresAt)
  return {
    accessToken: await issueAccessToken(ctx, { ...session, expiresAt }),
    refreshToken: issueRefreshToken(ctx.secrets, session.id, generation),
  }
}
