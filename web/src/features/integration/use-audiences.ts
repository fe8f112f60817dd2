import { useQuery } from '@tanstack/react-query'
import { isMissing } from '../../lib/errors.ts'
import { campaignOf, newestCampaigns } from './guide.data.ts'

/** The reader's newest active campaigns, and the one that the address names, wherever it stands in the list. */
export function useAudiences(named: string | undefined) {
  const newest = useQuery(newestCampaigns())
  const isListed = newest.data?.items.some(({ id }) => id === named) ?? false
  const wantsNamed = named !== undefined && newest.data !== undefined && !isListed
  const own = useQuery({ ...campaignOf(named ?? ''), enabled: wantsNamed })
  const isThere = !wantsNamed || own.data !== undefined || isMissing(own.error)
  const listed = newest.data?.items ?? []
  const all = wantsNamed && own.data ? [own.data, ...listed] : listed
  return {
    data: newest.data && isThere ? all.filter(({ status }) => status === 'ACTIVE') : undefined,
    error: newest.error ?? own.error,
    refetch: () => Promise.all([newest.refetch(), ...(wantsNamed ? [own.refetch()] : [])]),
  }
}
