import type { AdminWebhook, WebhookAct } from '@dooryard/contract/admin-webhooks'
import { audit } from '../../platform/audit.ts'
import { adminScope, type Context } from '../../platform/context.ts'
import { appError } from '../../platform/errors.ts'
import { queueMail } from '../../platform/mail/mail.ts'
import { disabledMail, enabledMail, noLongerBarredMail } from '../../platform/mail/templates/integrations.ts'
import type { Outbound } from '../../platform/outbound/outbound.ts'
import { findMailRecipient } from '../../platform/owners.queries.ts'
import { inTransaction } from '../../platform/postgres/database.ts'
import { endAll, endSome } from './attempts.queries.ts'
import { getWebhook } from './list-webhooks.ts'
import { wasDisabled } from './manage-webhooks.ts'
import { objectOf, requireLocked, requireWebhook } from './webhook-access.ts'
import { refuseTarget } from './webhook-target.ts'
import { updateWebhook, type WebhookRow } from './webhooks.queries.ts'

/** Keeps why it was disabled before, for afterwards. CONFLICT where an administrator disabled it already. */
export const disableByAdministrator = (ctx: Context, id: string, { reason }: WebhookAct): Promise<AdminWebhook> =>
  inTransaction(ctx, async (inside) => {
    const { db, clock } = inside
    const row = await requireLocked(inside, adminScope(inside), id)
    if (row.disabledReason === 'BY_ADMIN')
      throw appError('CONFLICT', 'This webhook was disabled by an administrator already.')
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
    await endSome(db, id, { at, error: 'Not sent: an administrator disabled the webhook.' })
    const reader = await findMailRecipient(db, row.userId)
    if (reader) await queueMail(inside, disabledMail(inside, reader, { ...row, note: reason }))
    const webhook = await getWebhook(inside, adminScope(inside), id)
    const { isActive, disabledReason } = row
    await audit(inside, {
      action: 'webhook.disabled',
      object: objectOf(id),
      before: { isActive, ...(disabledReason !== null && { disabledReason }) },
      after: { ...disabled, user: webhook.user.id },
      reason,
    })
    return webhook
  })

/** CONFLICT where no administrator disabled it; UNPROCESSABLE where its URL would not be called. */
export async function enableByAdministrator(
  ctx: Context,
  outbound: Outbound,
  id: string,
  { reason }: WebhookAct,
): Promise<AdminWebhook> {
  const before = await requireWebhook(ctx, adminScope(ctx), id)
  refuseOthers(before)
  if (before.disabledBefore === null) {
    await refuseTarget(outbound, before.url)
    // What has waited since it was disabled was never to be sent, however much that is.
    await endAll(ctx.db, id, { at: ctx.clock.now(), error: wasDisabled })
  }
  return inTransaction(ctx, async (inside) => {
    const { db, clock } = inside
    const row = await requireLocked(inside, adminScope(inside), id)
    refuseOthers(row)
    await updateWebhook(db, id, {
      ...stateAfter(row),
      ...{ disabledNote: null, disabledBefore: null, disabledBeforeAt: null, updatedAt: clock.now() },
    })
    const reader = await findMailRecipient(db, row.userId)
    const mailOf = row.disabledBefore === null ? enabledMail : noLongerBarredMail
    if (reader) await queueMail(inside, mailOf(inside, reader, row))
    const webhook = await getWebhook(inside, adminScope(inside), id)
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

function stateAfter({ disabledBefore, disabledBeforeAt, version }: WebhookRow) {
  if (disabledBefore !== null) return { disabledReason: disabledBefore, disabledAt: disabledBeforeAt }
  const told = { isActive: true, disabledReason: null, disabledAt: null, version: version + 1 }
  return { ...told, failingSince: null, lastTimeoutAt: null }
}

function refuseOthers({ isActive, disabledReason }: WebhookRow): void {
  if (isActive) throw appError('CONFLICT', 'This webhook is enabled already.')
  if (disabledReason !== 'BY_ADMIN')
    throw appError('CONFLICT', 'No administrator disabled this webhook, so it is its owner who can enable it.')
}
