import type { Tokens } from '@dooryard/contract/auth'
import type { PublicContext } from '../../platform/context.ts'
import { appError } from '../../platform/errors.ts'
import { inTransaction } from '../../platform/postgres/database.ts'
import { endSession, lockSession, rotateSession } from './sessions.queries.ts'
import { sessionEnd } from './sign-in.ts'
import { issueAccessToken, issueRefreshToken, readRefreshToken } from './tokens.ts'

/** Within this time a spent token is taken for a second tab that refreshed at once, later for a thief's. */
const graceMs = 10_000

/**
 * Trades a refresh token for the next pair and spends it. The one before, used again within ten seconds, gives the same
 * successor; any other spent token ends the session, because one of its two holders stole it.
 */
export async function refreshSession(ctx: PublicContext, refreshToken: string): Promise<Tokens> {
  const named = readRefreshToken(ctx.secrets, refreshToken)
  const tokens = named && (await inTransaction(ctx, (inside) => nextTokens(inside, named)))
  if (!tokens) throw appError('NOT_AUTHENTICATED', 'Your session has ended. Please sign in again.')
  return tokens
}

async function nextTokens(ctx: PublicContext, named: { sessionId: string; generation: number }) {
  const now = ctx.clock.now()
  const session = await lockSession(ctx.db, named.sessionId, now)
  if (!session) return null
  const isCurrent = named.generation === session.generation
  const isTwin = named.generation === session.generation - 1 && now.getTime() - session.rotatedAt.getTime() <= graceMs
  if (!isCurrent && !isTwin) {
    await endSession(ctx.db, session.id, now)
    return null
  }
  const generation = isCurrent ? session.generation + 1 : session.generation
  if (isCurrent) await rotateSession(ctx.db, session.id, generation, now, sessionEnd(now))
  return {
    accessToken: await issueAccessToken(ctx, session),
    refreshToken: issueRefreshToken(ctx.secrets, session.id, generation),
  }
}
