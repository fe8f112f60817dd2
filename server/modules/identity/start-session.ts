import type { SignedIn } from '@dooryard/contract/auth'
import type { Role } from '@dooryard/contract/roles'
import { dayMs } from '@dooryard/contract/time'
import { audit } from '../../platform/audit.ts'
import type { PublicContext } from '../../platform/context.ts'
import { newId } from '../../platform/ids.ts'
import { inTransaction } from '../../platform/postgres/database.ts'
import { listCreditSettings } from '../credits/index.ts'
import { auditEnded } from './end-sessions.ts'
import { presentUser } from './present-user.ts'
import { endSessions, type ImpersonationRow, insertSession, selectLeastUsedSessions } from './sessions.queries.ts'
import { issueAccessToken, issueRefreshToken } from './tokens.ts'
import type { UserRow } from './users.queries.ts'

/** How long a session may last from its sign-in, in days: of an administrator, and of anybody else. */
export type SessionDays = { user: number; administrator: number }

/** A session that nobody uses for this long ends. */
const idleDays = 30

/**
 * How many sessions a user may have, one for each device. Nobody has as many devices; somebody who knows a password can
 * have no more than these, and the table grows no further by them.
 */
const mostSessions = 50

/** When a session that is used now expires: in 30 days, and not after the latest end that its sign-in gave it. */
export const getExpiry = (endsBy: Date, now: Date) => earlier(endsBy, new Date(now.getTime() + idleDays * dayMs))

export const earlier = (one: Date, other: Date) => (one < other ? one : other)

/**
 * Signs a user in on one more device. Whoever calls has made sure that it is them, and that they may, and holds the user
 * until the transaction ends, so that the sign-ins of one user come one after the other. Beyond 50 sessions the one that
 * was used the longest ago ends.
 */
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

/** Makes room for one more session of a user, and says which ended for it. */
async function endLeastUsed({ db }: PublicContext, userId: string, now: Date) {
  const sessions = await selectLeastUsedSessions(db, userId, mostSessions - 1, now)
  if (sessions.length === 0) return []
  return endSessions(db, { ids: sessions.map(({ id }) => id) }, now)
}

/** A session of the user's with its first pair of tokens; `acting` says which administrator is behind it. */
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
