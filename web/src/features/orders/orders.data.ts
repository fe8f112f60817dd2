import { account } from '@dooryard/contract/account'
import { campaigns } from '@dooryard/contract/campaigns'
import { creditSettings } from '@dooryard/contract/credits'
import type { NewOrder } from '@dooryard/contract/new-order'
import type { Order, UserFacingStatus } from '@dooryard/contract/order'
import { orders } from '@dooryard/contract/orders'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { api } from '../../lib/api.ts'
import { useOnceOnly } from '../../lib/once-only.ts'
import { keyOf, liveQueryOf, queryOf } from '../../lib/query.ts'

export type OrderIds = { campaignId: string; orderId: string }

/** The campaign that orders belong to. */
export const campaignOf = (campaignId: string) => queryOf(campaigns.get, { params: { campaignId } })

/** One page of a campaign's orders. */
export const orderPage = (
  campaignId: string,
  query: { page: number; limit: number; search?: string; status?: UserFacingStatus },
) => liveQueryOf(orders.list, { params: { campaignId }, query })

/** One order with its history. */
export const orderDetail = (ids: OrderIds) => queryOf(orders.get, { params: ids })

/** One page of what an order delivered. */
export const leadPage = (ids: OrderIds, query: { page: number; limit: number }) =>
  liveQueryOf(orders.leads, { params: ids, query })

/** Asks again for everything that an order's progress changes. */
export function useRefreshOrders() {
  const cache = useQueryClient()
  return () =>
    Promise.all(
      [orders.get, orders.list, orders.listAll, orders.leads, campaigns.get, campaigns.list, account.me].map(
        (endpoint) => cache.invalidateQueries({ queryKey: keyOf(endpoint) }),
      ),
    )
}

type PlaceOrder = { campaignId: string; body: NewOrder; onPlaced: (order: Order) => void }

export function usePlaceOrder() {
  const cache = useQueryClient()
  const refresh = useRefreshOrders()
  const once = useOnceOnly()
  return useMutation({
    mutationFn: ({ campaignId, body }: PlaceOrder) =>
      once((idempotencyKey) => api.call(orders.place, { params: { campaignId }, body }, { idempotencyKey })),
    onSuccess: (order, { onPlaced }) => {
      void refresh()
      onPlaced(order)
    },
    // The price, the balance or the audience may have changed since the screen showed them.
    onError: () => {
      void cache.invalidateQueries({ queryKey: keyOf(creditSettings.list) })
      void refresh()
    },
  })
}

export function useCancelOrder() {
  const refresh = useRefreshOrders()
  return useMutation({
    mutationFn: (ids: OrderIds) => api.call(orders.change, { params: ids, body: { cancel: true } }),
    onSettled: () => refresh(),
  })
}
