import { filters } from '@dooryard/contract/properties/filters'
import { properties } from '@dooryard/contract/properties/properties'
import { useDebouncedValue } from '@mantine/hooks'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { api } from '../../lib/api/api.ts'
import { buildLiveQuery, cacheTimeMs } from '../../lib/api/query.ts'
import type { GetCountyName } from '../describe/format-criteria.ts'
import { getCountyName, rememberCounties } from './place-names.ts'

/** Places and addresses change only with an import, so they stay fresh as long as they are cached. */
const staleTime = cacheTimeMs

/** Milliseconds without a keystroke after which names are requested. */
const debounceMs = 120

export const placeKinds = ['states', 'counties', 'cities', 'zips'] as const
export type PlaceKind = (typeof placeKinds)[number]

/** The places of all kinds whose names match. The previous places stay until the new ones arrive. */
export function usePlaces(search: string, isOpen: boolean, kinds: readonly PlaceKind[] = placeKinds) {
  const typed = search.trim()
  const [debounced] = useDebouncedValue(typed, debounceMs)
  const query = { search: debounced || undefined, limit: debounced ? 6 : 5 }
  // One query for all kinds: separate queries in `useQueries` would not keep their previous data when the name
  // changes.
  const { data, isFetching, isError, refetch } = useQuery({
    queryKey: ['places', kinds, query],
    queryFn: async ({ signal }) => {
      const asking = kinds.map(async (kind) => {
        const { items } = await api.call(filters[kind], { query }, { signal })
        if (kind === 'counties') rememberCounties(items)
        return { kind, items }
      })
      // A failed request for one kind does not discard the others.
      const answers = (await Promise.allSettled(asking)).flatMap((one) => (one.status === 'fulfilled' ? one.value : []))
      return answers.length > 0 ? answers : Promise.all(asking)
    },
    placeholderData: keepPreviousData,
    staleTime: ({ state }) => (state.data?.length === kinds.length ? staleTime : 0),
    enabled: isOpen,
  })
  return {
    groups: data ?? [],
    isLoading: isFetching,
    isError,
    isSettled: debounced === typed && !isFetching,
    retry: () => void refetch(),
  }
}

/** Known addresses that start with the typed text; empty until the text looks like a house number and a street. */
export function useAddresses(search: string, isOpen: boolean) {
  const typed = search.trim()
  const [debounced] = useDebouncedValue(typed, debounceMs)
  const isAddress = /^\d+\S*\s+\S/.test(debounced)
  const { data, isFetching, isError, refetch } = useQuery({
    ...buildLiveQuery(properties.addresses, { query: { search: debounced, limit: 6 } }),
    staleTime,
    enabled: isOpen && isAddress,
  })
  return {
    items: isAddress ? (data?.items ?? []) : [],
    isLoading: isFetching,
    isError: isAddress && isError,
    isSettled: debounced === typed && !isFetching,
    retry: () => void refetch(),
  }
}

export function useCountyName(fips: readonly string[] = []): GetCountyName {
  const values = [...new Set(fips)].sort()
  const { data } = useQuery({
    ...buildLiveQuery(filters.counties, { query: { values: values.slice(0, 100), limit: 100 } }),
    staleTime,
    enabled: values.length > 0,
  })
  return (code) => data?.items.find(({ value }) => value === code)?.label ?? getCountyName(code)
}
