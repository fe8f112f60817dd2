import type { Slice } from '@dooryard/contract/paging'
import { dayMs } from '@dooryard/contract/time'
import type { Insertable } from 'kysely'
import { countRows } from '../../platform/postgres/count-rows.ts'
import type { DB, Db } from '../../platform/postgres/database.ts'

export type ImpersonationRow = {
  impersonatorId: string
  impersonatorSessionId: string
  impersonationReason: string
}

export const insertSession = (db: Db, session: Insertable<DB['sessions']>) =>
  db.insertInto('sessions').values(session).execute()

/** Valid sessions. One that impersonates is valid as long as the administrator's own, and while both roles allow it. */
const liveSessions = (db: Db, now: Date) =>
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

const findSession = (db: Db, sessionId: string, now: Date) =>
  liveSessions(db, now)
    .where('sessions.id', '=', sessionId)
    .select(['sessions.id', 'sessions.userId', 'users.role', 'sessions.generation', 'sessions.rotatedAt'])
    .select(['sessions.lastSeenAt', 'sessions.expiresAt', 'sessions.endsBy'])
    .select(['sessions.impersonatorId', 'sessions.impersonationReason'])

export const liveSession = (db: Db, sessionId: string, now: Date) => findSession(db, sessionId, now).executeTakeFirst()

export const lockSession = (db: Db, sessionId: string, now: Date) =>
  findSession(db, sessionId, now).forUpdate('sessions').executeTakeFirst()

export const standingSessions = (db: Db, sessionIds: string[], now: Date) =>
  liveSessions(db, now)
    .where(({ eb, fn, val }) => eb('sessions.id', '=', fn.any(val(sessionIds))))
    .select(['sessions.id', 'users.role', 'sessions.lastSeenAt'])
    .execute()

export type SessionRow = Awaited<ReturnType<typeof selectSessions>>[number]

export const selectSessions = (db: Db, userId: string, currentId: string, now: Date, { limit, offset }: Slice) =>
  liveSessions(db, now)
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
  countRows(db, liveSessions(db, now).where('sessions.userId', '=', userId))

/** Without impersonations. */
export const countSignedIn = (db: Db, userId: string, now: Date): Promise<number> =>
  countRows(
    db,
    liveSessions(db, now).where('sessions.userId', '=', userId).where('sessions.impersonatorId', 'is', null),
  )

/** Without impersonations. Use is noted by the minute; of those used in the same one the latest begun comes last. */
export const selectLeastUsedSessions = (db: Db, userId: string, kept: number, now: Date) =>
  liveSessions(db, now)
    .where('sessions.userId', '=', userId)
    .where('sessions.impersonatorId', 'is', null)
    .select('sessions.id')
    .orderBy('sessions.lastSeenAt', 'desc')
    .orderBy('sessions.createdAt', 'desc')
    .orderBy('sessions.id', 'desc')
    .offset(kept)
    .execute()

/** Skips the sessions that somebody noted since `before`, or is changing. */
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
        // Two who lock the same rows, each in an order of its own, would wait for each other.
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

type Ending = { ids: string[] } | { userId: string; exceptId?: string | undefined }

export type EndedSession = Awaited<ReturnType<typeof endSessions>>[number]

/** Also ends the impersonations begun from them. Returns those that were valid, to one of two callers at once. */
export async function endSessions(db: Db, ending: Ending, now: Date) {
  const open = db
    .updateTable('sessions')
    .set({ endedAt: now })
    .where('endedAt', 'is', null)
    .returning(['id', 'userId', 'impersonatorId', 'impersonationReason', 'expiresAt'])
  const asked =
    'ids' in ending
      ? open.where(({ eb, fn, val }) => eb('id', '=', fn.any(val(ending.ids))))
      : open
          .where('userId', '=', ending.userId)
          .$if(ending.exceptId !== undefined, (query) => query.where('id', '!=', ending.exceptId ?? ''))
  const ended = await asked.execute()
  const ids = ended.map(({ id }) => id)
  // A statement of its own, which sees what was begun while the first waited.
  const begun = ids.length > 0 ? await open.where('impersonatorSessionId', 'in', ids).execute() : []
  return [...ended, ...begun].filter(({ expiresAt }) => expiresAt > now)
}

export const sessionsKeptDays = 90

export async function forgetOldSessions(db: Db, now: Date): Promise<void> {
  const before = new Date(now.getTime() - sessionsKeptDays * dayMs)
  await db
    .deleteFrom('sessions')
    .where(({ eb, or }) => or([eb('endedAt', '<', before), eb('expiresAt', '<', before)]))
    .execute()
}

export const findImpersonation = (db: Db, sessionId: string) =>
  db
    .selectFrom('sessions')
    .innerJoin('users', 'users.id', 'sessions.impersonatorId')
    .select(['sessions.impersonatorId', 'users.email as impersonatorEmail', 'sessions.expiresAt'])
    .where('sessions.id', '=', sessionId)
    .executeTakeFirst()
