import { audit } from '../../platform/audit.ts'
import type { Context } from '../../platform/context.ts'
import { inTransaction } from '../../platform/postgres/database.ts'
import { auditImpersonationsIn } from './end-sessions.ts'
import { endSessions } from './sessions.queries.ts'

/** Ends every session of the user, or every other one than that which asks. */
export const signOutEverywhere = (ctx: Context, { keepCurrent }: { keepCurrent: boolean }): Promise<undefined> =>
  inTransaction(ctx, async (inside) => {
    const { userId, sessionId } = ctx.actor
    const exceptId = keepCurrent ? sessionId : undefined
    const ended = await endSessions(inside.db, { userId, exceptId }, ctx.clock.now())
    await audit(inside, {
      action: 'session.all_ended',
      object: { type: 'user', id: userId },
      after: { kept: keepCurrent ? sessionId : null },
    })
    await auditImpersonationsIn(ended, inside)
    return undefined
  })
