import type { Role } from '@dooryard/contract/api/roles'
import type { adminOrders } from '@dooryard/contract/orders/admin-orders'
import type { orderEndpoints } from '@dooryard/contract/orders/order-endpoints'
import { orders, privateOrders } from '@dooryard/contract/orders/orders'
import type { z } from 'zod'

type OrderEndpoints = ReturnType<typeof orderEndpoints<readonly Role[], z.ZodObject, z.ZodObject>>

type OrderPath = { params: Readonly<Record<string, string>>; orderId: string; campaignId?: string }

/** An owner's access to an order, which includes changes. */
export type OwnOrderAccess = OrderPath & { calls: OrderEndpoints; scope: 'own' }

export type AdminOrderAccess = OrderPath & { calls: typeof adminOrders; scope: 'admin' }

/** How an order is accessed: its endpoints, their path parameters, and its campaign. */
export type OrderAccess = OwnOrderAccess | AdminOrderAccess

export type OrderRef = { id: string; campaignId?: string | undefined }

export function toOwnOrderAccess({ id, campaignId }: OrderRef): OwnOrderAccess {
  const shared = { scope: 'own', orderId: id } as const
  if (campaignId === undefined) return { ...shared, calls: privateOrders, params: { id } }
  return { ...shared, calls: orders, params: { campaignId, orderId: id }, campaignId }
}
