import type { OrderStatusEvent } from '@dooryard/contract/orders'
import type { Context } from '../../platform/context.ts'
import { orderTopic } from './move-order.ts'
import { ownOrder } from './own-order.ts'
import { progressOf } from './transitions.ts'

type Watched = { topics: string[]; read: () => Promise<OrderStatusEvent> }

/** The status of the actor's order, to be shown now and whenever it changes. */
export const watchOrder = (ctx: Context, campaignId: string, orderId: string): Watched => ({
  topics: [orderTopic(orderId)],
  read: async () => {
    const { userFacingStatus, internalStatus, campaignType } = await ownOrder(ctx, campaignId, orderId)
    return { userFacingStatus, internalStatus, progress: progressOf(campaignType, internalStatus) }
  },
})
