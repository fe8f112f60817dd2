import type { CampaignType } from '@dooryard/contract/api/enums'
import { account } from '@dooryard/contract/identity/account'
import { leadBoard } from '@dooryard/contract/orders/lead-board'
import { orders, privateOrders } from '@dooryard/contract/orders/orders'
import { orderQuotes } from '@dooryard/contract/orders/quote/order-quote'
import { type LeadOffer, type SingleLead, singleLeads } from '@dooryard/contract/orders/single-leads'
import { buyers } from '@dooryard/contract/properties/buyers'
import { propertyMap } from '@dooryard/contract/properties/map'
import { properties } from '@dooryard/contract/properties/properties'
import { useMutation, useMutationState, useQuery } from '@tanstack/react-query'
import { useEffect, useEffectEvent, useRef } from 'react'
import { api } from '../../lib/api/api.ts'
import { createIdempotentCall } from '../../lib/api/idempotent-call.ts'
import { buildQuery } from '../../lib/api/query.ts'
import { useInvalidate } from '../../lib/api/use-endpoint-mutation.ts'
import { isOrderInProgress } from '../../lib/labels/order-labels.ts'

const pollMs = 700

/**
 * What changes once a lead is delivered: the orders, the board, the owner, who is shown from then on, and the searches
 * and quotes, which leave the lead out.
 */
const affected = [
  ...[account.me, orders.listAll, privateOrders.list, leadBoard.list, leadBoard.stages],
  ...[properties.get, properties.sameOwner, properties.search, properties.count, propertyMap.map],
  ...[buyers.search, orderQuotes.quote],
]

const hasOrderInProgress = ({ order }: Pick<SingleLead, 'order'>) => order !== undefined && isOrderInProgress(order)

/** What the user has of a lead, followed while an order of it is in progress. */
export function useSingleLead(propertyId: string) {
  const result = useQuery({
    ...buildQuery(singleLeads.get, { params: { propertyId } }),
    refetchInterval: ({ state: { data } }) => (data && hasOrderInProgress(data) ? pollMs : false),
  })
  const refresh = useInvalidate(affected)
  const wasBusy = useRef(false)
  const isInProgress = result.data !== undefined && hasOrderInProgress(result.data)
  // A fast order is delivered when its call ends, and is never seen in progress.
  const isBusy = useSingleLeadCall(propertyId)?.pending !== undefined || isInProgress
  const refreshAtEnd = useEffectEvent((isNow: boolean) => {
    if (wasBusy.current && !isNow) void refresh()
    wasBusy.current = isNow
  })
  useEffect(() => refreshAtEnd(isBusy), [isBusy])
  return { ...result, isInProgress }
}

/**
 * A call per lead and type, which keeps its idempotency key until it is known to be processed, wherever it is repeated:
 * in the table, in the drawer, or after a lost connection.
 */
const calls = new Map<string, ReturnType<typeof createIdempotentCall>>()

function getIdempotentCall(propertyId: string, campaignType: CampaignType) {
  const name = `${propertyId} ${campaignType}`
  const call = calls.get(name) ?? createIdempotentCall()
  calls.set(name, call)
  return call
}

const toMutationKey = (propertyId: string) => [singleLeads.order.path, propertyId]

/** Orders one lead at the displayed price. Its failure is shown by `useSingleLeadCall`, wherever it was clicked. */
export function useOrderSingleLead(propertyId: string) {
  const refresh = useInvalidate([singleLeads.get, account.me])
  return useMutation({
    mutationKey: toMutationKey(propertyId),
    mutationFn: ({ campaignType, credits }: LeadOffer) =>
      getIdempotentCall(
        propertyId,
        campaignType,
      )((idempotencyKey) =>
        api.call(singleLeads.order, { params: { propertyId }, body: { campaignType, credits } }, { idempotencyKey }),
      ),
    meta: { quiet: true },
    // Also after a refusal: the price may have changed, or the lead be there from another tab.
    onSettled: () => refresh(),
  })
}

/** The last order call of a lead by any component: whether it is in progress, or why it failed. */
export const useSingleLeadCall = (propertyId: string) =>
  useMutationState({
    filters: { mutationKey: toMutationKey(propertyId), exact: true },
    select: ({ state: { status, error, variables } }) => ({
      error,
      // Only `useOrderSingleLead` has this key.
      pending: status === 'pending' ? (variables as LeadOffer | undefined) : undefined,
    }),
  }).at(-1)
