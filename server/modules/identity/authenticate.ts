import { Role } from '@dooryard/contract/roles'
import type { Actor, Services } from '../../platform/context.ts'
import { liveSession } from './sessions.queries.ts'
import { readAccessToken } from './tokens.ts'

/**
 * Who an access token belongs to; null when it opens nothing. The session and the role are read each time, so sign-out,
 * deactivation and a change of role take effect at once.
 */
export async function authenticate(
  services: Services,
  token: string,
): Promise<{ actor: Actor; expiresAt: Date } | null> {
  const read = await readAccessToken(services, token)
  const session = read && (await liveSession(services.db, read.sessionId, services.clock.now()))
  if (!session) return null
  const actor = { userId: session.userId, role: Role.parse(session.role), sessionId: session.id }
  return { actor, expiresAt: read.expiresAt }
}
