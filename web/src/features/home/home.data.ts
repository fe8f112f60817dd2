import { overview } from '@dooryard/contract/admin/overview'
import { rolls } from '@dooryard/contract/data/rolls'
import { firstSteps } from '@dooryard/contract/identity/first-steps'
import { campaigns } from '@dooryard/contract/orders/campaigns'
import { orders } from '@dooryard/contract/orders/orders'
import { savedSearches } from '@dooryard/contract/properties/saved-searches'
import { buildLiveQuery, buildQuery } from '../../lib/api/query.ts'
import { refetchWhileInProgress } from '../../lib/labels/order-labels.ts'

const newest = { page: 1, limit: 5 }

/** Refetched while any of them is in progress. */
export const newestOrders = () => ({
  ...buildQuery(orders.listAll, { query: newest }),
  refetchInterval: refetchWhileInProgress,
})
export const newestCampaigns = () => buildQuery(campaigns.list, { query: newest })
export const firstStepsQuery = () => buildQuery(firstSteps.get, {})
export const dataCoverage = () => buildQuery(rolls.coverage, {})

/** The selectable periods of the overview. */
export type OverviewDays = 7 | 30 | 90

/** The portal's activity, refetched every minute. */
export const overviewQuery = (days: OverviewDays) => ({
  ...buildLiveQuery(overview.get, { query: { days } }),
  refetchInterval: 60_000,
})

/** Saved searches with the most changes first, then the newest. */
export const changedSearches = () => buildQuery(savedSearches.list, { query: { limit: 4, sort: 'changes' } })
