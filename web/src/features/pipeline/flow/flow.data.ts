import type { Criteria } from '@dooryard/contract/criteria/criteria'
import { properties } from '@dooryard/contract/properties/properties'
import type { PropertyCount } from '@dooryard/contract/properties/property-search'
import { type NewSavedSearch, type SavedSearch, savedSearches } from '@dooryard/contract/properties/saved-searches'
import { useDebouncedValue } from '@mantine/hooks'
import { type UseQueryResult, useMutation, useQueries, useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { api } from '../../../lib/api/api.ts'
import { isNotFoundError } from '../../../lib/api/errors.ts'
import { useIdempotentCall } from '../../../lib/api/idempotent-call.ts'
import { buildLiveQuery, buildQuery, toQueryKey } from '../../../lib/api/query.ts'
import { includeDelivered } from './stack-rules.ts'

/** The saved searches whose names match, up to the limit of a picker. */
export function useSearchChoices(search: string) {
  const typed = search.trim()
  const [debounced] = useDebouncedValue(typed, 200)
  const found = useQuery(buildLiveQuery(savedSearches.list, { query: { limit: 100, search: debounced || undefined } }))
  return { ...found, isSettled: debounced === typed && !found.isPending && !found.isPlaceholderData }
}

/** A search from the URL: loaded, loading, deleted, or failed. */
export type ChosenSearch =
  | { id: string; state: 'there'; search: SavedSearch }
  | { id: string; state: 'loading' }
  | { id: string; state: 'gone' }
  | { id: string; state: 'failed'; error: Error; retry: () => void }

/** The searches from the URL, in order. */
export const useChosenSearches = (ids: readonly string[]): ChosenSearch[] =>
  useQueries({
    queries: ids.map((id) => buildQuery(savedSearches.get, { params: { id } })),
    combine: (results) =>
      results.map(({ data, error, refetch }, index): ChosenSearch => {
        const id = ids[index] ?? ''
        if (isNotFoundError(error)) return { id, state: 'gone' }
        if (data) return { id, state: 'there', search: data }
        if (error) return { id, state: 'failed', error, retry: () => void refetch() }
        return { id, state: 'loading' }
      }),
  })

/** The result of one count, with a retry for its failure. */
export type SearchCount = {
  count: number | undefined
  /** Whether the count belongs to the previous criteria. */
  isStale: boolean
  error: Error | null
  isFetching: boolean
  retry: () => void
}

const toSearchCount = ({
  data,
  error,
  isFetching,
  isPlaceholderData,
  refetch,
}: UseQueryResult<PropertyCount>): SearchCount => ({
  count: data?.count,
  isStale: isPlaceholderData,
  error,
  isFetching,
  retry: () => void refetch(),
})

/** The count of each search, including delivered leads. */
export const useSearchCounts = (searches: readonly Pick<SavedSearch, 'criteria'>[]): SearchCount[] =>
  useQueries({
    queries: searches.map(({ criteria }) =>
      buildQuery(properties.count, { body: { criteria: includeDelivered(criteria) } }),
    ),
    combine: (results) => results.map(toSearchCount),
  })

/** The count of the stack, including delivered leads; keeps the old count until the new one arrives. */
export function useDistinctCount(criteria: Criteria, isEnabled: boolean): SearchCount {
  const query = buildLiveQuery(properties.count, { body: { criteria: includeDelivered(criteria) } })
  return toSearchCount(useQuery({ ...query, enabled: isEnabled }))
}

/** The last defined value. */
export function useLastDefined<Value>(value: Value | undefined): Value | undefined {
  const [last, setLast] = useState(value)
  if (value !== undefined && value !== last) setLast(value)
  return value ?? last
}

export function useSaveSearch(onSaved: (search: SavedSearch) => void) {
  const cache = useQueryClient()
  const callOnce = useIdempotentCall()
  return useMutation({
    mutationFn: (body: NewSavedSearch) =>
      callOnce((idempotencyKey) => api.call(savedSearches.create, { body }, { idempotencyKey })),
    onSuccess: (search) => {
      cache.setQueryData(toQueryKey(savedSearches.get, { params: { id: search.id } }), search)
      void cache.invalidateQueries({ queryKey: toQueryKey(savedSearches.list) })
      onSaved(search)
    },
  })
}
