import type { AdminWebhook, WebhookActionRequest } from '@dooryard/contract/integrations/admin-webhooks'
import { audit } from '../../../platform/audit.ts'
import { adminScope, type Context } from '../../../platform/context.ts'
import { appError } from '../../../platform/errors/app-error.ts'
import { findMailRecipient } from '../../../platform/lists/owners.queries.ts'
import { queueMail } from '../../../platform/mail/mail.ts'
import {
  webhookDisabledMail,
  webhookEnabledMail,
  webhookUnblockedMail,
} from '../../../platform/mail/templates/integrations.ts'
import type { Outbound } from '../../../platform/outbound/outbound.ts'
import { inTransaction } from '../../../platform/postgres/database.ts'
import { endAllPending, endFirstPending } from '../deliver/attempts.queries.ts'
import { requireLockedWebhook, requireWebhook, toWebhookObject } from '../webhook-access.ts'
import { updateWebhook, type WebhookRow } from '../webhooks.queries.ts'
import { getWebhook } from './list-webhooks.ts'
import { disabledMessage } from './manage-webhooks.ts'
import { requireAllowedTarget } from './webhook-target.ts'

/** Stores the previous disabled reason, to restore it later. CONFLICT when an administrator has already disabled it. */
export const disableWebhookAsAdmin = (
  ctx: Context,
  id: string,
  { reason }: WebhookActionRequest,
): Promise<AdminWebhook> =>
  inTransaction(ctx, async (tx) => {
    const { db, clock } = tx
    const row = await requireLockedWebhook(tx, adminScope(tx), id)
    if (row.disabledReason === 'BY_ADMIN')
      throw appError('CONFLICT', 'An administrator has already disabled this webhook.')
    const at = clock.now()
    const disabled = { isActive: false, disabledReason: 'BY_ADMIN' }
    await updateWebhook(db, id, {
      ...disabled,
      disabledAt: at,
      disabledNote: reason,
      ...{ disabledBefore: row.disabledReason, disabledBeforeAt: row.disabledAt },
      version: row.version + 1,
      updatedAt: at,
    })
    await endFirstPending(db, id, { at, error: 'Not sent: an administrator disabled the webhook.' })
    const recipient = await findMailRecipient(db, row.userId)
    if (recipient) await queueMail(tx, webhookDisabledMail(tx, recipient, { ...row, note: reason }))
    const webhook = await getWebhook(tx, adminScope(tx), id)
    const { isActive, disabledReason } = row
    await audit(tx, {
      action: 'webhook.disabled',
      object: toWebhookObject(id),
      before: { isActive, ...(disabledReason !== null && { disabledReason }) },
      after: { ...disabled, user: webhook.user.id },
      reason,
    })
    return webhook
  })

/** CONFLICT when no administrator disabled it; UNPROCESSABLE when its URL is not allowed. */
export async function enableWebhookAsAdmin(
  ctx: Context,
  outbound: Outbound,
  id: string,
  { reason }: WebhookActionRequest,
): Promise<AdminWebhook> {
  const before = await requireWebhook(ctx, adminScope(ctx), id)
  requireDisabledByAdmin(before)
  if (before.disabledBefore === null) {
    await requireAllowedTarget(outbound, before.url)
    // Attempts queued before the webhook was disabled are never sent, however many there are.
    await endAllPending(ctx.db, id, { at: ctx.clock.now(), error: disabledMessage })
  }
  return inTransaction(ctx, async (tx) => {
    const { db, clock } = tx
    const row = await requireLockedWebhook(tx, adminScope(tx), id)
    requireDisabledByAdmin(row)
    await updateWebhook(db, id, {
      ...getRestoredState(row),
      ...{ disabledNote: null, disabledBefore: null, disabledBeforeAt: null, updatedAt: clock.now() },
    })
    const recipient = await findMailRecipient(db, row.userId)
    const buildMail = row.disabledBefore === null ? webhookEnabledMail : webhookUnblockedMail
    if (recipient) await queueMail(tx, buildMail(tx, recipient, row))
    const webhook = await getWebhook(tx, adminScope(tx), id)
    const { isActive, disabledReason, user } = webhook
    await audit(tx, {
      action: 'webhook.enabled',
      object: toWebhookObject(id),
      before: { isActive: row.isActive, disabledReason: row.disabledReason },
      after: { isActive, ...(disabledReason && { disabledReason }), user: user.id },
      reason,
    })
    return webhook
  })
}

function getRestoredState({ disabledBefore, disabledBeforeAt, version }: WebhookRow) {
  if (disabledBefore !== null) return { disabledReason: disabledBefore, disabledAt: disabledBeforeAt }
  const changes = { isActive: true, disabledReason: null, disabledAt: null, version: version + 1 }
  return { ...changes, failingSince: null, lastTimeoutAt: null }
}

function requireDisabledByAdmin({ isActive, disabledReason }: WebhookRow): void {
  if (isActive) throw appError('CONFLICT', 'This webhook is already enabled.')
  if (disabledReason !== 'BY_ADMIN')
    throw appError('CONFLICT', 'This webhook was not disabled by an administrator, so only its owner can enable it.')
}
