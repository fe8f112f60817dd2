import { minuteMs } from '@dooryard/contract/api/time'
import { eventFileMinutes } from '@dooryard/contract/integrations/webhook-events'
import type { OrderSending, SentOrder } from '@dooryard/contract/orders/export/send-order'
import { z } from 'zod'
import type { Context, Services } from '../../../platform/context.ts'
import { appError } from '../../../platform/errors/app-error.ts'
import { signFileLink } from '../../../platform/files/file-links.ts'
import { inTransaction } from '../../../platform/postgres/database.ts'
import { hiddenLink, sendEvent } from '../../webhooks/index.ts'
import { isExpired } from '../expiry/expiry-rules.ts'
import { findOrder, type OrderRow } from '../orders.queries.ts'
import { type OwnedOrderRef, requireReadableOrder } from '../read/get-order.ts'
import { presentOrder } from '../read/present-order.ts'
import { requireDownloadable, toCsvDownload } from './download-order.ts'
import { findOrderFile } from './order-files.queries.ts'

/**
 * Sends a completed order to one webhook as `order.completed`, with a link to its newest file that `attachFileLink` makes
 * for each attempt. CONFLICT until the order is completed, when its numbers may no longer be called, and when the webhook
 * is disabled.
 */
export const sendOrder = (ctx: Context, ref: OwnedOrderRef, { webhookId }: OrderSending): Promise<SentOrder> =>
  inTransaction(ctx, async (tx) => {
    const order = await requireReadableOrder(tx, ref)
    const now = tx.clock.now()
    if (order.internalStatus !== 'READY') throw appError('CONFLICT', 'Only a completed order can be sent.')
    requireDownloadable(order, now)
    const file = { url: hiddenLink, expiresAt: getLinkEnd(now) }
    return {
      attemptId: await sendEvent(tx, webhookId, {
        type: 'order.completed',
        data: { order: presentOrder(order, now), file },
      }),
    }
  })

const getLinkEnd = (now: Date) => new Date(now.getTime() + eventFileMinutes * minuteMs).toISOString()

const StoredEvent = z.looseObject({ data: z.looseObject({ order: z.looseObject({ id: z.string() }) }) })

/**
 * The text of an event for one attempt, with a link to the newest file of its order. Without the file when it may no
 * longer be downloaded, as when its numbers have expired since.
 */
export async function attachFileLink(services: Services, body: string): Promise<string> {
  const { data, ...head } = StoredEvent.parse(JSON.parse(body))
  const { file: _, ...rest } = data
  const order = await findOrder(services.db, data.order.id)
  const file = order && !isExpired(order, services.clock.now()) ? await createEventFile(services, order) : undefined
  return JSON.stringify({ ...head, data: { ...rest, ...(file && { file }) } })
}

async function createEventFile(services: Services, order: OrderRow) {
  const now = services.clock.now()
  const file = await findOrderFile(services.db, order.id, undefined)
  if (!file) return undefined
  const token = await signFileLink(services, toCsvDownload(order.id, file.fileKey, now), eventFileMinutes)
  return { url: `${services.publicUrl}/v1/files/${token}`, expiresAt: getLinkEnd(now) }
}
