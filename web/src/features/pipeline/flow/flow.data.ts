import type { Criteria } from '@dooryard/contract/criteria/criteria'
import type { PropertyList } from '@dooryard/contract/data/property-lists'
import { properties } from '@dooryard/contract/properties/properties'
import type { PropertyCount } from '@dooryard/contract/properties/property-search'
import {
  type ListedSavedSearch,
  type NewSavedSearch,
  type SavedSearch,
  savedSearches,
} from '@dooryard/contract/properties/saved-searches'
import { useDebouncedValue } from '@mantine/hooks'
import { type UseQueryResult, useMutation, useQueries, useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { buildListCriteria, useListsQuery, usePropertyLists } from '../../../criteria/lists/lists.data.ts'
import { api } from '../../../lib/api/api.ts'
import { isNotFoundError } from '../../../lib/api/errors.ts'
import { useIdempotentCall } from '../../../lib/api/idempotent-call.ts'
import { buildLiveQuery, buildQuery, toQueryKey } from '../../../lib/api/query.ts'
import { includeDelivered } from './stack-rules.ts'

/** A list as a search that is limited to it. */
const toListSearch = ({ id, name, properties: lastCount, createdAt, updatedAt }: PropertyList): SavedSearch => ({
  ...{ id, name, lastCount, createdAt, updatedAt },
  criteria: buildListCriteria(id),
  criteriaSummary: { filters: 1, places: null, stacked: 0, chosen: 0, excludesSearches: false },
  ...{ isDefault: false, emailChanges: false, lastCountAt: updatedAt, visitedAt: null },
})

/** A saved search to choose, or a list. */
export type SourceChoice = ListedSavedSearch & { isList?: true }

const toListChoice = (list: PropertyList): SourceChoice => ({ ...toListSearch(list), isList: true })

/** The saved searches and lists whose names match, up to the limit of a picker. */
export function useSearchChoices(search: string) {
  const typed = search.trim()
  const [debounced] = useDebouncedValue(typed, 200)
  const found = useQuery(buildLiveQuery(savedSearches.list, { query: { limit: 100, search: debounced || undefined } }))
  const all = usePropertyLists() ?? []
  const lists = all.filter(({ name }) => name.toLowerCase().includes(debounced.toLowerCase()))
  const items: SourceChoice[] = [...(found.data?.items ?? []), ...lists.map(toListChoice)]
  return {
    ...found,
    items,
    hasLists: all.length > 0,
    totalCount: found.data && found.data.totalCount + lists.length,
    isSettled: debounced === typed && !found.isPending && !found.isPlaceholderData,
  }
}

/** A search from the URL: loaded, loading, deleted, or failed. */
export type ChosenSearch =
  | { id: string; state: 'there'; search: SavedSearch }
  | { id: string; state: 'loading' }
  | { id: string; state: 'gone' }
  | { id: string; state: 'failed'; error: Error; retry: () => void }

/** The searches and lists from the URL, in order. */
export function useChosenSearches(ids: readonly string[]): ChosenSearch[] {
  const lists = useListsQuery(ids.length > 0)
  const { error: listsError, refetch: refetchLists } = lists
  const isUnknown = listsError !== null && lists.data === undefined
  const listById = new Map(lists.data?.items.map((list) => [list.id, list]))
  return useQueries({
    queries: ids.map((id) => ({
      ...buildQuery(savedSearches.get, { params: { id } }),
      // What is a list is no saved search.
      enabled: !lists.isLoading && !isUnknown && !listById.has(id),
    })),
    combine: (results) =>
      results.map(({ data, error, refetch }, index): ChosenSearch => {
        const id = ids[index] ?? ''
        const list = listById.get(id)
        if (list) return { id, state: 'there', search: toListSearch(list) }
        if (isUnknown) return { id, state: 'failed', error: listsError, retry: () => void refetchLists() }
        if (isNotFoundError(error)) return { id, state: 'gone' }
        if (data) return { id, state: 'there', search: data }
        if (error) return { id, state: 'failed', error, retry: () => void refetch() }
        return { id, state: 'loading' }
      }),
  })
}

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
