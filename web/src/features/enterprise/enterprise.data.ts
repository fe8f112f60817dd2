import { adminCampaigns } from '@dooryard/contract/admin-campaigns'
import { adminOrders, type orderKinds } from '@dooryard/contract/admin-orders'
import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { api } from '../../lib/api.ts'
import { dayOf } from '../../lib/days.ts'
import { formatBytes } from '../../lib/format.ts'
import { whileUnderWay } from '../../lib/order-words.ts'
import { liveQueryOf, queryOf } from '../../lib/query.ts'
import { saveBlob } from '../../lib/save-file.ts'
import { useSingleFlight } from '../../ui/form/use-schema-form.ts'
import { toastDone } from '../../ui/toasts/toasts.ts'
import { type CampaignsState, campaignsAsked, type OrdersState, ordersAsked } from './enterprise-search.ts'

const pageOf = ({ page, limit }: CampaignsState) => ({ page, limit })

/** One page of everybody's campaigns. */
export const campaignPage = (state: CampaignsState) =>
  liveQueryOf(adminCampaigns.list, { query: { ...pageOf(state), ...campaignsAsked(state) } })

/** One campaign of anybody. */
export const campaignOf = (id: string) => queryOf(adminCampaigns.get, { params: { id } })

/** One page of the orders of everybody's campaigns, looked at again while any of them is under way. */
export const campaignOrderPage = (state: OrdersState) => ({
  ...liveQueryOf(adminOrders.listOfCampaigns, { query: { ...pageOf(state), ...ordersAsked(state) } }),
  refetchInterval: whileUnderWay,
})

/** The same of one campaign. */
export const ordersOfCampaign = (campaignId: string, state: OrdersState) => ({
  ...liveQueryOf(adminOrders.listOfCampaign, {
    params: { campaignId },
    query: { ...pageOf(state), ...ordersAsked(state) },
  }),
  refetchInterval: whileUnderWay,
})

/** The same of everybody, of campaigns and of none. */
export const orderPage = (state: OrdersState) => ({
  ...liveQueryOf(adminOrders.list, { query: { ...pageOf(state), ...ordersAsked(state), kind: state.kind } }),
  refetchInterval: whileUnderWay,
})

type Fetch<Asked> = (asked: Asked, onBytes: (count: number) => void) => Promise<Blob>

/** Saves a list as a file, all pages of it; `come` says how much of the file is there while it is on its way. */
function useExport<Asked>(what: string, fetchList: Fetch<Asked>) {
  const [come, setCome] = useState<string>()
  const singly = useSingleFlight()
  const { mutate, isPending } = useMutation({
    // A text, so that the screen is drawn again for what can be read, not for each piece.
    mutationFn: (asked: Asked) => fetchList(asked, (count) => setCome(formatBytes(count))),
    onSuccess: (csv) => {
      const name = `${what}-${dayOf(Date.now())}.csv`
      saveBlob(csv, name)
      toastDone(`${name} is saved`)
    },
    onSettled: () => setCome(undefined),
  })
  const save = (asked: Asked) => singly((land) => mutate(asked, { onSettled: land }))
  return { save, isPending, come }
}

/** Saves everybody's campaigns as they are narrowed and sorted. */
export const useCampaignsExport = () =>
  useExport<CampaignsState>('campaigns', (state, onBytes) =>
    api.download(adminCampaigns.export, { query: campaignsAsked(state) }, onBytes),
  )

type OrderKind = (typeof orderKinds)[number]

/** Saves everybody's orders as they are narrowed and sorted: all, or of the kind alone. */
export const useOrdersExport = (kind: OrderKind | undefined) =>
  useExport<OrdersState>('orders', (state, onBytes) =>
    api.download(adminOrders.export, { query: { ...ordersAsked(state), kind } }, onBytes),
  )
