import type { adminOrders } from '@dooryard/contract/admin-orders'
import type { orderCalls } from '@dooryard/contract/order-calls'
import { orders, privateOrders } from '@dooryard/contract/orders'
import type { Role } from '@dooryard/contract/roles'
import type { z } from 'zod'

type OrderCalls = ReturnType<typeof orderCalls<readonly Role[], z.ZodObject, z.ZodObject>>

type Place = { params: Readonly<Record<string, string>>; orderId: string; campaignId?: string }

/** How its owner reaches an order, who may also change it. */
export type OwnOrderAccess = Place & { calls: OrderCalls; scope: 'own' }

export type AdminOrderAccess = Place & { calls: typeof adminOrders; scope: 'admin' }

/** How one order is reached: its calls, what names it in them, and the campaign it is looked at in. */
export type OrderAccess = OwnOrderAccess | AdminOrderAccess

export type NamedOrder = { id: string; campaignId?: string | undefined }

export function ownOrderAccess({ id, campaignId }: NamedOrder): OwnOrderAccess {
  const shared = { scope: 'own', orderId: id } as const
  if (campaignId === undefined) return { ...shared, calls: privateOrders, params: { id } }
  return { ...shared, calls: orders, params: { campaignId, orderId: id }, campaignId }
}
