import type { Db } from '../../platform/postgres/database.ts'

/** What a session says of the administrator who acts as its user, and why. */
export type ImpersonationRow = {
  impersonatorId: string
  impersonatorSessionId: string
  impersonationReason: string
}

type NewSession = {
  id: string
  userId: string
  userAgent: string
  ipAddress: string
  createdAt: Date
  rotatedAt: Date
  lastSeenAt: Date
  expiresAt: Date
  endsBy: Date
} & Partial<ImpersonationRow>

export const insertSession = (db: Db, session: NewSession) => db.insertInto('sessions').values(session).execute()

/**
 * The sessions that are still good. One in which an administrator acts as the user is good as long as the
 * administrator's own, while they may act as others and the user is one who may be acted as.
 */
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

/** A session that is still good, with the role of its user as it is now. */
export const liveSession = (db: Db, sessionId: string, now: Date) =>
  liveSessions(db, now)
    .where('sessions.id', '=', sessionId)
    .select([
      'sessions.id',
      'sessions.userId',
      'users.role',
      'sessions.impersonatorId',
      'sessions.impersonationReason',
      'sessions.lastSeenAt',
      'sessions.expiresAt',
    ])
    .executeTakeFirst()

/** Those of these sessions that are still good, with the roles of their users as they are now. */
export const standingSessions = (db: Db, sessionIds: string[], now: Date) =>
  liveSessions(db, now)
    .where(({ eb, fn, val }) => eb('sessions.id', '=', fn.any(val(sessionIds))))
    .select(['sessions.id', 'users.role', 'sessions.lastSeenAt'])
    .execute()

export const lockSession = (db: Db, sessionId: string, now: Date) =>
  liveSessions(db, now)
    .where('sessions.id', '=', sessionId)
    .select([
      'sessions.id',
      'sessions.userId',
      'sessions.generation',
      'sessions.rotatedAt',
      'sessions.expiresAt',
      'sessions.endsBy',
      'sessions.impersonatorId',
    ])
    .forUpdate('sessions')
    .executeTakeFirst()

type Slice = { limit: number; offset: number }

export type SessionRow = Awaited<ReturnType<typeof selectSessions>>[number]

/** The good sessions of a user, `currentId` first, then the last seen. */
export const selectSessions = (db: Db, userId: string, currentId: string, now: Date, { limit, offset }: Slice) =>
  liveSessions(db, now)
    .where('sessions.userId', '=', userId)
    .select([
      'sessions.id',
      'sessions.userAgent',
      'sessions.ipAddress',
      'sessions.createdAt',
      'sessions.lastSeenAt',
      'sessions.expiresAt',
      'sessions.endsBy',
      'sessions.impersonatorId',
      'impersonators.email as impersonatorEmail',
    ])
    .orderBy(({ eb }) => eb('sessions.id', '=', currentId), 'desc')
    .orderBy('sessions.lastSeenAt', 'desc')
    .orderBy('sessions.id') // id breaks ties, so pages never overlap
    .limit(limit)
    .offset(offset)
    .execute()

export async function countSessions(db: Db, userId: string, now: Date): Promise<number> {
  const { count } = await liveSessions(db, now)
    .where('sessions.userId', '=', userId)
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow()
  return count
}

/** Where a user is signed in: without the sessions in which an administrator acts as them. */
export async function countSignedIn(db: Db, userId: string, now: Date): Promise<number> {
  const { count } = await liveSessions(db, now)
    .where('sessions.userId', '=', userId)
    .where('sessions.impersonatorId', 'is', null)
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow()
  return count
}

/**
 * The good sessions of a user but for the `kept` that were used last. Those in which an administrator acts as them are
 * neither counted nor given. Use is noted by the minute, so of those used in the same one the latest begun counts as the
 * last used.
 */
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

/** Notes that sessions are used, unless somebody did since `before`, or is changing them. */
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

/** These sessions, or those of a user, all or all but one. */
type Ending = { ids: string[] } | { userId: string; exceptId?: string | undefined }

export type EndedSession = Awaited<ReturnType<typeof endSessions>>[number]

/**
 * Ends sessions and those that were begun from them to act as a user; says which were still good. Of two who end one at
 * once, one is told of it.
 */
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

/** Removes the sessions that ended or expired more than 90 days ago. */
export async function forgetOldSessions(db: Db, now: Date): Promise<void> {
  const before = new Date(now.getTime() - sessionsKeptDays * 86_400_000)
  await db
    .deleteFrom('sessions')
    .where(({ eb, or }) => or([eb('endedAt', '<', before), eb('expiresAt', '<', before)]))
    .execute()
}
