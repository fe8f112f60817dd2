import type { Order } from '@dooryard/contract/order'
import type { Context } from '../../platform/context.ts'
import { appError } from '../../platform/errors.ts'
import { announce } from '../../platform/live/hub.ts'
import { inTransaction } from '../../platform/postgres/database.ts'
import { orderTopic } from './move-order.ts'
import { lockOrder } from './orders.queries.ts'
import { type OrderPlace, ownOrder, ownOrderRow } from './own-order.ts'
import { addRefreshJob } from './refresh-dnc.job.ts'
import { beginRefresh } from './refresh-dnc.queries.ts'
import { refuseWithoutRegistry } from './refuse-without-registry.ts'

/**
 * Has the numbers of the actor's order checked again, which costs nothing; a call while that is under way joins it.
 * UNPROCESSABLE for an order without numbers or where there is nothing to check them against, CONFLICT before it is
 * completed.
 */
export const refreshDnc = (ctx: Context, place: OrderPlace): Promise<Order> =>
  inTransaction(ctx, async (inside) => {
    const { db, clock } = inside
    const { id, campaignType, internalStatus } = await ownOrderRow(inside, place)
    if (campaignType !== 'CALL_READY')
      throw appError('UNPROCESSABLE', 'This order has no phone numbers that could be checked.')
    if (internalStatus !== 'READY') throw appError('CONFLICT', 'Only a completed order can be checked again.')
    // Two calls at once take turns here, and the second finds the check of the first.
    await lockOrder(db, id)
    if (await beginRefresh(db, id, clock.now())) {
      await refuseWithoutRegistry(inside)
      await addRefreshJob(db, id)
      await announce(db, orderTopic(id))
    }
    return ownOrder(inside, place)
  })
