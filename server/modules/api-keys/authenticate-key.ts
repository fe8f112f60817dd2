import { createHash } from 'node:crypto'
import { type ApiScope, apiScopes } from '@dooryard/contract/api-scopes'
import { Role } from '@dooryard/contract/roles'
import type { Actor, Services } from '../../platform/context.ts'
import { findKeyByHash } from './api-keys.queries.ts'

/** What is kept of a key. It is random throughout, so nothing slower than SHA-256 makes it harder to guess. */
export const hashOf = (key: string): Buffer => createHash('sha256').update(key).digest()

type Holder = { actor: Actor & { apiKeyId: string }; scopes: ApiScope[] }

/**
 * Whom a key belongs to, and what it may do. Key, user and role are read each time, so whoever revokes or regenerates
 * the key, closes the account or changes its role ends it at once.
 */
export async function authenticateKey(
  { db, clock }: Pick<Services, 'db' | 'clock'>,
  key: string,
): Promise<Holder | 'EXPIRED' | 'UNKNOWN'> {
  const found = await findKeyByHash(db, hashOf(key))
  const role = found && Role.parse(found.role)
  if (!found || role !== 'ENTERPRISE_USER') return 'UNKNOWN'
  if (found.expiresAt && found.expiresAt <= clock.now()) return 'EXPIRED'
  const { id, userId, scopes } = found
  return {
    actor: { userId, role, sessionId: id, apiKeyId: id },
    scopes: scopes.map((one) => apiScopes.schema.parse(one)),
  }
}
