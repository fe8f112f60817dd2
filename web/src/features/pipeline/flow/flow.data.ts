import type { Criteria } from '@dooryard/contract/criteria'
import { properties } from '@dooryard/contract/properties'
import type { PropertyCount } from '@dooryard/contract/property-search'
import { type NewSavedSearch, type SavedSearch, savedSearches } from '@dooryard/contract/saved-searches'
import { useDebouncedValue } from '@mantine/hooks'
import { type UseQueryResult, useMutation, useQueries, useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { api } from '../../../lib/api.ts'
import { isMissing } from '../../../lib/errors.ts'
import { useOnceOnly } from '../../../lib/once-only.ts'
import { keyOf, liveQueryOf, queryOf } from '../../../lib/query.ts'
import { withDelivered } from './stack-rules.ts'

/** The saved searches whose names match, as many as a list to choose from shows. */
export function useSearchChoices(search: string) {
  const typed = search.trim()
  const [asked] = useDebouncedValue(typed, 200)
  const found = useQuery(liveQueryOf(savedSearches.list, { query: { limit: 100, search: asked || undefined } }))
  return { ...found, isSettled: asked === typed && !found.isPending && !found.isPlaceholderData }
}

/** A search that the address names: there, on its way, gone, or not to be had. */
export type ChosenSearch =
  | { id: string; state: 'there'; search: SavedSearch }
  | { id: string; state: 'loading' }
  | { id: string; state: 'gone' }
  | { id: string; state: 'failed'; error: Error; again: () => void }

/** The searches that the address names, in its order. */
export const useChosenSearches = (ids: readonly string[]): ChosenSearch[] =>
  useQueries({
    queries: ids.map((id) => queryOf(savedSearches.get, { params: { id } })),
    combine: (results) =>
      results.map(({ data, error, refetch }, index): ChosenSearch => {
        const id = ids[index] ?? ''
        if (isMissing(error)) return { id, state: 'gone' }
        if (data) return { id, state: 'there', search: data }
        if (error) return { id, state: 'failed', error, again: () => void refetch() }
        return { id, state: 'loading' }
      }),
  })

/** What one count says, and what can be done when it does not. */
export type Counted = {
  count: number | undefined
  /** Whether the number is of what was asked before. */
  isStale: boolean
  error: Error | null
  isFetching: boolean
  again: () => void
}

const toCounted = ({
  data,
  error,
  isFetching,
  isPlaceholderData,
  refetch,
}: UseQueryResult<PropertyCount>): Counted => ({
  count: data?.count,
  isStale: isPlaceholderData,
  error,
  isFetching,
  again: () => void refetch(),
})

/** What each search finds by itself, those delivered before counted in. */
export const useSearchCounts = (searches: readonly Pick<SavedSearch, 'criteria'>[]): Counted[] =>
  useQueries({
    queries: searches.map(({ criteria }) => queryOf(properties.count, { body: { criteria: withDelivered(criteria) } })),
    combine: (results) => results.map(toCounted),
  })

/** What the stack finds, those delivered before counted in; the old number stays until the new one is there. */
export function useDistinct(criteria: Criteria, isWanted: boolean): Counted {
  const query = liveQueryOf(properties.count, { body: { criteria: withDelivered(criteria) } })
  return toCounted(useQuery({ ...query, enabled: isWanted }))
}

/** The last value that there was, while there is none. */
export function useLastKnown<Value>(value: Value | undefined): Value | undefined {
  const [last, setLast] = useState(value)
  if (value !== undefined && value !== last) setLast(value)
  return value ?? last
}

export function useSaveSearch(onSaved: (search: SavedSearch) => void) {
  const cache = useQueryClient()
  const once = useOnceOnly()
  return useMutation({
    // The dialog says what went wrong.
    meta: { quiet: true },
    mutationFn: (body: NewSavedSearch) =>
      once((idempotencyKey) => api.call(savedSearches.create, { body }, { idempotencyKey })),
    onSuccess: (search) => {
      cache.setQueryData(keyOf(savedSearches.get, { params: { id: search.id } }), search)
      void cache.invalidateQueries({ queryKey: keyOf(savedSearches.list) })
      onSaved(search)
    },
  })
}
