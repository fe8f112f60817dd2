import type { Db } from '../../platform/postgres/database.ts'

type NewSession = {
  id: string
  userId: string
  userAgent: string
  ipAddress: string
  createdAt: Date
  rotatedAt: Date
  lastSeenAt: Date
  expiresAt: Date
}

export const insertSession = (db: Db, session: NewSession) => db.insertInto('sessions').values(session).execute()

/** A session that is still good, with the role of its user as it is now. */
export const liveSession = (db: Db, sessionId: string, now: Date) =>
  db
    .selectFrom('sessions')
    .innerJoin('users', 'users.id', 'sessions.userId')
    .select(['sessions.id', 'sessions.userId', 'users.role'])
    .where('sessions.id', '=', sessionId)
    .where('sessions.endedAt', 'is', null)
    .where('sessions.expiresAt', '>', now)
    .where('users.isActive', '=', true)
    .executeTakeFirst()

export const lockSession = (db: Db, sessionId: string, now: Date) =>
  db
    .selectFrom('sessions')
    .innerJoin('users', 'users.id', 'sessions.userId')
    .select(['sessions.id', 'sessions.userId', 'generation', 'rotatedAt'])
    .where('sessions.id', '=', sessionId)
    .where('sessions.endedAt', 'is', null)
    .where('sessions.expiresAt', '>', now)
    .where('users.isActive', '=', true)
    .forUpdate('sessions')
    .executeTakeFirst()

export const rotateSession = (db: Db, sessionId: string, generation: number, now: Date, expiresAt: Date) =>
  db
    .updateTable('sessions')
    .set({ generation, rotatedAt: now, lastSeenAt: now, expiresAt })
    .where('id', '=', sessionId)
    .execute()

export const endSession = (db: Db, sessionId: string, now: Date) =>
  db.updateTable('sessions').set({ endedAt: now }).where('id', '=', sessionId).where('endedAt', 'is', null).execute()
