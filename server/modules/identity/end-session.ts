import type { Context } from '../../platform/context.ts'
import { notFound } from '../../platform/errors.ts'
import { inTransaction } from '../../platform/postgres/database.ts'
import { endAudited } from './end-sessions.ts'
import { liveSession } from './sessions.queries.ts'

/** Signs the user out on one device; NOT_FOUND for a session that is over or somebody else's. */
export const endOneSession = (ctx: Context, sessionId: string): Promise<undefined> =>
  inTransaction(ctx, async (inside) => {
    const session = await liveSession(inside.db, sessionId, ctx.clock.now())
    if (session?.userId !== ctx.actor.userId) throw notFound('This session')
    return endAudited(inside, sessionId)
  })
