import type { Db } from '../../platform/postgres/database.ts'

/** The administrator behind a session, and until when; undefined where its user is alone. */
export const findImpersonation = (db: Db, sessionId: string) =>
  db
    .selectFrom('sessions')
    .innerJoin('users', 'users.id', 'sessions.impersonatorId')
    .select(['sessions.impersonatorId', 'users.email as impersonatorEmail', 'sessions.expiresAt'])
    .where('sessions.id', '=', sessionId)
    .executeTakeFirst()
