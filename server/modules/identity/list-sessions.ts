import type { Session } from '@dooryard/contract/account'
import { type PageOf, type PageQuery, sliceOf, toPage } from '@dooryard/contract/paging'
import type { Context } from '../../platform/context.ts'
import { presentImpersonation } from './present-impersonation.ts'
import { countSessions, type SessionRow, selectSessions } from './sessions.queries.ts'

/** A page of where the actor is signed in: this session first, then the last seen. */
export async function listSessions({ db, actor, clock }: Context, query: PageQuery): Promise<PageOf<Session>> {
  const now = clock.now()
  const rows = await selectSessions(db, actor.userId, actor.sessionId, now, sliceOf(query))
  const sessions = rows.map((row) => presentSession(row, actor.sessionId))
  return toPage(sessions, await countSessions(db, actor.userId, now), query)
}

const presentSession = (row: SessionRow, currentId: string): Session => ({
  id: row.id,
  userAgent: row.userAgent,
  ipAddress: row.ipAddress,
  createdAt: row.createdAt.toISOString(),
  lastSeenAt: row.lastSeenAt.toISOString(),
  isCurrent: row.id === currentId,
  impersonation: presentImpersonation(row),
})
