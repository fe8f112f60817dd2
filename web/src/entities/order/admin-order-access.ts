import { adminOrders } from '@dooryard/contract/admin-orders'
import type { AdminOrderAccess, NamedOrder } from './order-access.ts'

// In a file of its own, for owners load nothing of an administrator's calls.
export const adminOrderAccess = ({ id, campaignId }: NamedOrder): AdminOrderAccess => ({
  scope: 'admin',
  calls: adminOrders,
  params: { id },
  orderId: id,
  ...(campaignId && { campaignId }),
})
