import { campaigns, type ListedCampaign } from '@dooryard/contract/orders/campaigns'
import { useQuery } from '@tanstack/react-query'
import { savedSearchListQuery } from '../../criteria/saved-searches/saved-searches.data.ts'
import { buildLiveQuery } from '../../lib/api/query.ts'

// A user has at most two pages of either.
const limit = 100

/** All active campaigns of the user. */
export function useActiveCampaigns(enabled: boolean): readonly ListedCampaign[] {
  const getPage = (page: number) => buildLiveQuery(campaigns.list, { query: { page, limit, status: 'ACTIVE' } })
  const first = useQuery({ ...getPage(1), enabled })
  const second = useQuery({ ...getPage(2), enabled: first.data?.nextPage === 2 })
  return [...(first.data?.items ?? []), ...(second.data?.items ?? [])]
}

/** All saved searches of the user. */
export function useAllSavedSearches() {
  const first = useQuery(savedSearchListQuery({ limit }))
  const second = useQuery({ ...savedSearchListQuery({ page: 2, limit }), enabled: first.data?.nextPage === 2 })
  return [...(first.data?.items ?? []), ...(second.data?.items ?? [])]
}
