import {
  type NewSavedSearch,
  type SavedSearch,
  type SavedSearchChange,
  savedSearches,
} from '@dooryard/contract/properties/saved-searches'
import { useDebouncedValue } from '@mantine/hooks'
import { type QueryClient, useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { api } from '../../lib/api/api.ts'
import { isNotFoundError } from '../../lib/api/errors.ts'
import { useIdempotentCall } from '../../lib/api/idempotent-call.ts'
import { buildLiveQuery, buildQuery, toQueryKey } from '../../lib/api/query.ts'

type ListQuery = { page?: number; limit?: number; search?: string | undefined; sort?: 'default' | 'changes' }

export const savedSearchListQuery = (query: ListQuery = {}) => buildLiveQuery(savedSearches.list, { query })

export const savedSearchQuery = (id: string) => buildQuery(savedSearches.get, { params: { id } })

/** The saved searches whose names match, the default first, up to the limit of a picker. */
export function useSavedSearches(search = '') {
  const [settled] = useDebouncedValue(search.trim(), 200)
  return useQuery(savedSearchListQuery({ limit: 100, search: settled || undefined }))
}

/** Stores the server's answer in the cache and refetches the lists. */
function updateCache(cache: QueryClient, search?: SavedSearch) {
  if (search) cache.setQueryData(savedSearchQuery(search.id).queryKey, search)
  return cache.invalidateQueries({ queryKey: toQueryKey(savedSearches.list) })
}

function useSearchMutation<Input>(mutationFn: (input: Input) => Promise<SavedSearch>, isQuiet = false) {
  const cache = useQueryClient()
  return useMutation({
    mutationFn,
    ...(isQuiet && { meta: { quiet: true as const } }),
    onSettled: (search) => {
      const refreshed = updateCache(cache, search)
      // A failure is reported at once: without a connection, refetching takes long.
      return search && refreshed
    },
  })
}

/** Saves a search and makes it the default if requested. The caller reports errors. */
export function useSaveSearch() {
  const idempotentCall = useIdempotentCall()
  return useSearchMutation(async ({ isDefault, ...body }: NewSavedSearch & { isDefault: boolean }) => {
    const saved = await idempotentCall((idempotencyKey) => api.call(savedSearches.create, { body }, { idempotencyKey }))
    // The search is saved even if this fails: its answer shows that it is not the default.
    return isDefault ? api.call(savedSearches.makeDefault, { params: { id: saved.id } }).catch(() => saved) : saved
  }, true)
}

export const useUpdateSearch = ({ quiet = false } = {}) =>
  useSearchMutation(
    ({ id, ...body }: SavedSearchChange & { id: string }) => api.call(savedSearches.change, { params: { id }, body }),
    quiet,
  )

export const useMakeDefault = ({ quiet = false } = {}) =>
  useSearchMutation((id: string) => api.call(savedSearches.makeDefault, { params: { id } }), quiet)

/** Records that the matches of a search have been viewed. Runs in the background, so a failure is not reported. */
export const useVisitSearch = () =>
  useSearchMutation((id: string) => api.call(savedSearches.visit, { params: { id } }), true)

export const useRestoreSearch = () =>
  useSearchMutation((id: string) => api.call(savedSearches.restore, { params: { id } }))

/** Deletes a search. A search that no longer exists counts as deleted. */
export function useDeleteSearch() {
  const cache = useQueryClient()
  return useMutation({
    mutationFn: (id: string) =>
      api.call(savedSearches.remove, { params: { id } }).catch((error: unknown) => {
        if (!isNotFoundError(error)) throw error
      }),
    onSettled: (_, error) => {
      const refreshed = updateCache(cache)
      return error ? undefined : refreshed
    },
  })
}
