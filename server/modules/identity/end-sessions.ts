import { audit } from '../../platform/audit.ts'
import type { Context, PublicContext } from '../../platform/context.ts'
import { type EndedSession, endSessions } from './sessions.queries.ts'

/** Ends a session, with those that were begun from it to act as a user, and says so in the audit log. */
export async function endAudited(ctx: Context, sessionId: string): Promise<undefined> {
  const ended = await endSessions(ctx.db, { id: sessionId }, ctx.clock.now())
  if (ended.some(({ id, impersonatorId }) => id === sessionId && impersonatorId === null))
    await audit(ctx, { action: 'session.ended', object: { type: 'session', id: sessionId } })
  await auditImpersonationsIn(ended, ctx)
}

/** Says of each session that ended, and in which an administrator acted as a user, that they stopped. */
export async function auditImpersonationsIn(
  ended: EndedSession[],
  ctx: PublicContext & Partial<Pick<Context, 'actor'>>,
  by: { actorId?: string } = {},
): Promise<void> {
  for (const { id, userId, impersonatorId, impersonationReason: reason } of ended)
    if (impersonatorId !== null && reason !== null) {
      const object = { type: 'session', id }
      await audit(ctx, { action: 'impersonation.ended', ...by, onBehalfOfId: userId, object, reason })
    }
}
