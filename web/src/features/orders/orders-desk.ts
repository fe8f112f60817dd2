import type { ListedOrder } from '@dooryard/contract/order'
import type { orderCalls } from '@dooryard/contract/order-calls'
import { orders, privateOrders } from '@dooryard/contract/orders'
import type { Role } from '@dooryard/contract/roles'
import type { z } from 'zod'

/** The calls about one order, wherever it is looked at. */
type OrderCalls = ReturnType<typeof orderCalls<readonly Role[], z.ZodObject, z.ZodObject>>

/** Those that show an order and what it brought, and change nothing of it. */
type ShowingCalls = Pick<OrderCalls, 'leads' | 'download' | 'certificate' | 'watchStatus'>

type Place = { params: Readonly<Record<string, string>>; orderId: string; campaignId?: string }

/** The desk of its owner, who may also change things. */
export type OwnDesk = Place & { calls: OrderCalls; isOwn: true }

/** Where one order is looked at: its calls, what names it in them, and the campaign it is looked at in. */
export type OrderDesk = OwnDesk | (Place & { calls: ShowingCalls; isOwn: false })

/** The desk of an order of a campaign, which is its owner's. */
export const campaignDesk = (campaignId: string, orderId: string): OwnDesk => ({
  calls: orders,
  isOwn: true,
  params: { campaignId, orderId },
  orderId,
  campaignId,
})

/** The desk of an order that belongs to no campaign. */
export const ownDesk = (orderId: string): OwnDesk => ({
  calls: privateOrders,
  isOwn: true,
  params: { id: orderId },
  orderId,
})

/** The desk of an order in a list of its owner's. */
export const deskOf = ({ id, campaignId }: Pick<ListedOrder, 'id' | 'campaignId'>): OwnDesk =>
  campaignId ? campaignDesk(campaignId, id) : ownDesk(id)
