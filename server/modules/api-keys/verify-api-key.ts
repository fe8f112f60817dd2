import { createHash } from 'node:crypto'
import { Role } from '@dooryard/contract/api/roles'
import { type ApiScope, apiScopes } from '@dooryard/contract/integrations/api-scopes'
import type { Actor, Services } from '../../platform/context.ts'
import { everyHour } from '../../platform/jobs/schedule.ts'
import { isApiKeyFormat } from './api-key-format-rules.ts'
import { deleteApiKeyUsageBefore } from './api-key-usage.queries.ts'
import { createCallRecorder, getDayBefore } from './api-key-usage.ts'
import { findApiKeyByHash } from './api-keys.queries.ts'

/** The stored hash of a key. Keys are random, so a hash slower than SHA-256 adds no protection. */
export const hashApiKey = (key: string): Buffer => createHash('sha256').update(key).digest()

type AuthenticatedApiKey = {
  actor: Actor & { apiKeyId: string }
  scopes: ApiScope[]
  /** IP addresses and CIDR ranges; empty for anywhere. */
  allowedIps: string[]
}

/**
 * Reads the key, the user and the role on each call, so revocations, closed accounts and role changes take effect at
 * once.
 */
export async function verifyApiKey(
  { db, clock }: Pick<Services, 'db' | 'clock'>,
  key: string,
): Promise<AuthenticatedApiKey | 'EXPIRED' | 'UNKNOWN'> {
  const row = await findApiKeyByHash(db, hashApiKey(key))
  const role = row && Role.parse(row.role)
  if (!row || role !== 'ENTERPRISE_USER') return 'UNKNOWN'
  if (row.expiresAt && row.expiresAt <= clock.now()) return 'EXPIRED'
  const { id, userId, isTest, scopes, allowedIps } = row
  return {
    actor: { userId, role, sessionId: id, apiKeyId: id, ...(isTest && { isTest }) },
    allowedIps,
    scopes: scopes.map((one) => apiScopes.schema.parse(one)),
  }
}

export const createApiKeyService = (services: Services) => ({
  isApiKeyFormat,
  authenticate: (key: string) => verifyApiKey(services, key),
  ...createCallRecorder(services),
})

/** API key usage is retained for a year and a few weeks, so that a whole year can be reviewed. */
export const apiKeyUsageRetentionDays = 400

export const apiKeySchedule = ({ db, clock }: Pick<Services, 'db' | 'clock'>) => ({
  'purge-api-key-use': everyHour(() =>
    deleteApiKeyUsageBefore(db, getDayBefore(clock.now(), apiKeyUsageRetentionDays)),
  ),
})
