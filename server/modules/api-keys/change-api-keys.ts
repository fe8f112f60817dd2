import { randomInt } from 'node:crypto'
import type { AdminApiKey, Revocation } from '@dooryard/contract/integrations/admin-api-keys'
import {
  type ApiKey,
  type ApiKeyTerms,
  type IssuedApiKey,
  maxApiKeys,
  type NewApiKey,
} from '@dooryard/contract/integrations/api-keys'
import { audit } from '../../platform/audit.ts'
import { adminScope, type Context, ownScope } from '../../platform/context.ts'
import { appError } from '../../platform/errors/app-error.ts'
import { findMailRecipient } from '../../platform/lists/owners.queries.ts'
import { queueMail } from '../../platform/mail/mail.ts'
import { apiKeyRevokedMail } from '../../platform/mail/templates/integrations.ts'
import { inTransaction } from '../../platform/postgres/database.ts'
import { formatAddressRange } from '../../platform/util/client-address.ts'
import { findChanges } from '../../platform/util/find-changes.ts'
import { newId } from '../../platform/util/ids.ts'
import { lockActiveAccount } from '../identity/index.ts'
import { generateApiKey, getApiKeyPrefix } from './api-key-format-rules.ts'
import {
  type ApiKeyRow,
  countApiKeys,
  findApiKey,
  findApiKeyByName,
  insertApiKey,
  lockApiKeys,
  updateApiKey,
} from './api-keys.queries.ts'
import { getApiKey, getApiKeyState, requireApiKey } from './list-api-keys.ts'
import { hashApiKey } from './verify-api-key.ts'

const toAuditObject = (id: string) => ({ type: 'api_key', id })

const toStoredTerms = ({ name, scopes, allowedIps, expiresAt }: ApiKeyTerms) => ({
  name,
  scopes,
  allowedIps: [...new Set(allowedIps.map(normalizeAddressRange))],
  expiresAt: expiresAt === undefined ? null : new Date(expiresAt),
})

/** VALIDATION for a range of the IPv4 addresses in IPv6 that is wider than all of them. */
function normalizeAddressRange(text: string, at: number): string {
  const range = formatAddressRange(text)
  if (range) return range
  const message = `${text} is not a valid IP address or range.`
  throw appError('VALIDATION', message, { issues: [{ path: `allowedIps.${at}`, message }] })
}

function generateSecret(isTest: boolean) {
  const key = generateApiKey(randomInt, isTest)
  return { key, kept: { prefix: getApiKeyPrefix(key), hash: hashApiKey(key) } }
}

/**
 * Serializes changes: concurrent ones cannot exceed the limit or reuse a name. The account cannot be closed meanwhile.
 */
const withApiKeyLock = <T>(ctx: Context, work: (tx: Context) => Promise<T>): Promise<T> =>
  inTransaction(ctx, async (tx) => {
    await lockActiveAccount(tx)
    await lockApiKeys(tx.db, tx.actor.userId)
    return work(tx)
  })

/** CONFLICT for a taken name; UNPROCESSABLE for an expiry in the past or beyond the limit of keys. */
export const createApiKey = (ctx: Context, draft: NewApiKey): Promise<IssuedApiKey> =>
  withApiKeyLock(ctx, async (tx) => {
    const { db, actor, clock } = tx
    const { isTest } = draft
    const terms = toStoredTerms(draft)
    await requireUniqueName(tx, terms.name)
    requireFutureExpiry(tx, terms.expiresAt)
    if ((await countApiKeys(db, actor.userId)) >= maxApiKeys)
      throw appError('UNPROCESSABLE', `You have ${maxApiKeys} API keys, the maximum. Revoke one first.`)
    const id = newId()
    const { key, kept: stored } = generateSecret(isTest)
    await insertApiKey(db, { ...terms, ...stored, id, isTest, userId: actor.userId, createdAt: clock.now() })
    const apiKey = await getApiKey(tx, ownScope(tx), id)
    await audit(tx, {
      action: 'api_key.created',
      object: toAuditObject(id),
      after: { ...terms, isTest, prefix: stored.prefix },
    })
    return { ...apiKey, key }
  })

export const changeApiKey = (ctx: Context, id: string, draft: ApiKeyTerms): Promise<ApiKey> =>
  withApiKeyLock(ctx, async (tx) => {
    const current = await requireApiKey(tx.db, ownScope(tx), id)
    const terms = toStoredTerms(draft)
    await requireUniqueName(tx, terms.name, id)
    // Renaming an expired key keeps its expiry.
    if (terms.expiresAt?.getTime() !== current.expiresAt?.getTime()) requireFutureExpiry(tx, terms.expiresAt)
    const changes = findChanges(current, terms)
    if (changes) {
      await updateApiKey(tx.db, id, terms)
      await audit(tx, { action: 'api_key.changed', object: toAuditObject(id), ...changes })
    }
    return getApiKey(tx, ownScope(tx), id)
  })

export const regenerateApiKey = (ctx: Context, id: string): Promise<IssuedApiKey> =>
  withApiKeyLock(ctx, async (tx) => {
    const current = await requireApiKey(tx.db, ownScope(tx), id)
    const { key, kept: stored } = generateSecret(current.isTest)
    await updateApiKey(tx.db, id, { ...stored, regeneratedAt: tx.clock.now() })
    const apiKey = await getApiKey(tx, ownScope(tx), id)
    await audit(tx, {
      ...{ action: 'api_key.regenerated', object: toAuditObject(id) },
      before: { name: current.name, prefix: current.prefix },
      after: { prefix: stored.prefix },
    })
    return { ...apiKey, key }
  })

export const revokeApiKey = (ctx: Context, id: string): Promise<undefined> =>
  withApiKeyLock(ctx, async (tx) => {
    const { name, prefix } = await requireApiKey(tx.db, ownScope(tx), id)
    await updateApiKey(tx.db, id, { revokedAt: tx.clock.now() })
    await audit(tx, { action: 'api_key.revoked', object: toAuditObject(id), before: { name, prefix } })
    return undefined
  })

/** Mails the reason to the owner unless the account is closed. CONFLICT if the key is already revoked. */
export const adminRevokeApiKey = (ctx: Context, id: string, { reason }: Revocation): Promise<AdminApiKey> =>
  inTransaction(ctx, async (tx) => {
    const { db, clock } = tx
    const scope = adminScope(tx)
    const listed = await requireApiKey(db, scope, id)
    await lockApiKeys(db, listed.userId)
    // Reads the key again under the lock.
    const key = (await findApiKey(db, scope, id)) ?? listed
    const state = getApiKeyState(key, clock.now())
    if (state === 'REVOKED') throw appError('CONFLICT', 'This API key is already revoked.')
    const revokedAt = clock.now()
    await updateApiKey(db, id, { revokedAt })
    const { userId, name, prefix } = key
    const recipient = await findMailRecipient(db, userId)
    if (recipient) await queueMail(tx, apiKeyRevokedMail(tx, recipient, { name, prefix, revokedAt, why: reason }))
    const apiKey = await getApiKey(tx, scope, id)
    await audit(tx, {
      action: 'api_key.revoked',
      object: toAuditObject(id),
      before: { state, name, prefix },
      after: { state: apiKey.state, user: userId },
      reason,
    })
    return apiKey
  })

async function requireUniqueName({ db, actor }: Context, name: string, id?: ApiKeyRow['id']): Promise<void> {
  const other = await findApiKeyByName(db, actor.userId, name)
  if (!other || other.id === id) return
  const message = 'You already have an API key with this name.'
  throw appError('CONFLICT', message, { issues: [{ path: 'name', message }] })
}

function requireFutureExpiry({ clock }: Context, expiresAt: Date | null): void {
  if (!expiresAt || expiresAt > clock.now()) return
  const message = 'The expiry must be in the future.'
  throw appError('UNPROCESSABLE', message, { issues: [{ path: 'expiresAt', message }] })
}
