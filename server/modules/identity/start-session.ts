import type { SignedIn } from '@dooryard/contract/auth'
import { audit } from '../../platform/audit.ts'
import type { PublicContext } from '../../platform/context.ts'
import { newId } from '../../platform/ids.ts'
import { inTransaction } from '../../platform/postgres/database.ts'
import { listCreditSettings } from '../credits/index.ts'
import { presentUser } from './present-user.ts'
import { type ImpersonationRow, insertSession } from './sessions.queries.ts'
import { issueAccessToken, issueRefreshToken } from './tokens.ts'
import type { UserRow } from './users.queries.ts'

const sessionDays = 30

/** A session lives for 30 days from its last refresh. */
export const sessionEnd = (now: Date) => new Date(now.getTime() + sessionDays * 86_400_000)

/** Signs a user in on one more device. Whoever calls has made sure that it is them, and that they may. */
export const startSession = (ctx: PublicContext, user: UserRow): Promise<SignedIn> =>
  inTransaction(ctx, async (inside) => {
    const { sessionId, signedIn } = await openSession(inside, user, sessionEnd(ctx.clock.now()))
    await audit(inside, { action: 'session.started', actorId: user.id, object: { type: 'session', id: sessionId } })
    return signedIn
  })

/** A session of the user's with its first pair of tokens; `acting` says which administrator is behind it. */
export async function openSession(
  ctx: PublicContext,
  user: UserRow,
  expiresAt: Date,
  acting?: ImpersonationRow,
): Promise<{ sessionId: string; signedIn: SignedIn }> {
  const sessionId = newId()
  const now = ctx.clock.now()
  const times = { createdAt: now, rotatedAt: now, lastSeenAt: now, expiresAt }
  await insertSession(ctx.db, { id: sessionId, userId: user.id, ...ctx.caller, ...times, ...acting })
  const named = { id: sessionId, userId: user.id, impersonatorId: acting?.impersonatorId ?? null }
  const signedIn = {
    user: presentUser(user),
    accessToken: await issueAccessToken(ctx, named),
    refreshToken: issueRefreshToken(ctx.secrets, sessionId, 1),
    creditSettings: await listCreditSettings(ctx.db),
  }
  return { sessionId, signedIn }
}
