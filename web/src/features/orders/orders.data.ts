import { account } from '@dooryard/contract/account'
import { campaigns } from '@dooryard/contract/campaigns'
import type { AnyEndpoint, Call } from '@dooryard/contract/endpoint'
import { orders, privateOrders } from '@dooryard/contract/orders'
import { whileUnderWay } from '../../lib/order-words.ts'
import { liveQueryOf } from '../../lib/query.ts'
import { useRefresh } from '../../lib/use-call.ts'

/** A page of orders, asked for again while one of them is in progress. */
export const listOrders = <E extends AnyEndpoint>(endpoint: E, given: Call<E>) => ({
  ...liveQueryOf(endpoint, given),
  refetchInterval: whileUnderWay,
})

export const affectedByOrder = [
  ...[orders.get, orders.list, orders.listAll, orders.leads, campaigns.get, campaigns.list, account.me],
  ...[privateOrders.get, privateOrders.list, privateOrders.leads],
]

export const useRefreshOrders = () => useRefresh(affectedByOrder)
