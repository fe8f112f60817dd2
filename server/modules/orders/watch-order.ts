import type { OrderStatusEvent } from '@dooryard/contract/order'
import type { Context } from '../../platform/context.ts'
import { orderTopic } from './move-order.ts'
import { type OrderPlace, ownOrderRow } from './own-order.ts'
import { presentOrder } from './present-order.ts'
import { progressOf } from './transitions.ts'

type Watched = { topics: string[]; read: () => Promise<OrderStatusEvent> }

/** The status of the actor's order, to be shown now and whenever it changes. */
export const watchOrder = (ctx: Context, place: OrderPlace): Watched => ({
  topics: [orderTopic(place.orderId)],
  read: async () => {
    const row = await ownOrderRow(ctx, place)
    const { userFacingStatus, internalStatus, campaignType, fileVersion, isRefreshing } = presentOrder(
      row,
      ctx.clock.now(),
    )
    return {
      userFacingStatus,
      internalStatus,
      progress: progressOf(campaignType, internalStatus),
      ...(row.stepDone !== null && row.stepOf !== null && { step: { done: row.stepDone, of: row.stepOf } }),
      fileVersion,
      isRefreshing,
    }
  },
})
