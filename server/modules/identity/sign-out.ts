import type { Context } from '../../platform/context.ts'
import { inTransaction } from '../../platform/postgres/database.ts'
import { endAudited } from './end-sessions.ts'

/** Ends the session that asks; its tokens open nothing from now on. */
export const signOut = (ctx: Context): Promise<undefined> =>
  inTransaction(ctx, (inside) => endAudited(inside, ctx.actor.sessionId))
