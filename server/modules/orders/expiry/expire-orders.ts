import { expiryNoticeDays } from '@dooryard/contract/api/limits'
import { dayMs } from '@dooryard/contract/api/time'
import type { Services } from '../../../platform/context.ts'
import { publishTopic } from '../../../platform/live/event-hub.ts'
import { inTransaction } from '../../../platform/postgres/database.ts'
import { formatDay } from '../../../platform/util/format.ts'
import { insertOrderNotice } from '../export/order-files.queries.ts'
import { notifyOfExpiry } from '../fulfil/notify-owner.ts'
import { listExpiringOrders } from '../fulfil/steps.queries.ts'
import { emitOrderEvent, toOrderTopic } from '../fulfil/transition-order.ts'
import { findOrder, lockOrder, updateOrder } from '../orders.queries.ts'
import { formatExpiryReason } from './expiry-rules.ts'

const pageSize = 100

/** One transaction per order; a failure does not stop the rest. */
export async function expireOrders(services: Services): Promise<void> {
  const now = services.clock.now()
  const soon = new Date(now.getTime() + expiryNoticeDays * dayMs)
  let page: { id: string }[] = []
  do {
    page = await listExpiringOrders(services.db, { now, soon, after: page.at(-1)?.id, limit: pageSize })
    for (const { id } of page) {
      try {
        await expireOrder(services, id)
      } catch (error) {
        services.log.warn({ err: error, orderId: id }, 'an order could not be expired')
      }
    }
  } while (page.length === pageSize)
}

/**
 * Sends the notice or expires the order, in one transaction with its mail and notification. Concurrent workers serialize
 * on the lock, and the second finds nothing to do.
 */
const expireOrder = (services: Services, orderId: string): Promise<void> =>
  inTransaction(services, async (tx) => {
    const { db } = tx
    await lockOrder(db, orderId)
    const order = await findOrder(db, orderId)
    const at = tx.clock.now()
    if (!order?.expiresAt || order.expiredAt) return
    const leftMs = order.expiresAt.getTime() - at.getTime()
    const hasExpired = leftMs <= 0
    const detail = `${formatDay(order.expiresAt)}: ${formatExpiryReason(order.expiresAt, order.dncCheckedAt)}.`
    const { fileVersion: version, checkNumber } = order
    const notice = { orderId, version, checkNumber, at, detail: `Its numbers may be called until ${detail}` }
    if (hasExpired) {
      await updateOrder(db, orderId, { expiredAt: at, updatedAt: at })
      await insertOrderNotice(db, { ...notice, type: 'EXPIRED' })
    } else if (leftMs > expiryNoticeDays * dayMs || !(await insertOrderNotice(db, { ...notice, type: 'EXPIRING' })))
      return
    await notifyOfExpiry(tx, order, hasExpired)
    await publishTopic(db, toOrderTopic(orderId))
    const event = { orderId, userId: order.userId, expiresAt: order.expiresAt.toISOString() }
    await emitOrderEvent(tx, hasExpired ? 'order.expired' : 'order.expiring', event)
  })
