import type { AdminOrderDetail, OrderAct } from '@dooryard/contract/admin-orders'
import { audit } from '../../platform/audit.ts'
import type { Context } from '../../platform/context.ts'
import { appError, notFound } from '../../platform/errors.ts'
import { inTransaction } from '../../platform/postgres/database.ts'
import { dropWaitingJob } from './admin-order.queries.ts'
import { adminOrderDetail } from './admin-order.ts'
import { failOrder } from './fail-order.ts'
import { takeFence } from './fence.ts'
import { findOrder, lockOrder } from './orders.queries.ts'

/**
 * Ends an order under way as failed, as an administrator decides: all that is held for it goes back, and its owner reads
 * the reason. A worker that is at work on it finds it taken over and leaves it alone. CONFLICT where it is over by then,
 * so of an administrator and a worker who end it at the same time one does.
 */
export const failByAdministrator = (ctx: Context, orderId: string, { reason }: OrderAct): Promise<AdminOrderDetail> =>
  inTransaction(ctx, async (inside) => {
    const { db, actor } = inside
    const order = await findOrder(db, orderId)
    if (!order) throw notFound('This order')
    const { internalStatus } = await lockOrder(db, orderId)
    await takeFence(inside, orderId)
    if (!(await failOrder(inside, orderId, reason, { actor: actor.userId })))
      throw appError('CONFLICT', 'This order is over already, so there is nothing to end.')
    await dropWaitingJob(db, orderId)
    const detail = await adminOrderDetail(inside, { anybodysId: orderId })
    await audit(inside, {
      action: 'order.failed',
      object: { type: 'order', id: orderId },
      before: { internalStatus },
      after: { internalStatus: detail.internalStatus, creditsReleased: detail.creditsReleased, user: order.userId },
      reason,
    })
    return detail
  })
