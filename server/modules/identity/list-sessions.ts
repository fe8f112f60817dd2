import type { Session } from '@dooryard/contract/account'
import { type PageOf, type PageQuery, sliceOf, toPage } from '@dooryard/contract/paging'
import type { Context } from '../../platform/context.ts'
import { notFound } from '../../platform/errors.ts'
import { presentImpersonation } from './present-impersonation.ts'
import { countSessions, type SessionRow, selectSessions } from './sessions.queries.ts'
import { findUser } from './users.queries.ts'

/** A page of where the actor is signed in: this session first, then the last seen. */
export const listSessions = (ctx: Context, query: PageQuery): Promise<PageOf<Session>> =>
  sessionsOf(ctx, ctx.actor.userId, query)

/** The same of any user, for administrators; NOT_FOUND for nobody. */
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
