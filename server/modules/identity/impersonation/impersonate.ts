import { hourMs } from '@dooryard/contract/api/time'
import type { ImpersonationStart, ImpersonationTokens } from '@dooryard/contract/identity/admin/admin-users'
import { audit } from '../../../platform/audit.ts'
import type { Context } from '../../../platform/context.ts'
import { appError, notFound } from '../../../platform/errors/app-error.ts'
import { inTransaction } from '../../../platform/postgres/database.ts'
import { findActiveSession, findImpersonation, lockActiveSession } from '../sessions/sessions.queries.ts'
import { endSessionWithAudit, presentImpersonation, sessionEndedError } from '../sessions/sessions.ts'
import { getEarlier, openSession } from '../sessions/start-session.ts'
import { findUser, type UserRow } from '../users/users.queries.ts'

/**
 * Lasts one hour, and no longer than the administrator's own session. UNPROCESSABLE for users that cannot be
 * impersonated.
 */
export const impersonate = (
  ctx: Context,
  userId: string,
  { reason }: ImpersonationStart,
): Promise<ImpersonationTokens> =>
  inTransaction(ctx, async (tx) => {
    const { db, actor, clock } = tx
    const user = await findUser(db, userId)
    if (!user) throw notFound('This user')
    const refusal = getImpersonationRefusal(user, actor.userId)
    if (refusal) throw appError('UNPROCESSABLE', refusal)
    const now = clock.now()
    const adminSession = await findActiveSession(db, actor.sessionId, now)
    if (!adminSession) throw sessionEndedError()
    const endsBy = getEarlier(new Date(now.getTime() + hourMs), adminSession.expiresAt)
    const { sessionId, signedIn } = await openSession(
      tx,
      user,
      { now, endsBy },
      {
        impersonatorId: actor.userId,
        impersonatorSessionId: actor.sessionId,
        impersonationReason: reason,
      },
    )
    const started = await findImpersonation(db, sessionId)
    const impersonation = started && presentImpersonation(started)
    if (!impersonation) throw new Error('A session that an administrator has just begun does not name them.')
    // Checked after the new session refers to it: a concurrent sign-out either finds both, or this check finds it
    // ended.
    if (!(await lockActiveSession(db, actor.sessionId, clock.now()))) throw sessionEndedError()
    const details = { onBehalfOfId: user.id, object: { type: 'user', id: user.id }, reason }
    const after = { session: sessionId, expiresAt: impersonation.expiresAt }
    await audit(tx, { action: 'impersonation.started', ...details, after })
    return { ...signedIn, impersonation }
  })

function getImpersonationRefusal({ id, role, isActive, emailVerifiedAt }: UserRow, adminId: string): string | null {
  if (id === adminId) return 'This is your own account.'
  if (role === 'SUPER_ADMIN') return 'Administrators cannot be impersonated.'
  if (!isActive) return 'This account is deactivated, so it cannot be impersonated.'
  if (!emailVerifiedAt) return 'This user has not verified their email address yet, so they cannot be impersonated.'
  return null
}

/** CONFLICT if the session is not an impersonation. */
export const endImpersonation = (ctx: Context): Promise<undefined> =>
  inTransaction(ctx, async (tx) => {
    const { sessionId, impersonator } = ctx.actor
    if (!impersonator) throw appError('CONFLICT', 'You are not impersonating a user.')
    return endSessionWithAudit(tx, sessionId)
  })
