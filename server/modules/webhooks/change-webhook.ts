import { isDeepStrictEqual } from 'node:util'
import type { Webhook, WebhookChange } from '@dooryard/contract/webhooks'
import { audit } from '../../platform/audit.ts'
import type { Context } from '../../platform/context.ts'
import { appError } from '../../platform/errors.ts'
import type { Outbound } from '../../platform/outbound/outbound.ts'
import { inTransaction } from '../../platform/postgres/database.ts'
import { endAll, endSome } from './attempts.queries.ts'
import { lockOwn, objectOf, ownRow, showWebhook, siteOf } from './own-webhook.ts'
import { refuseBarredUrl, refuseTarget, targetOf, unfit } from './webhook-target.ts'
import { updateWebhook, type WebhookRow } from './webhooks.queries.ts'

/** What is said of what waited when a webhook was disabled. */
export const wasDisabled = 'Not sent: the webhook was disabled.'

/**
 * Changes the actor's webhook. Disabled, it misses what happens, and what waited for it is not sent. UNPROCESSABLE where
 * it is to call, or to call again, what would not be called, and where what an administrator disabled is to be enabled
 * or moved; CONFLICT where an administrator disabled the URL with another webhook.
 */
export async function changeWebhook(
  ctx: Context,
  outbound: Outbound,
  id: string,
  change: WebhookChange,
): Promise<Webhook> {
  const before = await ownRow(ctx, id)
  const url = change.url === undefined ? before.url : targetOf(change.url)
  refuseBarred(before, change, url)
  const isToCall = url !== before.url || (change.isActive === true && !before.isActive)
  if (isToCall) await refuseTarget(outbound, url)
  // What has waited since it was disabled was never to be sent, however much that is.
  if (change.isActive && !before.isActive) await endAll(ctx.db, id, { at: ctx.clock.now(), error: wasDisabled })
  return inTransaction(ctx, async (inside) => {
    const { db, clock } = inside
    const row = await lockOwn(inside, id)
    refuseBarred(row, change, url)
    if (isToCall) await refuseBarredUrl(inside, url)
    const wanted = differing(row, { ...change, ...(change.url !== undefined && { url }) })
    if (Object.keys(wanted).length > 0) {
      const at = clock.now()
      await updateWebhook(db, id, { ...wanted, ...consequencesOf(wanted, row, at), updatedAt: at })
      if (wanted.isActive === false) await endSome(db, id, { at, error: wasDisabled })
      const [was, is] = [factsOf(wanted, row), factsOf(wanted, { ...row, ...wanted })]
      await audit(inside, { action: 'webhook.changed', object: objectOf(id), before: was, after: is })
    }
    return showWebhook(inside, id)
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

/** What of a change is not so already. */
function differing(row: WebhookRow, { url, description, events, isActive }: WebhookChange): Wanted {
  const text = description === '' ? null : description
  return {
    ...(url !== undefined && url !== row.url && { url }),
    ...(text !== undefined && text !== row.description && { description: text }),
    ...(events && !isDeepStrictEqual(events, row.events) && { events }),
    ...(isActive !== undefined && isActive !== row.isActive && { isActive }),
  }
}

/** Whatever failed was elsewhere, or before it was mended. */
function consequencesOf({ url, isActive }: Wanted, { version }: WebhookRow, at: Date) {
  if (url === undefined && isActive === undefined) return {}
  return {
    version: version + 1,
    ...((url !== undefined || isActive) && { failingSince: null, hungAt: null }),
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
