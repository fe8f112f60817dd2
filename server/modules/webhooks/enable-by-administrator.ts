import type { AdminWebhook, WebhookAct } from '@dooryard/contract/admin-webhooks'
import { audit } from '../../platform/audit.ts'
import type { Context } from '../../platform/context.ts'
import { appError } from '../../platform/errors.ts'
import { queueMail } from '../../platform/mail/mail.ts'
import { enabledMail, noLongerBarredMail } from '../../platform/mail/templates/integrations.ts'
import type { Outbound } from '../../platform/outbound/outbound.ts'
import { findMailRecipient } from '../../platform/owners.queries.ts'
import { inTransaction } from '../../platform/postgres/database.ts'
import { anyRow, anyWebhook, lockAny } from './any-webhook.ts'
import { endAll } from './attempts.queries.ts'
import { wasDisabled } from './change-webhook.ts'
import { objectOf } from './own-webhook.ts'
import { refuseTarget } from './webhook-target.ts'
import { updateWebhook, type WebhookRow } from './webhooks.queries.ts'

/**
 * Enables a webhook that an administrator disabled, and tells its owner by mail. One that was disabled otherwise before is
 * so again, for its owner to enable. CONFLICT for any other, which is its owner's; UNPROCESSABLE where its URL would not
 * be called.
 */
export async function enableByAdministrator(
  ctx: Context,
  outbound: Outbound,
  id: string,
  { reason }: WebhookAct,
): Promise<AdminWebhook> {
  const before = await anyRow(ctx, id)
  refuseOthers(before)
  if (before.disabledBefore === null) {
    await refuseTarget(outbound, before.url)
    // What has waited since it was disabled was never to be sent, however much that is.
    await endAll(ctx.db, id, { at: ctx.clock.now(), error: wasDisabled })
  }
  return inTransaction(ctx, async (inside) => {
    const { db, clock } = inside
    const row = await lockAny(inside, id)
    refuseOthers(row)
    await updateWebhook(db, id, {
      ...stateAfter(row),
      ...{ disabledNote: null, disabledBefore: null, disabledBeforeAt: null, updatedAt: clock.now() },
    })
    const reader = await findMailRecipient(db, row.userId)
    const mailOf = row.disabledBefore === null ? enabledMail : noLongerBarredMail
    if (reader) await queueMail(inside, mailOf(inside, reader, row))
    const webhook = await anyWebhook(inside, id)
    const { isActive, disabledReason, user } = webhook
    await audit(inside, {
      action: 'webhook.enabled',
      object: objectOf(id),
      before: { isActive: row.isActive, disabledReason: row.disabledReason },
      after: { isActive, ...(disabledReason && { disabledReason }), user: user.id },
      reason,
    })
    return webhook
  })
}

/** As it was disabled before an administrator did so, or else as one that is told of events and has not failed yet. */
function stateAfter({ disabledBefore, disabledBeforeAt, version }: WebhookRow) {
  if (disabledBefore !== null) return { disabledReason: disabledBefore, disabledAt: disabledBeforeAt }
  const told = { isActive: true, disabledReason: null, disabledAt: null, version: version + 1 }
  return { ...told, failingSince: null, hungAt: null }
}

function refuseOthers({ isActive, disabledReason }: WebhookRow): void {
  if (isActive) throw appError('CONFLICT', 'This webhook is enabled already.')
  if (disabledReason !== 'BY_ADMIN')
    throw appError('CONFLICT', 'No administrator disabled this webhook, so it is its owner who can enable it.')
}
