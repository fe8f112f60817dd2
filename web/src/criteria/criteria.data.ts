import type { Criteria } from '@dooryard/contract/criteria'
import { filters } from '@dooryard/contract/filters'
import { properties } from '@dooryard/contract/properties'
import { useDebouncedValue } from '@mantine/hooks'
import { useQueries, useQuery } from '@tanstack/react-query'
import { liveQueryOf, queryOf } from '../lib/query.ts'
import type { CountyName } from './words.ts'

const anHour = 60 * 60 * 1000

/** How many properties match, counted again at every change; the old number stays until the new one is there. */
export const useCount = (criteria: Criteria) => useQuery(liveQueryOf(properties.count, { body: { criteria } }))

/** How many matches are left out because the user has them, once that is known and there are any. */
export const yoursAlready = ({ data }: ReturnType<typeof useCount>) => data?.alreadyDelivered || undefined

/** Whether nothing is left to find because the user has all of it. */
export const hasEverybody = (count: ReturnType<typeof useCount>) =>
  count.data?.count === 0 && yoursAlready(count) !== undefined

/** The first few properties that match. */
export const useSample = (criteria: Criteria, limit: number) =>
  useQuery(liveQueryOf(properties.search, { body: { criteria, limit } }))

/** Names counties by their FIPS codes, once the list of those with data is there. */
export function useCountyName(isNeeded = true): CountyName {
  const { data } = useQuery({
    ...queryOf(filters.counties, { query: { limit: 100 } }),
    staleTime: anHour,
    enabled: isNeeded,
  })
  return (fips) => data?.items.find(({ value }) => value === fips)?.label
}

/** The places whose names match, of every kind at once. */
export function usePlaces(search: string, isOpen: boolean) {
  const [settled] = useDebouncedValue(search.trim(), 200)
  const kinds = ['states', 'counties', 'cities', 'zips'] as const
  return useQueries({
    queries: kinds.map((kind) => ({
      ...liveQueryOf(filters[kind], { query: { search: settled || undefined, limit: settled ? 6 : 5 } }),
      staleTime: anHour,
      enabled: isOpen,
    })),
    combine: (results) => ({
      groups: kinds.map((kind, index) => ({ kind, items: results[index]?.data?.items ?? [] })),
      isLoading: results.some(({ isFetching }) => isFetching),
      isError: results.every(({ isError }) => isError),
    }),
  })
}
