import { audit } from '../../platform/audit.ts'
import type { Context } from '../../platform/context.ts'
import { type EndedSession, endSessions } from './sessions.queries.ts'

/** A request, one that signs somebody in, or the end of the demo, which nobody asks for. */
type EndingContext = Parameters<typeof audit>[0]

/** Ends a session, with those that were begun from it to act as a user, and says so in the audit log. */
export const endAudited = async (ctx: Context, sessionId: string): Promise<undefined> =>
  auditEnded(ctx, await endSessions(ctx.db, { ids: [sessionId] }, ctx.clock.now()))

/** Says of each session that ended that it did: by the actor of the request, unless `by` says who and why. */
export async function auditEnded(
  ctx: EndingContext,
  ended: EndedSession[],
  by: { actorId?: string; reason?: string } = {},
): Promise<undefined> {
  for (const { id, impersonatorId } of ended)
    if (impersonatorId === null) await audit(ctx, { action: 'session.ended', ...by, object: { type: 'session', id } })
  await auditImpersonationsIn(ended, ctx, by.actorId === undefined ? {} : { actorId: by.actorId })
}

/** Says of each session that ended, and in which an administrator acted as a user, that they stopped. */
export async function auditImpersonationsIn(
  ended: EndedSession[],
  ctx: EndingContext,
  by: { actorId?: string } = {},
): Promise<void> {
  for (const { id, userId, impersonatorId, impersonationReason: reason } of ended)
    if (impersonatorId !== null && reason !== null) {
      const object = { type: 'session', id }
      await audit(ctx, { action: 'impersonation.ended', ...by, onBehalfOfId: userId, object, reason })
    }
}
