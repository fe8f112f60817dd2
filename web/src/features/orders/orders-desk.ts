import type { Order } from '@dooryard/contract/order'
import type { orderCalls } from '@dooryard/contract/order-calls'
import { orders, privateOrders } from '@dooryard/contract/orders'
import type { Role } from '@dooryard/contract/roles'
import type { z } from 'zod'

/** The calls about one order, wherever it is looked at. */
type OrderCalls = ReturnType<typeof orderCalls<readonly Role[], z.ZodObject, z.ZodObject>>

/** Where one order is looked at: its calls, what names it in them, and the list it stands in. */
export type OrderDesk = {
  calls: OrderCalls
  params: Readonly<Record<string, string>>
  orderId: string
  campaignId?: string
}

/** The desk of an order of a campaign, which is its owner's. */
export const campaignDesk = (campaignId: string, orderId: string): OrderDesk => ({
  calls: orders,
  params: { campaignId, orderId },
  orderId,
  campaignId,
})

/** The desk of an order that belongs to no campaign. */
export const ownDesk = (orderId: string): OrderDesk => ({ calls: privateOrders, params: { id: orderId }, orderId })

/** The desk of an order in a list of its owner's. */
export const deskOf = ({ id, campaignId }: Pick<Order, 'id' | 'campaignId'>): OrderDesk =>
  campaignId ? campaignDesk(campaignId, id) : ownDesk(id)
