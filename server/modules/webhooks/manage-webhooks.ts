import {
  type IssuedWebhook,
  mostWebhooks,
  type NewWebhook,
  type Webhook,
  type WebhookChange,
} from '@dooryard/contract/webhooks'
import { audit } from '../../platform/audit.ts'
import { type Context, ownScope } from '../../platform/context.ts'
import { appError } from '../../platform/errors.ts'
import { findChanges } from '../../platform/find-changes.ts'
import { newId } from '../../platform/ids.ts'
import type { Outbound } from '../../platform/outbound/outbound.ts'
import { inTransaction } from '../../platform/postgres/database.ts'
import { endAll, endSome } from './attempts.queries.ts'
import { getWebhook } from './list-webhooks.ts'
import { objectOf, requireLocked, requireWebhook, siteOf } from './webhook-access.ts'
import { newSecret, sealSecret } from './webhook-secrets.ts'
import { refuseBarredUrl, refuseTarget, targetOf, unfit } from './webhook-target.ts'
import { countWebhooks, insertWebhook, lockWebhooks, updateWebhook, type WebhookRow } from './webhooks.queries.ts'

export type WebhookOptions = {
  outbound: Outbound
  /** Keeps the caller's account open until the transaction ends. */
  holdAccount: (ctx: Pick<Context, 'db' | 'actor'>) => Promise<void>
}

/** UNPROCESSABLE for a URL that would not be called, or one webhook too many; CONFLICT for a barred URL. */
export async function createWebhook(
  ctx: Context,
  { outbound, holdAccount }: WebhookOptions,
  draft: NewWebhook,
): Promise<IssuedWebhook> {
  const url = targetOf(draft.url)
  await refuseTarget(outbound, url)
  return inTransaction(ctx, async (inside) => {
    const { db, actor, clock, secrets } = inside
    await holdAccount(inside)
    await lockWebhooks(db, actor.userId)
    if ((await countWebhooks(db, actor.userId)) >= mostWebhooks) throw tooMany()
    await refuseBarredUrl(inside, url)
    const [id, secret, at] = [newId(), newSecret(), clock.now()]
    const { events, description = '' } = draft
    const row = { id, userId: actor.userId, url, events, description: description || null }
    await insertWebhook(db, { ...row, secret: sealSecret(secrets, secret), createdAt: at, updatedAt: at })
    await audit(inside, { action: 'webhook.created', object: objectOf(id), after: { site: siteOf(url), events } })
    return { ...(await getWebhook(inside, ownScope(inside), id)), secret }
  })
}

const tooMany = () =>
  appError('UNPROCESSABLE', `You have ${mostWebhooks} webhooks, which is the most there can be. Delete one first.`)

export const wasDisabled = 'Not sent: the webhook was disabled.'

/** UNPROCESSABLE for a URL that would not be called, or what an administrator barred; CONFLICT for a barred URL. */
export async function changeWebhook(
  ctx: Context,
  outbound: Outbound,
  id: string,
  change: WebhookChange,
): Promise<Webhook> {
  const before = await requireWebhook(ctx, ownScope(ctx), id)
  const url = change.url === undefined ? before.url : targetOf(change.url)
  refuseBarred(before, change, url)
  const isToCall = url !== before.url || (change.isActive === true && !before.isActive)
  if (isToCall) await refuseTarget(outbound, url)
  // What has waited since it was disabled was never to be sent, however much that is.
  if (change.isActive && !before.isActive) await endAll(ctx.db, id, { at: ctx.clock.now(), error: wasDisabled })
  return inTransaction(ctx, async (inside) => {
    const { db, clock } = inside
    const row = await requireLocked(inside, ownScope(inside), id)
    refuseBarred(row, change, url)
    if (isToCall) await refuseBarredUrl(inside, url)
    const wanted = differing(row, { ...change, ...(change.url !== undefined && { url }) })
    if (Object.keys(wanted).length > 0) {
      const at = clock.now()
      await updateWebhook(db, id, { ...wanted, ...consequencesOf(wanted, row, at), updatedAt: at })
      if (wanted.isActive === false) await endSome(db, id, { at, error: wasDisabled })
      const [was, is] = [factsOf(wanted, row), factsOf(wanted, { ...row, ...wanted })]
      // A path stays hidden, so a URL that differs there alone would look the same before and after.
      const moved = is.site !== undefined && is.site === was.site ? { isUrlChanged: true } : {}
      await audit(inside, { action: 'webhook.changed', object: objectOf(id), before: was, after: { ...is, ...moved } })
    }
    return getWebhook(inside, ownScope(inside), id)
  })
}

/** What an administrator disabled is an administrator's to enable, and keeps its URL, which would be free for another. */
function refuseBarred(row: WebhookRow, { isActive }: WebhookChange, url: string): void {
  if (row.disabledReason !== 'BY_ADMIN') return
  if (url !== row.url)
    throw unfit('An administrator disabled this webhook, so its URL cannot be changed. Contact support about it.')
  if (isActive)
    throw appError(
      'UNPROCESSABLE',
      'An administrator disabled this webhook, so only an administrator can enable it. Contact support about it.',
    )
}

type Wanted = Partial<Pick<WebhookRow, 'url' | 'description' | 'events' | 'isActive'>>

function differing(row: WebhookRow, { url, description, events, isActive }: WebhookChange): Wanted {
  const text = description === '' ? null : description
  return findChanges(row, { url, description: text, events, isActive })?.after ?? {}
}

/** Whatever failed was elsewhere, or before it was mended. */
function consequencesOf({ url, isActive }: Wanted, { version }: WebhookRow, at: Date) {
  if (url === undefined && isActive === undefined) return {}
  return {
    version: version + 1,
    ...((url !== undefined || isActive) && { failingSince: null, lastTimeoutAt: null }),
    ...(isActive === true && { disabledReason: null, disabledAt: null }),
    ...(isActive === false && { disabledReason: 'BY_USER', disabledAt: at }),
  }
}

const factsOf = (wanted: Wanted, { url, description, events, isActive }: WebhookRow) => ({
  ...(wanted.url !== undefined && { site: siteOf(url) }),
  ...(wanted.description !== undefined && { description }),
  ...(wanted.events && { events }),
  ...(wanted.isActive !== undefined && { isActive }),
})

/** CONFLICT where an administrator disabled it, since the same URL could be given to a new one. */
export const removeWebhook = (ctx: Context, id: string): Promise<undefined> =>
  inTransaction(ctx, async (inside) => {
    const { db, clock } = inside
    const { url, disabledReason } = await requireLocked(inside, ownScope(inside), id)
    if (disabledReason === 'BY_ADMIN')
      throw appError(
        'CONFLICT',
        'An administrator disabled this webhook, so it cannot be deleted. Contact support about it.',
      )
    const at = clock.now()
    await updateWebhook(db, id, { deletedAt: at })
    await endSome(db, id, { at, error: 'The webhook was deleted.' })
    await audit(inside, { action: 'webhook.removed', object: objectOf(id), before: { site: siteOf(url) } })
    return undefined
  })
