import { expiryNoticeDays } from '@dooryard/contract/limits'
import { dayMs } from '@dooryard/contract/time'
import type { Services } from '../../platform/context.ts'
import { formatDay } from '../../platform/format.ts'
import { announce } from '../../platform/live/hub.ts'
import { queueMail } from '../../platform/mail/mail.ts'
import { expiredMail, expiringMail } from '../../platform/mail/templates/orders.ts'
import { findMailRecipient } from '../../platform/owners.queries.ts'
import { inTransaction } from '../../platform/postgres/database.ts'
import { whyUntil } from './expiry-rules.ts'
import { orderTopic, tellOfOrder } from './move-order.ts'
import { insertNotice } from './order-files.queries.ts'
import { findOrder, lockOrder, type OrderRow, updateOrder } from './orders.queries.ts'
import { listExpiring } from './steps.queries.ts'

const atOnce = 100

/** Each by itself: one that cannot be expired now holds up no other. */
export async function expireOrders(services: Services): Promise<void> {
  const now = services.clock.now()
  const soon = new Date(now.getTime() + expiryNoticeDays * dayMs)
  let page: { id: string }[] = []
  do {
    page = await listExpiring(services.db, { now, soon, after: page.at(-1)?.id, limit: atOnce })
    for (const { id } of page) {
      try {
        await expireOrder(services, id)
      } catch (error) {
        services.log.warn({ err: error, orderId: id }, 'an order could not be expired')
      }
    }
  } while (page.length === atOnce)
}

/** What is due for one order, in one transaction with its mail: two workers at once take turns, and one finds it done. */
const expireOrder = (services: Services, orderId: string): Promise<void> =>
  inTransaction(services, async (inside) => {
    const { db } = inside
    await lockOrder(db, orderId)
    const order = await findOrder(db, orderId)
    const at = inside.clock.now()
    if (!order?.expiresAt || order.expiredAt) return
    const leftMs = order.expiresAt.getTime() - at.getTime()
    const isOver = leftMs <= 0
    const detail = `${formatDay(order.expiresAt)}: ${whyUntil(order.expiresAt, order.dncCheckedAt)}.`
    const notice = { orderId, version: order.fileVersion, at, detail: `Its numbers may be called until ${detail}` }
    if (isOver) {
      await updateOrder(db, orderId, { expiredAt: at, updatedAt: at })
      await insertNotice(db, { ...notice, type: 'EXPIRED' })
    } else if (leftMs > expiryNoticeDays * dayMs || !(await insertNotice(db, { ...notice, type: 'EXPIRING' }))) return
    await writeTo(inside, order, isOver ? expiredMail : expiringMail)
    await announce(db, orderTopic(orderId))
    const told = { orderId, userId: order.userId, expiresAt: order.expiresAt.toISOString() }
    await tellOfOrder(inside, isOver ? 'order.expired' : 'order.expiring', told)
  })

async function writeTo(services: Services, order: OrderRow, mailOf: typeof expiredMail): Promise<void> {
  const reader = await findMailRecipient(services.db, order.userId)
  if (!reader?.isActive || !order.expiresAt) return
  const page = order.campaignId
    ? `/portal/campaigns/${order.campaignId}/orders/${order.id}`
    : `/portal/orders/${order.id}`
  const { orderName: name, expiresAt, dncCheckedAt } = order
  const why = whyUntil(expiresAt, dncCheckedAt)
  await queueMail(services, mailOf(services, reader, { name, expiresAt, why, page }))
}
