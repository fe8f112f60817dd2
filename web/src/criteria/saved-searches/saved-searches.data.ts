import {
  type NewSavedSearch,
  type SavedSearch,
  type SavedSearchChange,
  savedSearches,
} from '@dooryard/contract/saved-searches'
import { useDebouncedValue } from '@mantine/hooks'
import { type QueryClient, useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { api } from '../../lib/api.ts'
import { isMissing } from '../../lib/errors.ts'
import { useOnceOnly } from '../../lib/once-only.ts'
import { keyOf, liveQueryOf, queryOf } from '../../lib/query.ts'

type ListQuery = { page?: number; limit?: number; search?: string | undefined; sort?: 'default' | 'changes' }

export const savedSearchList = (query: ListQuery = {}) => liveQueryOf(savedSearches.list, { query })

export const savedSearch = (id: string) => queryOf(savedSearches.get, { params: { id } })

/** The saved searches whose names match, the default first; as many as a list to choose from shows. */
export function useSavedSearches(search = '') {
  const [settled] = useDebouncedValue(search.trim(), 200)
  return useQuery(savedSearchList({ limit: 100, search: settled || undefined }))
}

/** What is known of a search is what the server has just said; lists are asked for again. */
function settle(cache: QueryClient, search?: SavedSearch) {
  if (search) cache.setQueryData(savedSearch(search.id).queryKey, search)
  return cache.invalidateQueries({ queryKey: keyOf(savedSearches.list) })
}

function useSearchMutation<Given>(mutationFn: (given: Given) => Promise<SavedSearch>, isQuiet = false) {
  const cache = useQueryClient()
  return useMutation({
    mutationFn,
    ...(isQuiet && { meta: { quiet: true as const } }),
    onSettled: (search) => {
      const refreshed = settle(cache, search)
      // A failure is said at once: without a connection fetching takes long.
      return search && refreshed
    },
  })
}

/** Saves a search, and makes it the default where that is wanted. Whoever asks says what went wrong. */
export function useSaveSearch() {
  const once = useOnceOnly()
  return useSearchMutation(async ({ isDefault, ...body }: NewSavedSearch & { isDefault: boolean }) => {
    const saved = await once((idempotencyKey) => api.call(savedSearches.create, { body }, { idempotencyKey }))
    // It is saved all the same: its answer says that it is not the default.
    return isDefault ? api.call(savedSearches.makeDefault, { params: { id: saved.id } }).catch(() => saved) : saved
  }, true)
}

export const useChangeSearch = ({ quiet = false } = {}) =>
  useSearchMutation(
    ({ id, ...body }: SavedSearchChange & { id: string }) => api.call(savedSearches.change, { params: { id }, body }),
    quiet,
  )

export const useMakeDefault = () =>
  useSearchMutation((id: string) => api.call(savedSearches.makeDefault, { params: { id } }))

/** Notes that the matches of a search have been looked at. Nobody waits for it, so nobody is told when it fails. */
export const useVisitSearch = () =>
  useSearchMutation((id: string) => api.call(savedSearches.visit, { params: { id } }), true)

export const useRestoreSearch = () =>
  useSearchMutation((id: string) => api.call(savedSearches.restore, { params: { id } }))

/** Deletes a search. One that is gone already is as good as deleted. */
export function useRemoveSearch() {
  const cache = useQueryClient()
  return useMutation({
    mutationFn: (id: string) =>
      api.call(savedSearches.remove, { params: { id } }).catch((error: unknown) => {
        if (!isMissing(error)) throw error
      }),
    onSettled: () => settle(cache),
  })
}
