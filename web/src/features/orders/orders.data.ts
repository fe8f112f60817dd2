import type { AnyEndpoint, EndpointRequest } from '@dooryard/contract/api/endpoint'
import { account } from '@dooryard/contract/identity/account'
import { campaigns } from '@dooryard/contract/orders/campaigns'
import { orders, privateOrders } from '@dooryard/contract/orders/orders'
import { buildLiveQuery } from '../../lib/api/query.ts'
import { useInvalidate } from '../../lib/api/use-endpoint-mutation.ts'
import { refetchWhileInProgress } from '../../lib/labels/order-labels.ts'

/** A page of orders, refetched while one of them is in progress. */
export const buildOrderListQuery = <E extends AnyEndpoint>(endpoint: E, input: EndpointRequest<E>) => ({
  ...buildLiveQuery(endpoint, input),
  refetchInterval: refetchWhileInProgress,
})

export const orderDependents = [
  ...[orders.get, orders.list, orders.listAll, orders.leads, campaigns.get, campaigns.list, account.me],
  ...[privateOrders.get, privateOrders.list, privateOrders.leads],
]

export const useInvalidateOrders = () => useInvalidate(orderDependents)
