import type { ImpersonationStart, SignedInAs } from '@dooryard/contract/admin-users'
import { hourMs } from '@dooryard/contract/time'
import { audit } from '../../platform/audit.ts'
import type { Context } from '../../platform/context.ts'
import { appError, notFound } from '../../platform/errors.ts'
import { inTransaction } from '../../platform/postgres/database.ts'
import { findImpersonation, liveSession, lockSession } from './sessions.queries.ts'
import { endAudited, presentImpersonation, sessionEnded } from './sessions.ts'
import { earlier, openSession } from './start-session.ts'
import { findUser, type UserRow } from './users.queries.ts'

/** For an hour, and no longer than the administrator's own session. UNPROCESSABLE for whom nobody may act as. */
export const impersonate = (ctx: Context, userId: string, { reason }: ImpersonationStart): Promise<SignedInAs> =>
  inTransaction(ctx, async (inside) => {
    const { db, actor, clock } = inside
    const user = await findUser(db, userId)
    if (!user) throw notFound('This user')
    const refusal = refusalOf(user, actor.userId)
    if (refusal) throw appError('UNPROCESSABLE', refusal)
    const now = clock.now()
    const own = await liveSession(db, actor.sessionId, now)
    if (!own) throw sessionEnded()
    const endsBy = earlier(new Date(now.getTime() + hourMs), own.expiresAt)
    const { sessionId, signedIn } = await openSession(
      inside,
      user,
      { now, endsBy },
      {
        impersonatorId: actor.userId,
        impersonatorSessionId: actor.sessionId,
        impersonationReason: reason,
      },
    )
    const begun = await findImpersonation(db, sessionId)
    const impersonation = begun && presentImpersonation(begun)
    if (!impersonation) throw new Error('A session that an administrator has just begun does not name them.')
    // Once it is named by the new session, so that whoever ends it at the same time finds both, or we find it ended.
    if (!(await lockSession(db, actor.sessionId, clock.now()))) throw sessionEnded()
    const told = { onBehalfOfId: user.id, object: { type: 'user', id: user.id }, reason }
    const after = { session: sessionId, expiresAt: impersonation.expiresAt }
    await audit(inside, { action: 'impersonation.started', ...told, after })
    return { ...signedIn, impersonation }
  })

function refusalOf({ id, role, isActive, emailVerifiedAt }: UserRow, adminId: string): string | null {
  if (id === adminId) return 'This is your own account.'
  if (role === 'SUPER_ADMIN') return 'Nobody can act as another administrator.'
  if (!isActive) return 'This account is deactivated, so nobody can act as its user.'
  if (!emailVerifiedAt) return 'This user has not verified their email address yet, so nobody can act as them.'
  return null
}

/** CONFLICT when the session that asks is not an impersonation. */
export const endImpersonation = (ctx: Context): Promise<undefined> =>
  inTransaction(ctx, async (inside) => {
    const { sessionId, impersonator } = ctx.actor
    if (!impersonator) throw appError('CONFLICT', 'You are not acting as a user.')
    return endAudited(inside, sessionId)
  })
