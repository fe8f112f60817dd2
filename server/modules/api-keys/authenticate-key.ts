import { createHash } from 'node:crypto'
import { type ApiScope, apiScopes } from '@dooryard/contract/api-scopes'
import { Role } from '@dooryard/contract/roles'
import type { Actor, Services } from '../../platform/context.ts'
import { everyHour } from '../../platform/schedule.ts'
import { findKeyByHash } from './api-keys.queries.ts'
import { isKeyText } from './key-text-rules.ts'
import { deleteDaysBefore } from './key-use.queries.ts'
import { callNotes, dayBefore } from './key-use.ts'

/** What is kept of a key. It is random throughout, so nothing slower than SHA-256 makes it harder to guess. */
export const hashOf = (key: string): Buffer => createHash('sha256').update(key).digest()

type Holder = { actor: Actor & { apiKeyId: string }; scopes: ApiScope[] }

/** Key, user and role are read each time, so that revoking, closing and another role take effect at once. */
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

export const keysOf = (services: Services) => ({
  isKeyText,
  authenticate: (key: string) => authenticateKey(services, key),
  ...callNotes(services),
})

/** Days that the use of a key is kept: a year, and some weeks to look back on it. */
export const keyUseKeptDays = 400

export const apiKeySchedule = ({ db, clock }: Pick<Services, 'db' | 'clock'>) => ({
  'purge-api-key-use': everyHour(() => deleteDaysBefore(db, dayBefore(clock.now(), keyUseKeptDays))),
})
