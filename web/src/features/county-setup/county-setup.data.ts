import { type CountySetup, countySetups } from '@dooryard/contract/data/sources/county-setups'
import { type QueryClient, replaceEqualDeep, useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { isNotFoundError } from '../../lib/api/errors.ts'
import { buildQuery, toQueryKey } from '../../lib/api/query.ts'
import { watchEndpoint } from '../../lib/live/watch-endpoint.ts'

const pickNewer = (known: CountySetup | undefined, next: CountySetup): CountySetup =>
  known && known.updatedAt > next.updatedAt ? known : next

/** An answer that was on its way does not replace what the stream has brought meanwhile. */
export const setupQuery = (id: string) => ({
  ...buildQuery(countySetups.get, { params: { id } }),
  // Both are what this query has.
  structuralSharing: (known: unknown, next: unknown) =>
    replaceEqualDeep(known, pickNewer(known as CountySetup | undefined, next as CountySetup)),
})
export const documentQuery = (id: string) => buildQuery(countySetups.document, { params: { id } })
export const proposalQuery = (id: string) => buildQuery(countySetups.proposal, { params: { id } })
export const checkQuery = (id: string) => buildQuery(countySetups.check, { params: { id } })

const store = (cache: QueryClient, setup: CountySetup) =>
  cache.setQueryData<CountySetup>(setupQuery(setup.id).queryKey, (known) => pickNewer(known, setup))

/** Puts a setup that an answer brought in the cache, unless a newer one is there. */
export function useStoreSetup() {
  const cache = useQueryClient()
  return (setup: CountySetup) => store(cache, setup)
}

/**
 * Puts a setup that the stream brought in the cache, and drops an answer that is on its way: it may be older without
 * showing it, as checks and files do not change when the setup was changed. What is newer, the stream brings too.
 */
export function storeStreamed(cache: QueryClient, setup: CountySetup): void {
  void cache.cancelQueries({ queryKey: setupQuery(setup.id).queryKey, exact: true })
  store(cache, setup)
}

/** What depends on the tables or on the document is fetched again when these have changed. */
function useRefetchWithSetup(setup: CountySetup | undefined) {
  const cache = useQueryClient()
  const proposal = setup && `${setup.proposal.status} ${setup.tables.map(({ id, isUsed }) => `${id} ${isUsed}`)}`
  const joins = JSON.stringify(setup?.joinCounts)
  const check = setup?.check && `${setup.check.status} ${setup.check.documentVersion} ${setup.check.isCurrent}`
  // biome-ignore lint/correctness/useExhaustiveDependencies: they name what changes the answer
  useEffect(() => {
    void cache.invalidateQueries({ queryKey: toQueryKey(countySetups.proposal) })
  }, [cache, proposal, joins])
  // biome-ignore lint/correctness/useExhaustiveDependencies: they name what changes the answer
  useEffect(() => {
    void cache.invalidateQueries({ queryKey: toQueryKey(countySetups.check) })
    void cache.invalidateQueries({ queryKey: toQueryKey(countySetups.uses) })
  }, [cache, check])
}

/** A setup as it is now: followed by its stream, so that progress and another tab's changes appear. */
export function useCountySetup(id: string | undefined) {
  const result = useQuery({ ...setupQuery(id ?? ''), enabled: id !== undefined })
  const { refetch } = result
  const cache = useQueryClient()
  const isGone = isNotFoundError(result.error)
  // biome-ignore lint/correctness/useExhaustiveDependencies: the stream is of one setup
  useEffect(() => {
    if (id === undefined || isGone) return
    return watchEndpoint(
      countySetups.watch,
      { id },
      { onEvent: (setup) => storeStreamed(cache, setup), onState: (state) => state === 'stopped' && void refetch() },
    )
  }, [id, isGone])
  useRefetchWithSetup(result.data)
  return result
}
