import { campaigns } from '@dooryard/contract/orders/campaigns'
import { orders } from '@dooryard/contract/orders/orders'
import { savedSearches } from '@dooryard/contract/properties/saved-searches'
import { buildQuery } from '../../lib/api/query.ts'
import { refetchWhileInProgress } from '../../lib/labels/order-labels.ts'

const newest = { page: 1, limit: 5 }

/** Refetched while any of them is in progress. */
export const newestOrders = () => ({
  ...buildQuery(orders.listAll, { query: newest }),
  refetchInterval: refetchWhileInProgress,
})
export const newestCampaigns = () => buildQuery(campaigns.list, { query: newest })

/** Saved searches with the most changes first, then the newest. */
export const changedSearches = () => buildQuery(savedSearches.list, { query: { limit: 4, sort: 'changes' } })
