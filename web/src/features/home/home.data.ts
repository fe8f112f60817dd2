import { campaigns } from '@dooryard/contract/campaigns'
import { orders } from '@dooryard/contract/orders'
import { rolls } from '@dooryard/contract/rolls'
import { whileUnderWay } from '../../lib/order-words.ts'
import { queryOf } from '../../lib/query.ts'

const newest = { page: 1, limit: 5 }

/** Looked at again while any of them is under way. */
export const newestOrders = () => ({
  ...queryOf(orders.listAll, { query: newest }),
  refetchInterval: whileUnderWay,
})
export const newestCampaigns = () => queryOf(campaigns.list, { query: newest })
export const dataCoverage = () => queryOf(rolls.coverage, {})
