import { Role } from '@dooryard/contract/api/roles'
import { minuteMs } from '@dooryard/contract/api/time'
import type { Actor, SecondFactorStatus, Services } from '../../../platform/context.ts'
import type { Db } from '../../../platform/postgres/database.ts'
import { type FactorColumns, toMethods } from '../second-factor/second-factors.queries.ts'
import { findActiveSessions, findSessionToAuthenticate, touchSessions } from './sessions.queries.ts'
import { readAccessToken } from './tokens.ts'

/** The last use of a session is written at most this often. */
const lastSeenIntervalMs = minuteMs

/** Reads the session and the role on each call, so sign-out, deactivation and role changes take effect at once. */
export async function authenticate(
  services: Services,
  token: string,
): Promise<{ actor: Actor; expiresAt: Date } | null> {
  const { db, clock } = services
  const claims = await readAccessToken(services, token)
  const now = clock.now()
  const session = claims && (await findSessionToAuthenticate(db, claims.sessionId, now))
  if (!session) return null
  await recordSessionUse(db, [session], now)
  const { id: sessionId, userId, impersonatorId, impersonationReason: reason } = session
  const isImpersonation = impersonatorId !== null && reason !== null
  const person = isImpersonation
    ? { impersonator: { userId: impersonatorId, reason } }
    : { secondFactor: getSecondFactorStatus(session) }
  return { actor: { userId, role: Role.parse(session.role), sessionId, ...person }, expiresAt: claims.expiresAt }
}

type ProofColumns = FactorColumns & { confirmedAt: Date; isRequired: boolean }

function getSecondFactorStatus(session: ProofColumns): SecondFactorStatus {
  const methods = toMethods(session)
  return { methods, confirmedAt: session.confirmedAt, mustSetUp: session.isRequired && methods.length === 0 }
}

/** Returns the valid ones of these sessions with the current roles of their users, and records their use. */
export async function getSessionRoles(
  { db, clock }: Services,
  sessionIds: string[],
): Promise<ReadonlyMap<string, Role>> {
  const now = clock.now()
  const sessions = await findActiveSessions(db, sessionIds, now)
  await recordSessionUse(db, sessions, now)
  return new Map(sessions.map(({ id, role }) => [id, Role.parse(role)]))
}

async function recordSessionUse(db: Db, sessions: { id: string; lastSeenAt: Date }[], now: Date) {
  const seenBefore = new Date(now.getTime() - lastSeenIntervalMs)
  const due = sessions.filter(({ lastSeenAt }) => lastSeenAt <= seenBefore)
  if (due.length > 0)
    await touchSessions(
      db,
      due.map(({ id }) => id),
      now,
      seenBefore,
    )
}
