import { randomInt } from 'node:crypto'
import { type ApiKey, type IssuedApiKey, mostApiKeys, type NewApiKey } from '@dooryard/contract/api-keys'
import { audit } from '../../platform/audit.ts'
import type { Context } from '../../platform/context.ts'
import { appError } from '../../platform/errors.ts'
import { newId } from '../../platform/ids.ts'
import { inTransaction } from '../../platform/postgres/database.ts'
import { holdAccount } from '../identity/index.ts'
import { type ApiKeyRow, countKeys, findKeyByName, insertKey, lockKeys, updateKey } from './api-keys.queries.ts'
import { hashOf } from './authenticate-key.ts'
import { newKeyText, prefixOf } from './key-text-rules.ts'
import { ownKey, showApiKey } from './show-api-keys.ts'

/** What an audit entry about a key is about. */
const objectOf = (id: string) => ({ type: 'api_key', id })

/** Of a draft, as it is kept. */
const termsOf = ({ name, scopes, expiresAt }: NewApiKey) => ({
  name,
  scopes,
  expiresAt: expiresAt === undefined ? null : new Date(expiresAt),
})

/** A key that nobody has, and what is kept of it. */
function issue() {
  const key = newKeyText(randomInt)
  return { key, kept: { prefix: prefixOf(key), hash: hashOf(key) } }
}

/**
 * Runs a change of the actor's keys, alone: two at once cannot go over what a user may have, or give one name twice. The
 * account stays open until it is done.
 */
const alone = <T>(ctx: Context, work: (inside: Context) => Promise<T>): Promise<T> =>
  inTransaction(ctx, async (inside) => {
    await holdAccount(inside)
    await lockKeys(inside.db, inside.actor.userId)
    return work(inside)
  })

/**
 * Makes a key, and tells it this once. CONFLICT where the name is taken, UNPROCESSABLE where it would have ended before
 * it begins, or the user has as many as they may.
 */
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
    const shown = await showApiKey(inside, id)
    await audit(inside, { action: 'api_key.created', object: objectOf(id), after: { ...terms, prefix: kept.prefix } })
    return { ...shown, key }
  })

/** Gives a key of the actor's another name, other scopes and another end. Refuses as `createApiKey` does. */
export const changeApiKey = (ctx: Context, id: string, draft: NewApiKey): Promise<ApiKey> =>
  alone(ctx, async (inside) => {
    const was = await ownKey(inside, id)
    const terms = termsOf(draft)
    await refuseTakenName(inside, terms.name, id)
    // Whoever renames a key that has ended leaves its end where it is.
    if (terms.expiresAt?.getTime() !== was.expiresAt?.getTime()) refusePast(inside, terms.expiresAt)
    await updateKey(inside.db, id, terms)
    const shown = await showApiKey(inside, id)
    const { name, scopes, expiresAt } = was
    await audit(inside, {
      ...{ action: 'api_key.changed', object: objectOf(id) },
      before: { name, scopes, expiresAt },
      after: terms,
    })
    return shown
  })

/** Puts another key in the place of one of the actor's, and tells it this once; the old one opens nothing from then on. */
export const regenerateApiKey = (ctx: Context, id: string): Promise<IssuedApiKey> =>
  alone(ctx, async (inside) => {
    const was = await ownKey(inside, id)
    const { key, kept } = issue()
    await updateKey(inside.db, id, { ...kept, regeneratedAt: inside.clock.now() })
    const shown = await showApiKey(inside, id)
    await audit(inside, {
      ...{ action: 'api_key.regenerated', object: objectOf(id) },
      before: { name: was.name, prefix: was.prefix },
      after: { prefix: kept.prefix },
    })
    return { ...shown, key }
  })

/** Revokes a key of the actor's for good. What it was used for stays known. */
export const revokeApiKey = (ctx: Context, id: string): Promise<undefined> =>
  alone(ctx, async (inside) => {
    const { name, prefix } = await ownKey(inside, id)
    await updateKey(inside.db, id, { revokedAt: inside.clock.now() })
    await audit(inside, { action: 'api_key.revoked', object: objectOf(id), before: { name, prefix } })
    return undefined
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
