import { randomInt } from 'node:crypto'
import type { AdminApiKey, Revocation } from '@dooryard/contract/admin-api-keys'
import { type ApiKey, type IssuedApiKey, mostApiKeys, type NewApiKey } from '@dooryard/contract/api-keys'
import { audit } from '../../platform/audit.ts'
import { adminScope, type Context, ownScope } from '../../platform/context.ts'
import { appError } from '../../platform/errors.ts'
import { findChanges } from '../../platform/find-changes.ts'
import { newId } from '../../platform/ids.ts'
import { queueMail } from '../../platform/mail/mail.ts'
import { revokedMail } from '../../platform/mail/templates/integrations.ts'
import { findMailRecipient } from '../../platform/owners.queries.ts'
import { inTransaction } from '../../platform/postgres/database.ts'
import { holdAccount } from '../identity/index.ts'
import {
  type ApiKeyRow,
  countKeys,
  findKey,
  findKeyByName,
  insertKey,
  lockKeys,
  updateKey,
} from './api-keys.queries.ts'
import { hashOf } from './authenticate-key.ts'
import { newKeyText, prefixOf } from './key-text-rules.ts'
import { getApiKey, requireKey, stateOf } from './show-api-keys.ts'

const objectOf = (id: string) => ({ type: 'api_key', id })

const termsOf = ({ name, scopes, expiresAt }: NewApiKey) => ({
  name,
  scopes,
  expiresAt: expiresAt === undefined ? null : new Date(expiresAt),
})

function issue() {
  const key = newKeyText(randomInt)
  return { key, kept: { prefix: prefixOf(key), hash: hashOf(key) } }
}

/** Serialised: two changes at once cannot exceed the limit or give one name twice. The account stays open. */
const alone = <T>(ctx: Context, work: (inside: Context) => Promise<T>): Promise<T> =>
  inTransaction(ctx, async (inside) => {
    await holdAccount(inside)
    await lockKeys(inside.db, inside.actor.userId)
    return work(inside)
  })

/** CONFLICT where the name is taken, UNPROCESSABLE for an end in the past and beyond the limit. */
export const createApiKey = (ctx: Context, draft: NewApiKey): Promise<IssuedApiKey> =>
  alone(ctx, async (inside) => {
    const { db, actor, clock } = inside
    const terms = termsOf(draft)
    await refuseTakenName(inside, terms.name)
    refusePast(inside, terms.expiresAt)
    if ((await countKeys(db, actor.userId)) >= mostApiKeys)
      throw appError('UNPROCESSABLE', `You have ${mostApiKeys} API keys, the most there can be. Revoke one first.`)
    const id = newId()
    const { key, kept } = issue()
    await insertKey(db, { ...terms, ...kept, id, userId: actor.userId, createdAt: clock.now() })
    const shown = await getApiKey(inside, ownScope(inside), id)
    await audit(inside, { action: 'api_key.created', object: objectOf(id), after: { ...terms, prefix: kept.prefix } })
    return { ...shown, key }
  })

export const changeApiKey = (ctx: Context, id: string, draft: NewApiKey): Promise<ApiKey> =>
  alone(ctx, async (inside) => {
    const was = await requireKey(inside.db, ownScope(inside), id)
    const terms = termsOf(draft)
    await refuseTakenName(inside, terms.name, id)
    // Whoever renames a key that has ended leaves its end where it is.
    if (terms.expiresAt?.getTime() !== was.expiresAt?.getTime()) refusePast(inside, terms.expiresAt)
    const changes = findChanges(was, terms)
    if (changes) {
      await updateKey(inside.db, id, terms)
      await audit(inside, { action: 'api_key.changed', object: objectOf(id), ...changes })
    }
    return getApiKey(inside, ownScope(inside), id)
  })

export const regenerateApiKey = (ctx: Context, id: string): Promise<IssuedApiKey> =>
  alone(ctx, async (inside) => {
    const was = await requireKey(inside.db, ownScope(inside), id)
    const { key, kept } = issue()
    await updateKey(inside.db, id, { ...kept, regeneratedAt: inside.clock.now() })
    const shown = await getApiKey(inside, ownScope(inside), id)
    await audit(inside, {
      ...{ action: 'api_key.regenerated', object: objectOf(id) },
      before: { name: was.name, prefix: was.prefix },
      after: { prefix: kept.prefix },
    })
    return { ...shown, key }
  })

export const revokeApiKey = (ctx: Context, id: string): Promise<undefined> =>
  alone(ctx, async (inside) => {
    const { name, prefix } = await requireKey(inside.db, ownScope(inside), id)
    await updateKey(inside.db, id, { revokedAt: inside.clock.now() })
    await audit(inside, { action: 'api_key.revoked', object: objectOf(id), before: { name, prefix } })
    return undefined
  })

/** The owner is told why by mail, unless the account is closed. CONFLICT where the key was revoked already. */
export const revokeAnyKey = (ctx: Context, id: string, { reason }: Revocation): Promise<AdminApiKey> =>
  inTransaction(ctx, async (inside) => {
    const { db, clock } = inside
    const scope = adminScope(inside)
    const found = await requireKey(db, scope, id)
    await lockKeys(db, found.userId)
    // As it is now that nobody else changes it.
    const key = (await findKey(db, scope, id)) ?? found
    const state = stateOf(key, clock.now())
    if (state === 'REVOKED') throw appError('CONFLICT', 'This API key was revoked already.')
    const revokedAt = clock.now()
    await updateKey(db, id, { revokedAt })
    const { userId, name, prefix } = key
    const reader = await findMailRecipient(db, userId)
    if (reader) await queueMail(inside, revokedMail(inside, reader, { name, prefix, revokedAt, why: reason }))
    const shown = await getApiKey(inside, scope, id)
    await audit(inside, {
      action: 'api_key.revoked',
      object: objectOf(id),
      before: { state, name, prefix },
      after: { state: shown.state, user: userId },
      reason,
    })
    return shown
  })

async function refuseTakenName({ db, actor }: Context, name: string, id?: ApiKeyRow['id']): Promise<void> {
  const other = await findKeyByName(db, actor.userId, name)
  if (!other || other.id === id) return
  const message = 'You have an API key of this name already.'
  throw appError('CONFLICT', message, { issues: [{ path: 'name', message }] })
}

function refusePast({ clock }: Context, expiresAt: Date | null): void {
  if (!expiresAt || expiresAt > clock.now()) return
  const message = 'The end must be in the future.'
  throw appError('UNPROCESSABLE', message, { issues: [{ path: 'expiresAt', message }] })
}
