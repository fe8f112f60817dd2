import { audit } from '../../platform/audit.ts'
import type { Context } from '../../platform/context.ts'
import { notFound } from '../../platform/errors.ts'
import { inTransaction } from '../../platform/postgres/database.ts'
import { auditImpersonationsIn } from './end-sessions.ts'
import { endSessions } from './sessions.queries.ts'
import { findUser } from './users.queries.ts'

/** Ends every session of a user, and those in which somebody acts as them; NOT_FOUND for nobody. */
export const signOutUser = (ctx: Context, userId: string, { reason }: { reason: string }): Promise<{ ended: number }> =>
  inTransaction(ctx, async (inside) => {
    const { db, clock } = inside
    if (!(await findUser(db, userId))) throw notFound('This user')
    const ended = await endSessions(db, { userId }, clock.now())
    const object = { type: 'user', id: userId }
    await audit(inside, { action: 'session.all_ended', object, after: { ended: ended.length }, reason })
    await auditImpersonationsIn(ended, inside)
    return { ended: ended.length }
  })
