import {
  type IssuedWebhook,
  maxWebhooks,
  type NewWebhook,
  type Webhook,
  type WebhookChange,
} from '@dooryard/contract/integrations/webhooks'
import { audit } from '../../../platform/audit.ts'
import { type Context, ownScope } from '../../../platform/context.ts'
import { appError } from '../../../platform/errors/app-error.ts'
import type { Outbound } from '../../../platform/outbound/outbound.ts'
import { inTransaction } from '../../../platform/postgres/database.ts'
import { findChanges } from '../../../platform/util/find-changes.ts'
import { newId } from '../../../platform/util/ids.ts'
import { endAllPending, endFirstPending } from '../deliver/attempts.queries.ts'
import { getOrigin, requireLockedWebhook, requireWebhook, toWebhookObject } from '../webhook-access.ts'
import { countWebhooks, insertWebhook, lockUserWebhooks, updateWebhook, type WebhookRow } from '../webhooks.queries.ts'
import { getWebhook } from './list-webhooks.ts'
import { encryptSecret, generateSecret } from './webhook-secrets.ts'
import { invalidUrlError, parseTarget, requireAllowedTarget, requireUnblockedUrl } from './webhook-target.ts'

export type WebhookOptions = {
  outbound: Outbound
  /** Keeps the caller's account open until the transaction ends. */
  holdAccount: (ctx: Pick<Context, 'db' | 'actor'>) => Promise<void>
}

/** UNPROCESSABLE for a URL that is not allowed or too many webhooks; CONFLICT for a blocked URL. */
export async function createWebhook(
  ctx: Context,
  { outbound, holdAccount }: WebhookOptions,
  draft: NewWebhook,
): Promise<IssuedWebhook> {
  const url = parseTarget(draft.url)
  await requireAllowedTarget(outbound, url)
  return inTransaction(ctx, async (tx) => {
    const { db, actor, clock, secrets } = tx
    await holdAccount(tx)
    await lockUserWebhooks(db, actor.userId)
    if ((await countWebhooks(db, actor.userId)) >= maxWebhooks) throw tooManyWebhooksError()
    await requireUnblockedUrl(tx, url)
    const [id, secret, at] = [newId(), generateSecret(), clock.now()]
    const { events, description = '', sendsTestEvents = false } = draft
    const row = { id, userId: actor.userId, url, events, sendsTestEvents, description: description || null }
    await insertWebhook(db, { ...row, secret: encryptSecret(secrets, secret), createdAt: at, updatedAt: at })
    await audit(tx, {
      action: 'webhook.created',
      object: toWebhookObject(id),
      after: { site: getOrigin(url), events, sendsTestEvents },
    })
    return { ...(await getWebhook(tx, ownScope(tx), id)), secret }
  })
}

const tooManyWebhooksError = () =>
  appError('UNPROCESSABLE', `You have ${maxWebhooks} webhooks, the maximum. Delete one first.`)

export const disabledMessage = 'Not sent: the webhook was disabled.'

/** UNPROCESSABLE for a URL that is not allowed or a change an administrator blocked; CONFLICT for a blocked URL. */
export async function changeWebhook(
  ctx: Context,
  outbound: Outbound,
  id: string,
  change: WebhookChange,
): Promise<Webhook> {
  const before = await requireWebhook(ctx, ownScope(ctx), id)
  const url = change.url === undefined ? before.url : parseTarget(change.url)
  assertNotBlocked(before, change, url)
  const needsTargetCheck = url !== before.url || (change.isActive === true && !before.isActive)
  if (needsTargetCheck) await requireAllowedTarget(outbound, url)
  // Attempts queued before the webhook was disabled are never sent, however many there are.
  if (change.isActive && !before.isActive)
    await endAllPending(ctx.db, id, { at: ctx.clock.now(), error: disabledMessage })
  return inTransaction(ctx, async (tx) => {
    const { db, clock } = tx
    const row = await requireLockedWebhook(tx, ownScope(tx), id)
    assertNotBlocked(row, change, url)
    if (needsTargetCheck) await requireUnblockedUrl(tx, url)
    const update = findUpdate(row, { ...change, ...(change.url !== undefined && { url }) })
    if (Object.keys(update).length > 0) {
      const at = clock.now()
      await updateWebhook(db, id, { ...update, ...getUpdateEffects(update, row, at), updatedAt: at })
      if (update.isActive === false) await endFirstPending(db, id, { at, error: disabledMessage })
      const [oldFields, newFields] = [getAuditFields(update, row), getAuditFields(update, { ...row, ...update })]
      // Paths are hidden, so a URL that differs only there would look unchanged.
      const urlChange = newFields.site !== undefined && newFields.site === oldFields.site ? { isUrlChanged: true } : {}
      await audit(tx, {
        action: 'webhook.changed',
        object: toWebhookObject(id),
        before: oldFields,
        after: { ...newFields, ...urlChange },
      })
    }
    return getWebhook(tx, ownScope(tx), id)
  })
}

/**
 * Only an administrator can enable a webhook that an administrator disabled. It keeps its URL, which would otherwise
 * be free for another webhook.
 */
function assertNotBlocked(row: WebhookRow, { isActive }: WebhookChange, url: string): void {
  if (row.disabledReason !== 'BY_ADMIN') return
  if (url !== row.url)
    throw invalidUrlError(
      'An administrator disabled this webhook, so its URL cannot be changed. Contact support about it.',
    )
  if (isActive)
    throw appError(
      'UNPROCESSABLE',
      'An administrator disabled this webhook, so only an administrator can enable it. Contact support about it.',
    )
}

type WebhookUpdate = Partial<Pick<WebhookRow, 'url' | 'description' | 'events' | 'sendsTestEvents' | 'isActive'>>

function findUpdate(row: WebhookRow, { description, ...change }: WebhookChange): WebhookUpdate {
  const text = description === '' ? null : description
  return findChanges(row, { ...change, description: text })?.after ?? {}
}

/**
 * A new URL or enabling the webhook resets its failures, which belong to the old endpoint or the time before the fix.
 */
function getUpdateEffects({ url, isActive }: WebhookUpdate, { version }: WebhookRow, at: Date) {
  if (url === undefined && isActive === undefined) return {}
  return {
    version: version + 1,
    ...((url !== undefined || isActive) && { failingSince: null, lastTimeoutAt: null }),
    ...(isActive === true && { disabledReason: null, disabledAt: null }),
    ...(isActive === false && { disabledReason: 'BY_USER', disabledAt: at }),
  }
}

const getAuditFields = (
  update: WebhookUpdate,
  { url, description, events, sendsTestEvents, isActive }: WebhookRow,
) => ({
  ...(update.url !== undefined && { site: getOrigin(url) }),
  ...(update.description !== undefined && { description }),
  ...(update.events && { events }),
  ...(update.sendsTestEvents !== undefined && { sendsTestEvents }),
  ...(update.isActive !== undefined && { isActive }),
})

/** CONFLICT when an administrator disabled it, since the same URL could then be used by a new webhook. */
export const removeWebhook = (ctx: Context, id: string): Promise<undefined> =>
  inTransaction(ctx, async (tx) => {
    const { db, clock } = tx
    const { url, disabledReason } = await requireLockedWebhook(tx, ownScope(tx), id)
    if (disabledReason === 'BY_ADMIN')
      throw appError(
        'CONFLICT',
        'An administrator disabled this webhook, so it cannot be deleted. Contact support about it.',
      )
    const at = clock.now()
    await updateWebhook(db, id, { deletedAt: at })
    await endFirstPending(db, id, { at, error: 'The webhook was deleted.' })
    await audit(tx, { action: 'webhook.removed', object: toWebhookObject(id), before: { site: getOrigin(url) } })
    return undefined
  })
