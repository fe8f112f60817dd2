import type { AdminWebhook, WebhookAct } from '@dooryard/contract/admin-webhooks'
import { audit } from '../../platform/audit.ts'
import type { Context } from '../../platform/context.ts'
import { appError } from '../../platform/errors.ts'
import type { Outbound } from '../../platform/outbound/outbound.ts'
import { inTransaction } from '../../platform/postgres/database.ts'
import { anyRow, anyWebhook, lockAny } from './any-webhook.ts'
import { endAll } from './attempts.queries.ts'
import { wasDisabled } from './change-webhook.ts'
import { objectOf } from './own-webhook.ts'
import { refuseTarget } from './webhook-target.ts'
import { updateWebhook } from './webhooks.queries.ts'

/**
 * Enables a webhook that an administrator disabled. CONFLICT for any other, which is its owner's to enable; UNPROCESSABLE
 * where its URL would not be called.
 */
export async function enableByAdministrator(
  ctx: Context,
  outbound: Outbound,
  id: string,
  { reason }: WebhookAct,
): Promise<AdminWebhook> {
  const before = await anyRow(ctx, id)
  refuseOthers(before)
  await refuseTarget(outbound, before.url)
  // What has waited since it was disabled was never to be sent, however much that is.
  await endAll(ctx.db, id, { at: ctx.clock.now(), error: wasDisabled })
  return inTransaction(ctx, async (inside) => {
    const { db, clock } = inside
    const row = await lockAny(inside, id)
    refuseOthers(row)
    await updateWebhook(db, id, {
      isActive: true,
      ...{ disabledReason: null, disabledAt: null, disabledNote: null, failingSince: null, hungAt: null },
      version: row.version + 1,
      updatedAt: clock.now(),
    })
    const webhook = await anyWebhook(inside, id)
    await audit(inside, {
      action: 'webhook.enabled',
      object: objectOf(id),
      before: { isActive: false, disabledReason: row.disabledReason },
      after: { isActive: true, user: webhook.user.id },
      reason,
    })
    return webhook
  })
}

function refuseOthers({ isActive, disabledReason }: { isActive: boolean; disabledReason: string | null }): void {
  if (isActive) throw appError('CONFLICT', 'This webhook is enabled already.')
  if (disabledReason !== 'BY_ADMIN')
    throw appError('CONFLICT', 'No administrator disabled this webhook, so it is its owner who can enable it.')
}
