import { type Campaign, campaigns, type NewCampaign } from '@dooryard/contract/campaigns'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { api } from '../../lib/api.ts'
import { keyOf, liveQueryOf } from '../../lib/query.ts'

/** One page of the user's campaigns. */
export const campaignPage = (query: { page: number; limit: number; search?: string }) =>
  liveQueryOf(campaigns.list, { query })

type CreateCampaign = { body: NewCampaign; idempotencyKey: string; onCreated: (campaign: Campaign) => void }

export function useCreateCampaign() {
  const cache = useQueryClient()
  return useMutation({
    mutationFn: ({ body, idempotencyKey }: CreateCampaign) => api.call(campaigns.create, { body }, { idempotencyKey }),
    onSuccess: (campaign, { onCreated }) => {
      void cache.invalidateQueries({ queryKey: keyOf(campaigns.list) })
      onCreated(campaign)
    },
  })
}
