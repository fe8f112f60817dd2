import type { Tokens } from '@dooryard/contract/auth'
import { audit } from '../../platform/audit.ts'
import type { PublicContext } from '../../platform/context.ts'
import { inTransaction } from '../../platform/postgres/database.ts'
import { auditImpersonationsIn } from './end-sessions.ts'
import { sessionEnded } from './session-ended.ts'
import { endSessions, lockSession, rotateSession } from './sessions.queries.ts'
import { getExpiry } from './start-session.ts'
import { issueAccessToken, issueRefreshToken, readRefreshToken } from './tokens.ts'

/** Within this time a spent token is taken for a second tab that refreshed at once, later for a thief's. */
const graceMs = 10_000

/**
 * Trades a refresh token for the next pair and spends it. The one before, used again within ten seconds, gives the same
 * successor; any other spent token ends the session, because one of its two holders stole it. However often it is used,
 * a session has an end that its sign-in gave it.
 */
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
