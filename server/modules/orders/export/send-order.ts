import { minuteMs } from '@dooryard/contract/api/time'
import { eventFileMinutes } from '@dooryard/contract/integrations/webhook-events'
import type { OrderSending, SentOrder } from '@dooryard/contract/orders/export/send-order'
import type { Context, TransactionContext } from '../../../platform/context.ts'
import { appError } from '../../../platform/errors/app-error.ts'
import { signFileLink } from '../../../platform/files/file-links.ts'
import { inTransaction } from '../../../platform/postgres/database.ts'
import { sendEvent } from '../../webhooks/index.ts'
import type { OrderRow } from '../orders.queries.ts'
import { type OwnedOrderRef, requireReadableOrder } from '../read/get-order.ts'
import { presentOrder } from '../read/present-order.ts'
import { requireDownloadable, toCsvDownload } from './download-order.ts'
import { findOrderFile } from './order-files.queries.ts'

/**
 * Sends a completed order to one webhook as `order.completed`, with a link to its newest file. CONFLICT until the order
 * is completed, when its numbers may no longer be called, and when the webhook is disabled.
 */
export const sendOrder = (ctx: Context, ref: OwnedOrderRef, { webhookId }: OrderSending): Promise<SentOrder> =>
  inTransaction(ctx, async (tx) => {
    const order = await requireReadableOrder(tx, ref)
    if (order.internalStatus !== 'READY') throw appError('CONFLICT', 'Only a completed order can be sent.')
    requireDownloadable(order, tx.clock.now())
    const data = { order: presentOrder(order, tx.clock.now()), file: await createEventFile(tx, order) }
    return { attemptId: await sendEvent(tx, webhookId, { type: 'order.completed', data }) }
  })

async function createEventFile(tx: TransactionContext, order: OrderRow) {
  const now = tx.clock.now()
  const file = await findOrderFile(tx.db, order.id, undefined)
  if (!file) throw new Error(`the completed order ${order.id} has no file`)
  const token = await signFileLink(tx, toCsvDownload(order.id, file.fileKey, now), eventFileMinutes)
  return {
    url: `${tx.publicUrl}/v1/files/${token}`,
    expiresAt: new Date(now.getTime() + eventFileMinutes * minuteMs).toISOString(),
  }
}
