import type { AdminWebhook, WebhookAct } from '@dooryard/contract/admin-webhooks'
import { audit } from '../../platform/audit.ts'
import type { Context } from '../../platform/context.ts'
import { appError } from '../../platform/errors.ts'
import { queueMail } from '../../platform/mail/mail.ts'
import { disabledMail } from '../../platform/mail/templates/integrations.ts'
import { findMailRecipient } from '../../platform/owners.queries.ts'
import { inTransaction } from '../../platform/postgres/database.ts'
import { anyWebhook, lockAny } from './any-webhook.ts'
import { endSome } from './attempts.queries.ts'
import { objectOf } from './own-webhook.ts'
import { updateWebhook } from './webhooks.queries.ts'

/**
 * Disables anybody's webhook until an administrator enables it: nothing more is sent there, and its owner is told why by
 * mail. One that was disabled otherwise is kept so, and is as it was afterwards. CONFLICT where an administrator disabled
 * it already.
 */
export const disableByAdministrator = (ctx: Context, id: string, { reason }: WebhookAct): Promise<AdminWebhook> =>
  inTransaction(ctx, async (inside) => {
    const { db, clock } = inside
    const row = await lockAny(inside, id)
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
    const webhook = await anyWebhook(inside, id)
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
