import { buyers } from '@dooryard/contract/properties/buyers'
import { ownerReveals } from '@dooryard/contract/properties/owner-reveals'
import { properties } from '@dooryard/contract/properties/properties'
import { savedSearches } from '@dooryard/contract/properties/saved-searches'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { api } from '../../lib/api/api.ts'
import { buildQuery, toQueryKey } from '../../lib/api/query.ts'

/** How many owners can be revealed today. */
export const revealAllowanceQuery = () => buildQuery(ownerReveals.allowance, {})

/** Everything that shows owners. */
const ownerEndpoints = [properties.get, properties.search, properties.sameOwner, buyers.search, savedSearches.changes]

/** Reveals the owner of a property; pending until the screen shows it. The caller reports errors. */
export function useRevealOwner() {
  const cache = useQueryClient()
  return useMutation({
    meta: { quiet: true },
    mutationFn: (id: string) => api.call(ownerReveals.reveal, { params: { id } }),
    onSuccess: ({ allowance }) => {
      cache.setQueryData(revealAllowanceQuery().queryKey, allowance)
      return Promise.all(
        ownerEndpoints.map((endpoint) => cache.invalidateQueries({ queryKey: toQueryKey<typeof endpoint>(endpoint) })),
      )
    },
    // Another tab may have used up the allowance.
    onError: () => void cache.invalidateQueries(revealAllowanceQuery()),
  })
}
