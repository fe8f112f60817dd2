import type { Slice } from '@dooryard/contract/api/paging'
import { dayMs } from '@dooryard/contract/api/time'
import type { Insertable } from 'kysely'
import { countRows } from '../../../platform/postgres/count-rows.ts'
import type { DB, Db } from '../../../platform/postgres/database.ts'
import { selectSecondFactors } from '../second-factor/second-factors.queries.ts'

export type ImpersonationRow = {
  impersonatorId: string
  impersonatorSessionId: string
  impersonationReason: string
}

export const insertSession = (db: Db, session: Insertable<DB['sessions']>) =>
  db.insertInto('sessions').values(session).execute()

/**
 * Valid sessions. An impersonation is valid as long as the administrator's own session, and while both roles allow it.
 */
const selectActiveSessions = (db: Db, now: Date) =>
  db
    .selectFrom('sessions')
    .innerJoin('users', 'users.id', 'sessions.userId')
    .leftJoin('users as impersonators', 'impersonators.id', 'sessions.impersonatorId')
    .leftJoin('sessions as behind', 'behind.id', 'sessions.impersonatorSessionId')
    .where('sessions.endedAt', 'is', null)
    .where('sessions.expiresAt', '>', now)
    .where('users.isActive', '=', true)
    .where(({ and, eb, or }) =>
      or([
        eb('sessions.impersonatorId', 'is', null),
        and([
          eb('users.role', '!=', 'SUPER_ADMIN'),
          eb('impersonators.role', '=', 'SUPER_ADMIN'),
          eb('impersonators.isActive', '=', true),
          eb('behind.endedAt', 'is', null),
          eb('behind.expiresAt', '>', now),
        ]),
      ]),
    )

const selectActiveSession = (db: Db, sessionId: string, now: Date) =>
  selectActiveSessions(db, now)
    .where('sessions.id', '=', sessionId)
    .select(['sessions.id', 'sessions.userId', 'users.role', 'sessions.generation', 'sessions.rotatedAt'])
    .select(['sessions.lastSeenAt', 'sessions.expiresAt', 'sessions.endsBy'])
    .select(['sessions.impersonatorId', 'sessions.impersonationReason'])

export const findActiveSession = (db: Db, sessionId: string, now: Date) =>
  selectActiveSession(db, sessionId, now).executeTakeFirst()

/** Also says when the person last proved who they are, and by which second factor they can. */
export const findSessionToAuthenticate = (db: Db, sessionId: string, now: Date) =>
  selectActiveSession(db, sessionId, now)
    .innerJoin(selectSecondFactors(db).as('factors'), 'factors.userId', 'sessions.userId')
    .select(['sessions.confirmedAt', 'factors.hasPasskey', 'factors.totpConfirmedAt', 'factors.isRequired'])
    .executeTakeFirst()

export const confirmSession = (db: Db, sessionId: string, now: Date) =>
  db.updateTable('sessions').set({ confirmedAt: now }).where('id', '=', sessionId).execute()

export const lockActiveSession = (db: Db, sessionId: string, now: Date) =>
  selectActiveSession(db, sessionId, now).forUpdate('sessions').executeTakeFirst()

export const findActiveSessions = (db: Db, sessionIds: string[], now: Date) =>
  selectActiveSessions(db, now)
    .where(({ eb, fn, val }) => eb('sessions.id', '=', fn.any(val(sessionIds))))
    .select(['sessions.id', 'users.role', 'sessions.lastSeenAt'])
    .execute()

export type SessionRow = Awaited<ReturnType<typeof selectSessions>>[number]

export const selectSessions = (db: Db, userId: string, currentId: string, now: Date, { limit, offset }: Slice) =>
  selectActiveSessions(db, now)
    .where('sessions.userId', '=', userId)
    .select(['sessions.id', 'sessions.userAgent', 'sessions.ipAddress', 'sessions.createdAt', 'sessions.lastSeenAt'])
    .select(['sessions.expiresAt', 'sessions.endsBy', 'sessions.impersonatorId'])
    .select('impersonators.email as impersonatorEmail')
    .orderBy(({ eb }) => eb('sessions.id', '=', currentId), 'desc')
    .orderBy('sessions.lastSeenAt', 'desc')
    .orderBy('sessions.id') // id breaks ties, so pages never overlap
    .limit(limit)
    .offset(offset)
    .execute()

export const countSessions = (db: Db, userId: string, now: Date): Promise<number> =>
  countRows(db, selectActiveSessions(db, now).where('sessions.userId', '=', userId))

/** Impersonations excluded. */
export const countActiveSignIns = (db: Db, userId: string, now: Date): Promise<number> =>
  countRows(
    db,
    selectActiveSessions(db, now).where('sessions.userId', '=', userId).where('sessions.impersonatorId', 'is', null),
  )

/**
 * Impersonations excluded. Use is recorded by the minute; within the same minute the most recently started comes last.
 */
export const selectLeastUsedSessions = (db: Db, userId: string, keep: number, now: Date) =>
  selectActiveSessions(db, now)
    .where('sessions.userId', '=', userId)
    .where('sessions.impersonatorId', 'is', null)
    .select('sessions.id')
    .orderBy('sessions.lastSeenAt', 'desc')
    .orderBy('sessions.createdAt', 'desc')
    .orderBy('sessions.id', 'desc')
    .offset(keep)
    .execute()

/** Skips sessions whose use was recorded since `before`, and those being changed. */
export const touchSessions = (db: Db, sessionIds: string[], now: Date, before: Date) =>
  db
    .updateTable('sessions')
    .set({ lastSeenAt: now })
    .where('id', 'in', (eb) =>
      eb
        .selectFrom('sessions')
        .select('id')
        .where((where) => where('id', '=', where.fn.any(where.val(sessionIds))))
        .where('lastSeenAt', '<=', before)
        // Two callers that lock the same rows in different orders would deadlock.
        .forUpdate()
        .skipLocked(),
    )
    .execute()

export const rotateSession = (db: Db, sessionId: string, generation: number, now: Date, expiresAt: Date) =>
  db
    .updateTable('sessions')
    .set({ generation, rotatedAt: now, lastSeenAt: now, expiresAt })
    .where('id', '=', sessionId)
    .execute()

type SessionSelection = { ids: string[] } | { userId: string; exceptId?: string | undefined }

export type EndedSession = Awaited<ReturnType<typeof endSessions>>[number]

/** Also ends the impersonations started from them. Of two concurrent callers, one gets the sessions that were valid. */
export async function endSessions(db: Db, selection: SessionSelection, now: Date) {
  const openSessions = db
    .updateTable('sessions')
    .set({ endedAt: now })
    .where('endedAt', 'is', null)
    .returning(['id', 'userId', 'impersonatorId', 'impersonationReason', 'expiresAt'])
  const update =
    'ids' in selection
      ? openSessions.where(({ eb, fn, val }) => eb('id', '=', fn.any(val(selection.ids))))
      : openSessions
          .where('userId', '=', selection.userId)
          .$if(selection.exceptId !== undefined, (query) => query.where('id', '!=', selection.exceptId ?? ''))
  const ended = await update.execute()
  const ids = ended.map(({ id }) => id)
  // A separate statement, which sees what was started while the first one waited.
  const startedAt = ids.length > 0 ? await openSessions.where('impersonatorSessionId', 'in', ids).execute() : []
  return [...ended, ...startedAt].filter(({ expiresAt }) => expiresAt > now)
}

export const sessionRetentionDays = 90

export async function purgeExpiredSessions(db: Db, now: Date): Promise<void> {
  const before = new Date(now.getTime() - sessionRetentionDays * dayMs)
  await db
    .deleteFrom('sessions')
    .where(({ eb, or }) => or([eb('endedAt', '<', before), eb('expiresAt', '<', before)]))
    .execute()
}

/** Of all sessions that are kept, valid or not; impersonations excluded. */
export async function listUserAgents(db: Db, userId: string): Promise<string[]> {
  const rows = await db
    .selectFrom('sessions')
    .select('userAgent')
    .distinct()
    .where('userId', '=', userId)
    .where('impersonatorId', 'is', null)
    .execute()
  return rows.map(({ userAgent }) => userAgent)
}

export const findImpersonation = (db: Db, sessionId: string) =>
  db
    .selectFrom('sessions')
    .innerJoin('users', 'users.id', 'sessions.impersonatorId')
    .select(['sessions.impersonatorId', 'users.email as impersonatorEmail', 'sessions.expiresAt'])
    .where('sessions.id', '=', sessionId)
    .executeTakeFirst()
