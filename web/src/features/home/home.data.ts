import { campaigns } from '@dooryard/contract/campaigns'
import { orders } from '@dooryard/contract/orders'
import { overview } from '@dooryard/contract/overview'
import { rolls } from '@dooryard/contract/rolls'
import { savedSearches } from '@dooryard/contract/saved-searches'
import { whileUnderWay } from '../../lib/order-words.ts'
import { liveQueryOf, queryOf } from '../../lib/query.ts'

const newest = { page: 1, limit: 5 }

/** Looked at again while any of them is under way. */
export const newestOrders = () => ({
  ...queryOf(orders.listAll, { query: newest }),
  refetchInterval: whileUnderWay,
})
export const newestCampaigns = () => queryOf(campaigns.list, { query: newest })
export const dataCoverage = () => queryOf(rolls.coverage, {})

/** How far back the overview may go. */
export type OverviewDays = 7 | 30 | 90

/** What happened on the portal, looked at again each minute. */
export const overviewQuery = (days: OverviewDays) => ({
  ...liveQueryOf(overview.get, { query: { days } }),
  refetchInterval: 60_000,
})

/** Those of which most has changed, and behind them the newest. */
export const changedSearches = () => queryOf(savedSearches.list, { query: { limit: 4, sort: 'changes' } })
