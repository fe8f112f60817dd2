import { adminOrders } from '@dooryard/contract/orders/admin-orders'
import type { AdminOrderAccess, OrderRef } from './order-access.ts'

// A separate file, so that owners do not load the administrator's endpoints.
export const toAdminOrderAccess = ({ id, campaignId }: OrderRef): AdminOrderAccess => ({
  scope: 'admin',
  calls: adminOrders,
  params: { id },
  orderId: id,
  ...(campaignId && { campaignId }),
})
