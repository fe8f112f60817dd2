import type { Impersonation, Session } from '@dooryard/contract/account'
import { type PageOf, type PageQuery, sliceOf, toPage } from '@dooryard/contract/paging'
import { audit } from '../../platform/audit.ts'
import type { Context } from '../../platform/context.ts'
import { appError, notFound } from '../../platform/errors.ts'
import { inTransaction } from '../../platform/postgres/database.ts'
import {
  countSessions,
  type EndedSession,
  endSessions,
  liveSession,
  type SessionRow,
  selectSessions,
} from './sessions.queries.ts'
import { findUser, holdOpen, lockUser } from './users.queries.ts'

type EndingContext = Parameters<typeof audit>[0]

export const endAudited = async (ctx: Context, sessionId: string): Promise<undefined> =>
  auditEnded(ctx, await endSessions(ctx.db, { ids: [sessionId] }, ctx.clock.now()))

/** Audits each session that ended: by the actor of the request, unless `by` says who and why. */
export async function auditEnded(
  ctx: EndingContext,
  ended: EndedSession[],
  by: { actorId?: string; reason?: string } = {},
): Promise<undefined> {
  for (const { id, impersonatorId } of ended)
    if (impersonatorId === null) await audit(ctx, { action: 'session.ended', ...by, object: { type: 'session', id } })
  await auditImpersonationsIn(ended, ctx, by.actorId === undefined ? {} : { actorId: by.actorId })
}

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

export const sessionEnded = () => appError('NOT_AUTHENTICATED', 'Your session has ended. Please sign in again.')

/** Keeps the caller's account open until the transaction ends. NOT_AUTHENTICATED where it is closed or deactivated. */
export async function holdAccount({ db, actor }: Pick<Context, 'db'> & { actor: { userId: string } }): Promise<void> {
  if (!(await holdOpen(db, actor.userId))) throw sessionEnded()
}

export const listSessions = (ctx: Context, query: PageQuery): Promise<PageOf<Session>> =>
  sessionsOf(ctx, ctx.actor.userId, query)

/** NOT_FOUND for nobody. */
export async function listSessionsOf(ctx: Context, userId: string, query: PageQuery): Promise<PageOf<Session>> {
  if (!(await findUser(ctx.db, userId))) throw notFound('This user')
  return sessionsOf(ctx, userId, query)
}

async function sessionsOf({ db, actor, clock }: Context, userId: string, query: PageQuery) {
  const now = clock.now()
  const rows = await selectSessions(db, userId, actor.sessionId, now, sliceOf(query))
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

type Row = { impersonatorId: string | null; impersonatorEmail: string | null; expiresAt: Date }

export const presentImpersonation = ({ impersonatorId: adminId, impersonatorEmail: adminEmail, expiresAt }: Row) =>
  adminId !== null && adminEmail !== null
    ? ({ adminId, adminEmail, expiresAt: expiresAt.toISOString() } satisfies Impersonation)
    : undefined

/** NOT_FOUND for a session that is over or another user's. */
export const endOneSession = (ctx: Context, sessionId: string): Promise<undefined> =>
  inTransaction(ctx, async (inside) => {
    const session = await liveSession(inside.db, sessionId, ctx.clock.now())
    if (session?.userId !== ctx.actor.userId) throw notFound('This session')
    return endAudited(inside, sessionId)
  })

export const signOut = (ctx: Context): Promise<undefined> =>
  inTransaction(ctx, (inside) => endAudited(inside, ctx.actor.sessionId))

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

/** Also ends the impersonations of and by the user; returns how many sessions were the user's own. */
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
