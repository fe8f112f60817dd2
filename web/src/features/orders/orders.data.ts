import { account } from '@dooryard/contract/account'
import { type CampaignStatus, campaigns } from '@dooryard/contract/campaigns'
import { creditSettings } from '@dooryard/contract/credits'
import type { NewOrder, NewPrivateOrder } from '@dooryard/contract/new-order'
import type { Order, UserFacingStatus } from '@dooryard/contract/order'
import { orderQuotes } from '@dooryard/contract/order-quote'
import { orders, privateOrders } from '@dooryard/contract/orders'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { api } from '../../lib/api.ts'
import { useOnceOnly } from '../../lib/once-only.ts'
import { whileUnderWay } from '../../lib/order-words.ts'
import { keyOf, liveQueryOf, queryOf } from '../../lib/query.ts'
import type { OwnDesk } from './orders-desk.ts'
import type { AllOrdersState } from './orders-search.ts'
import { allOrdersQuery } from './orders-search.ts'

/** The campaign that orders belong to. */
export const campaignOf = (campaignId: string) => queryOf(campaigns.get, { params: { campaignId } })

/** Archives or reactivates a campaign. */
export function useSetCampaignStatus(campaignId: string) {
  const cache = useQueryClient()
  return useMutation({
    mutationFn: (status: CampaignStatus) => api.call(campaigns.change, { params: { campaignId }, body: { status } }),
    meta: { quiet: true },
    onSuccess: (campaign) => cache.setQueryData(campaignOf(campaignId).queryKey, campaign),
    onSettled: () =>
      Promise.all(
        [campaigns.get, campaigns.list].map((endpoint) => cache.invalidateQueries({ queryKey: keyOf(endpoint) })),
      ),
  })
}

/** One page of a campaign's orders, looked at again while any of them is under way. */
export const orderPage = (
  campaignId: string,
  query: { page: number; limit: number; search?: string; status?: UserFacingStatus },
) => ({ ...liveQueryOf(orders.list, { params: { campaignId }, query }), refetchInterval: whileUnderWay })

/** One page of the orders of all campaigns, looked at again while any of them is under way. */
export const allOrderPage = (state: AllOrdersState) => ({
  ...liveQueryOf(orders.listAll, { query: allOrdersQuery(state) }),
  refetchInterval: whileUnderWay,
})

/** The same of the orders that belong to no campaign. */
export const ownOrderPage = (state: AllOrdersState) => ({
  ...liveQueryOf(privateOrders.list, { query: allOrdersQuery(state) }),
  refetchInterval: whileUnderWay,
})

const mostUnderWay = 10

/** The newest orders of a status, of all campaigns, looked at again while any of them is under way. */
export const ordersOfStatus = (status: UserFacingStatus) => ({
  ...queryOf(orders.listAll, { query: { limit: mostUnderWay, status } }),
  refetchInterval: whileUnderWay,
})

/** One order with its history. */
export const orderDetail = ({ calls, params }: OwnDesk) => queryOf(calls.get, { params })

const touched = [
  ...[orders.get, orders.list, orders.listAll, orders.leads, campaigns.get, campaigns.list, account.me],
  ...[privateOrders.get, privateOrders.list, privateOrders.leads],
]

/** Asks again for everything that an order's progress changes. */
export function useRefreshOrders() {
  const cache = useQueryClient()
  return () => Promise.all(touched.map((endpoint) => cache.invalidateQueries({ queryKey: keyOf(endpoint) })))
}

type PlaceOrder =
  | { campaignId: string; body: NewOrder; onPlaced: (order: Order) => void }
  | { campaignId?: never; body: NewPrivateOrder; onPlaced: (order: Order) => void }

const send = (asked: PlaceOrder, idempotencyKey: string) =>
  asked.campaignId === undefined
    ? api.call(privateOrders.place, { body: asked.body }, { idempotencyKey })
    : api.call(orders.place, { params: { campaignId: asked.campaignId }, body: asked.body }, { idempotencyKey })

/** Places an order once, whatever is clicked, reloaded or lost on the way; `keyName` is what its key is kept under. */
export function usePlaceOrder(keyName: string) {
  const cache = useQueryClient()
  const refresh = useRefreshOrders()
  const once = useOnceOnly(keyName)
  return useMutation({
    mutationFn: (asked: PlaceOrder) => once((idempotencyKey) => send(asked, idempotencyKey)),
    onSuccess: (order, { onPlaced }) => {
      void refresh()
      onPlaced(order)
    },
    // The price, the balance or the audience may have changed since the screen showed them.
    onError: () => {
      for (const endpoint of [creditSettings.list, orderQuotes.quote])
        void cache.invalidateQueries({ queryKey: keyOf(endpoint) })
      void refresh()
    },
  })
}

export function useCancelOrder() {
  const refresh = useRefreshOrders()
  return useMutation({
    mutationFn: ({ calls, params }: OwnDesk) => api.call(calls.change, { params, body: { cancel: true } }),
    onSettled: () => refresh(),
  })
}

/** Has the numbers of an order checked against the do-not-call lists again. */
export function useRefreshDnc() {
  const refresh = useRefreshOrders()
  return useMutation({
    mutationFn: ({ calls, params }: OwnDesk) => api.call(calls.refreshDnc, { params }),
    onSettled: () => refresh(),
  })
}
