import { audit } from '../../platform/audit.ts'
import type { Context } from '../../platform/context.ts'
import { notFound } from '../../platform/errors.ts'
import { inTransaction } from '../../platform/postgres/database.ts'
import { auditImpersonationsIn } from './end-sessions.ts'
import { endSessions } from './sessions.queries.ts'
import { lockUser } from './users.queries.ts'

/**
 * Ends every session of a user, and those in which somebody acts as them or they act as somebody else; says how many of
 * the user's there were. NOT_FOUND for nobody and for a closed account.
 */
export const signOutUser = (ctx: Context, userId: string, { reason }: { reason: string }): Promise<{ ended: number }> =>
  inTransaction(ctx, async (inside) => {
    const { db, clock } = inside
    if (!(await lockUser(db, userId))) throw notFound('This user')
    const sessions = await endSessions(db, { userId }, clock.now())
    const ended = sessions.filter((session) => session.userId === userId).length
    const object = { type: 'user', id: userId }
    await audit(inside, { action: 'session.all_ended', object, after: { ended }, reason })
    await auditImpersonationsIn(sessions, inside)
    return { ended }
  })
