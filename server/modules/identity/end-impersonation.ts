import type { Context } from '../../platform/context.ts'
import { appError } from '../../platform/errors.ts'
import { inTransaction } from '../../platform/postgres/database.ts'
import { endAudited } from './end-sessions.ts'

/** Ends the session in which an administrator acts as a user; CONFLICT when the one that asks is not such a session. */
export const endImpersonation = (ctx: Context): Promise<undefined> =>
  inTransaction(ctx, async (inside) => {
    const { sessionId, impersonator } = ctx.actor
    if (!impersonator) throw appError('CONFLICT', 'You are not acting as a user.')
    return endAudited(inside, sessionId)
  })
