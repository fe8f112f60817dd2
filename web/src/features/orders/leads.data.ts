import type { Lead } from '@dooryard/contract/leads'
import type { PageOf } from '@dooryard/contract/paging'
import type { LeadStage } from '@dooryard/contract/vocabularies'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { api } from '../../lib/api.ts'
import { keyOf, liveQueryOf } from '../../lib/query.ts'
import type { OrderDesk, OwnDesk } from './orders-desk.ts'

export type LeadsState = { page: number; limit: number; stage?: LeadStage | undefined }

/** One page of what an order delivered. */
export const leadPage = ({ calls, params }: OrderDesk, query: LeadsState) => liveQueryOf(calls.leads, { params, query })

/** Notes how far somebody has come with a lead: shown at once, and undone when the server does not take it. */
export function useChangeStage(desk: OwnDesk, propertyId: string) {
  const cache = useQueryClient()
  const { calls, params } = desk
  const isTheLead = (lead: Lead) => lead.propertyId === propertyId
  const show = (change: (lead: Lead) => Lead) =>
    cache.setQueriesData<PageOf<Lead>>(
      { queryKey: keyOf(calls.leads) },
      (page) => page && { ...page, items: page.items.map((lead) => (isTheLead(lead) ? change(lead) : lead)) },
    )
  return useMutation({
    // One after the other, so that the last one chosen is the one that stays.
    scope: { id: `stage-${desk.orderId}-${propertyId}` },
    mutationFn: ({ to }: { from: LeadStage; to: LeadStage }) =>
      api.call(calls.changeLead, { params: { ...params, propertyId }, body: { stage: to } }),
    onMutate: async ({ to }) => {
      await cache.cancelQueries({ queryKey: keyOf(calls.leads) })
      show((lead) => ({ ...lead, stage: to }))
    },
    onError: (_, { from, to }) => show((lead) => (lead.stage === to ? { ...lead, stage: from } : lead)),
    // A page without the lead may have been read before the server knew; one with it stays as it is under the user's eyes.
    onSettled: () =>
      cache.invalidateQueries({
        queryKey: keyOf(calls.leads),
        predicate: ({ state }) => !(state.data as PageOf<Lead> | undefined)?.items.some(isTheLead),
      }),
  })
}
