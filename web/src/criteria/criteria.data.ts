import type { Criteria } from '@dooryard/contract/criteria'
import type { CriteriaGroupKey } from '@dooryard/contract/criteria-fields'
import { type FilterField, filters } from '@dooryard/contract/filters'
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

/** Names counties by their FIPS codes, once the server has said what they are called. */
export function useCountyName(fips: readonly string[] = []): CountyName {
  const values = [...new Set(fips)].sort()
  const { data } = useQuery({
    ...queryOf(filters.counties, { query: { values: values.slice(0, 100), limit: 100 } }),
    staleTime: anHour,
    enabled: values.length > 0,
  })
  return (code) => data?.items.find(({ value }) => value === code)?.label
}

/** What the loaded data has of a field: its ends, and how many properties each value has. */
export type FieldFacts = Pick<FilterField, 'min' | 'max' | 'values'>

/** The facts of each field as they arrive; the panel does without those that have not, or failed to. */
export function useFieldFacts(): (group: CriteriaGroupKey, key: string) => FieldFacts | undefined {
  const calls = [filters.properties, filters.owners, filters.mortgages]
  const fields = useQueries({
    queries: calls.map((call) => ({ ...queryOf(call, {}), staleTime: anHour })),
    combine: (results) => results.flatMap(({ data }) => data?.fields ?? []),
  })
  return (group, key) => fields.find((field) => field.group === group && field.key === key)
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
