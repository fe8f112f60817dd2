import { campaigns } from '@dooryard/contract/campaigns'
import { orders } from '@dooryard/contract/orders'
import { rolls } from '@dooryard/contract/rolls'
import { queryOf } from '../../lib/query.ts'

const newest = { page: 1, limit: 5 }

export const newestOrders = () => queryOf(orders.listAll, { query: newest })
export const newestCampaigns = () => queryOf(campaigns.list, { query: newest })
export const dataCoverage = () => queryOf(rolls.coverage, {})
