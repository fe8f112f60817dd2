import { type PageQuery, type PageResult, toPage, toSlice } from '@dooryard/contract/api/paging'
import type { Impersonation, Session } from '@dooryard/contract/identity/account'
import { audit } from '../../../platform/audit.ts'
import type { Context } from '../../../platform/context.ts'
import { appError, notFound } from '../../../platform/errors/app-error.ts'
import { inTransaction } from '../../../platform/postgres/database.ts'
import { endFirstFactor } from '../second-factor/second-factor-state.ts'
import { findUser, lockIfOpen, lockUser } from '../users/users.queries.ts'
import {
  countSessions,
  type EndedSession,
  endSessions,
  findActiveSession,
  type SessionRow,
  selectSessions,
} from './sessions.queries.ts'

type SessionAuditContext = Parameters<typeof audit>[0]

export const endSessionWithAudit = async (ctx: Context, sessionId: string): Promise<undefined> =>
  auditSessionsEnded(ctx, await endSessions(ctx.db, { ids: [sessionId] }, ctx.clock.now()))

/** Audits each ended session: by the actor of the request, unless `by` gives the actor and the reason. */
export async function auditSessionsEnded(
  ctx: SessionAuditContext,
  ended: EndedSession[],
  by: { actorId?: string; reason?: string } = {},
): Promise<undefined> {
  for (const { id, impersonatorId } of ended)
    if (impersonatorId === null) await audit(ctx, { action: 'session.ended', ...by, object: { type: 'session', id } })
  await auditImpersonationsEnded(ended, ctx, by.actorId === undefined ? {} : { actorId: by.actorId })
}

export async function auditImpersonationsEnded(
  ended: EndedSession[],
  ctx: SessionAuditContext,
  by: { actorId?: string } = {},
): Promise<void> {
  for (const { id, userId, impersonatorId, impersonationReason: reason } of ended)
    if (impersonatorId !== null && reason !== null) {
      const object = { type: 'session', id }
      await audit(ctx, { action: 'impersonation.ended', ...by, onBehalfOfId: userId, object, reason })
    }
}

export const sessionEndedError = () => appError('NOT_AUTHENTICATED', 'Your session has ended. Please sign in again.')

/**
 * Locks the caller's account as active until the transaction ends. NOT_AUTHENTICATED if it is closed or deactivated.
 */
export async function lockActiveAccount({
  db,
  actor,
}: Pick<Context, 'db'> & { actor: { userId: string } }): Promise<void> {
  if (!(await lockIfOpen(db, actor.userId))) throw sessionEndedError()
}

export const listSessions = (ctx: Context, query: PageQuery): Promise<PageResult<Session>> =>
  listSessionPage(ctx, ctx.actor.userId, query)

/** NOT_FOUND for an unknown user. */
export async function listUserSessions(ctx: Context, userId: string, query: PageQuery): Promise<PageResult<Session>> {
  if (!(await findUser(ctx.db, userId))) throw notFound('This user')
  return listSessionPage(ctx, userId, query)
}

async function listSessionPage({ db, actor, clock }: Context, userId: string, query: PageQuery) {
  const now = clock.now()
  const rows = await selectSessions(db, userId, actor.sessionId, now, toSlice(query))
  const sessions = rows.map((row) => presentSession(row, actor.sessionId))
  return toPage(sessions, await countSessions(db, userId, now), query)
}

const presentSession = (row: SessionRow, currentId: string): Session => ({
  id: row.id,
  userAgent: row.userAgent,
  ipAddress: row.ipAddress,
  createdAt: row.createdAt.toISOString(),
  lastSeenAt: row.lastSeenAt.toISOString(),
  endsBy: row.endsBy.toISOString(),
  isCurrent: row.id === currentId,
  impersonation: presentImpersonation(row),
})

type ImpersonationColumns = { impersonatorId: string | null; impersonatorEmail: string | null; expiresAt: Date }

export const presentImpersonation = ({
  impersonatorId: adminId,
  impersonatorEmail: adminEmail,
  expiresAt,
}: ImpersonationColumns) =>
  adminId !== null && adminEmail !== null
    ? ({ adminId, adminEmail, expiresAt: expiresAt.toISOString() } satisfies Impersonation)
    : undefined

/** NOT_FOUND for a session that has ended or belongs to another user. */
export const endOwnedSession = (ctx: Context, sessionId: string): Promise<undefined> =>
  inTransaction(ctx, async (tx) => {
    const session = await findActiveSession(tx.db, sessionId, ctx.clock.now())
    if (session?.userId !== ctx.actor.userId) throw notFound('This session')
    return endSessionWithAudit(tx, sessionId)
  })

export const signOut = (ctx: Context): Promise<undefined> =>
  inTransaction(ctx, (tx) => endSessionWithAudit(tx, ctx.actor.sessionId))

/** Also ends unfinished sign-ins and forgets remembered devices; `keepCurrent` keeps this session and this device. */
export const signOutEverywhere = (ctx: Context, { keepCurrent }: { keepCurrent: boolean }): Promise<undefined> =>
  inTransaction(ctx, async (tx) => {
    const { userId, sessionId } = ctx.actor
    const exceptId = keepCurrent ? sessionId : undefined
    // Before sessions and challenges, like a sign-in, to avoid deadlocks.
    await lockUser(tx.db, userId)
    const ended = await endSessions(tx.db, { userId, exceptId }, ctx.clock.now())
    await endFirstFactor(tx, userId, { exceptDevice: keepCurrent ? tx.device?.token : undefined })
    await audit(tx, {
      action: 'session.all_ended',
      object: { type: 'user', id: userId },
      after: { kept: keepCurrent ? sessionId : null },
    })
    await auditImpersonationsEnded(ended, tx)
    return undefined
  })

/**
 * Also ends the impersonations of and by the user, unfinished sign-ins and remembered devices; returns the number of the
 * user's own sessions.
 */
export const signOutUser = (ctx: Context, userId: string, { reason }: { reason: string }): Promise<{ ended: number }> =>
  inTransaction(ctx, async (tx) => {
    const { db, clock } = tx
    if (!(await lockUser(db, userId))) throw notFound('This user')
    const sessions = await endSessions(db, { userId }, clock.now())
    await endFirstFactor(tx, userId)
    const ended = sessions.filter((session) => session.userId === userId).length
    const object = { type: 'user', id: userId }
    await audit(tx, { action: 'session.all_ended', object, after: { ended }, reason })
    await auditImpersonationsEnded(sessions, tx)
    return { ended }
  })
