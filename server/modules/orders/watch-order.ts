import type { OrderStatusEvent } from '@dooryard/contract/order'
import type { Context } from '../../platform/context.ts'
import { orderTopic } from './move-order.ts'
import { orderIdAt, type ReadablePlace, readableOrderRow } from './own-order.ts'
import { presentOrder } from './present-order.ts'
import { progressOf } from './transitions.ts'

type Watched = { topics: string[]; read: () => Promise<OrderStatusEvent> }

/** The status of an order that the actor may read, to be shown now and whenever it changes. */
export const watchOrder = (ctx: Context, place: ReadablePlace): Watched => ({
  topics: [orderTopic(orderIdAt(place))],
  read: async () => {
    const row = await readableOrderRow(ctx, place)
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
