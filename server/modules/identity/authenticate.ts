import { Role } from '@dooryard/contract/roles'
import type { Actor, Services } from '../../platform/context.ts'
import { liveSession, touchSession } from './sessions.queries.ts'
import { readAccessToken } from './tokens.ts'

/** How far what is said of a session's last use may lag behind. */
const seenEveryMs = 60_000

/**
 * Who an access token belongs to; null when it opens nothing. The session and the role are read each time, so sign-out,
 * deactivation, a change of role and the end of an impersonation take effect at once.
 */
export async function authenticate(
  services: Services,
  token: string,
): Promise<{ actor: Actor; expiresAt: Date } | null> {
  const { db, clock } = services
  const read = await readAccessToken(services, token)
  const now = clock.now()
  const session = read && (await liveSession(db, read.sessionId, now))
  if (!session) return null
  const seenBefore = new Date(now.getTime() - seenEveryMs)
  if (session.lastSeenAt <= seenBefore) await touchSession(db, session.id, now, seenBefore)
  const { id: sessionId, userId, impersonatorId, impersonationReason: reason } = session
  const isActing = impersonatorId !== null && reason !== null
  const impersonator = isActing ? { impersonator: { userId: impersonatorId, reason } } : {}
  return { actor: { userId, role: Role.parse(session.role), sessionId, ...impersonator }, expiresAt: read.expiresAt }
}
