import { adminCampaigns } from '@dooryard/contract/admin-campaigns'
import { type AdminOrderDetail, adminOrders } from '@dooryard/contract/admin-orders'
import { queryOptions, useQueryClient } from '@tanstack/react-query'
import { api } from '../../lib/api.ts'
import { isUnderWay } from '../../lib/order-words.ts'
import { keyOf } from '../../lib/query.ts'
import type { OrderDesk } from './orders-desk.ts'

/** The desk of an administrator, who sees the order of anybody and changes nothing that is its owner's to change. */
export const adminDesk = (orderId: string, campaignId: string | undefined): OrderDesk => ({
  calls: adminOrders,
  isOwn: false,
  params: { id: orderId },
  orderId,
  ...(campaignId && { campaignId }),
})

// A try that fails changes the job alone, of which the stream of the order tells nothing.
const lookEveryMs = 5_000

/** One order of anybody with what its job is at, until it has ended; in a campaign only where it is of that. */
export function adminOrderDetail({ orderId, campaignId }: Pick<OrderDesk, 'orderId' | 'campaignId'>) {
  const endpoint = campaignId ? adminOrders.getOfCampaign : adminOrders.get
  return queryOptions({
    queryKey: [...keyOf(endpoint), { campaignId, orderId }],
    queryFn: ({ signal }): Promise<AdminOrderDetail> =>
      campaignId
        ? api.call(adminOrders.getOfCampaign, { params: { campaignId, orderId } }, { signal })
        : api.call(adminOrders.get, { params: { id: orderId } }, { signal }),
    refetchInterval: ({ state: { data } }) => data !== undefined && isUnderWay(data) && lookEveryMs,
  })
}

const touched = [
  ...[adminOrders.get, adminOrders.getOfCampaign, adminOrders.leads],
  ...[adminOrders.list, adminOrders.listOfCampaigns, adminOrders.listOfCampaign, adminCampaigns.get],
]

/** Asks again for everything that an order's progress changes for an administrator. */
export function useRefreshAdminOrder() {
  const cache = useQueryClient()
  return () => Promise.all(touched.map((endpoint) => cache.invalidateQueries({ queryKey: keyOf(endpoint) })))
}
