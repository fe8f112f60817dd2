import { Role } from '@dooryard/contract/roles'
import { minuteMs } from '@dooryard/contract/time'
import type { Actor, Services } from '../../platform/context.ts'
import type { Db } from '../../platform/postgres/database.ts'
import { liveSession, standingSessions, touchSessions } from './sessions.queries.ts'
import { readAccessToken } from './tokens.ts'

/** The last use of a session is written no more often. */
const seenEveryMs = minuteMs

/** Session and role are read each time, so sign-out, deactivation and a change of role take effect at once. */
export async function authenticate(
  services: Services,
  token: string,
): Promise<{ actor: Actor; expiresAt: Date } | null> {
  const { db, clock } = services
  const read = await readAccessToken(services, token)
  const now = clock.now()
  const session = read && (await liveSession(db, read.sessionId, now))
  if (!session) return null
  await noteUse(db, [session], now)
  const { id: sessionId, userId, impersonatorId, impersonationReason: reason } = session
  const isActing = impersonatorId !== null && reason !== null
  const impersonator = isActing ? { impersonator: { userId: impersonatorId, reason } } : {}
  return { actor: { userId, role: Role.parse(session.role), sessionId, ...impersonator }, expiresAt: read.expiresAt }
}

/** Those of these sessions that are valid, with the roles of their users as they are now; each counts as used. */
export async function rolesOf({ db, clock }: Services, sessionIds: string[]): Promise<ReadonlyMap<string, Role>> {
  const now = clock.now()
  const sessions = await standingSessions(db, sessionIds, now)
  await noteUse(db, sessions, now)
  return new Map(sessions.map(({ id, role }) => [id, Role.parse(role)]))
}

async function noteUse(db: Db, sessions: { id: string; lastSeenAt: Date }[], now: Date) {
  const seenBefore = new Date(now.getTime() - seenEveryMs)
  const due = sessions.filter(({ lastSeenAt }) => lastSeenAt <= seenBefore)
  if (due.length > 0)
    await touchSessions(
      db,
      due.map(({ id }) => id),
      now,
      seenBefore,
    )
}
