import { filters } from '@dooryard/contract/filters'
import { properties } from '@dooryard/contract/properties'
import { useDebouncedValue } from '@mantine/hooks'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { api } from '../../lib/api.ts'
import { liveQueryOf } from '../../lib/query.ts'
import type { CountyName } from '../describe/format-criteria.ts'
import { nameOfCounty, rememberCounties } from './place-names.ts'

const anHour = 60 * 60 * 1000

/** Milliseconds without a keystroke after which names are asked for. */
const namePause = 120

export const placeKinds = ['states', 'counties', 'cities', 'zips'] as const
export type PlaceKind = (typeof placeKinds)[number]

/** The places whose names match, of every kind asked for at once; the old ones stay until the new ones are there. */
export function usePlaces(search: string, isOpen: boolean, kinds: readonly PlaceKind[] = placeKinds) {
  const typed = search.trim()
  const [asked] = useDebouncedValue(typed, namePause)
  const query = { search: asked || undefined, limit: asked ? 6 : 5 }
  // One query of all kinds, since of several side by side none keeps what it showed for another name.
  const { data, isFetching, isError, refetch } = useQuery({
    queryKey: ['places', kinds, query],
    queryFn: async ({ signal }) => {
      const asking = kinds.map(async (kind) => {
        const { items } = await api.call(filters[kind], { query }, { signal })
        if (kind === 'counties') rememberCounties(items)
        return { kind, items }
      })
      // What one kind does not say takes nothing from the others.
      const answers = (await Promise.allSettled(asking)).flatMap((one) => (one.status === 'fulfilled' ? one.value : []))
      return answers.length > 0 ? answers : Promise.all(asking)
    },
    placeholderData: keepPreviousData,
    staleTime: ({ state }) => (state.data?.length === kinds.length ? anHour : 0),
    enabled: isOpen,
  })
  return {
    groups: data ?? [],
    isLoading: isFetching,
    isError,
    isSettled: asked === typed && !isFetching,
    retry: () => void refetch(),
  }
}

/** Known addresses that begin with what was typed; none until something like a house number and a street was. */
export function useAddresses(search: string, isOpen: boolean) {
  const typed = search.trim()
  const [asked] = useDebouncedValue(typed, namePause)
  const isAddress = /^\d+\S*\s+\S/.test(asked)
  const { data, isFetching, isError, refetch } = useQuery({
    ...liveQueryOf(properties.addresses, { query: { search: asked, limit: 6 } }),
    staleTime: anHour,
    enabled: isOpen && isAddress,
  })
  return {
    items: isAddress ? (data?.items ?? []) : [],
    isLoading: isFetching,
    isError: isAddress && isError,
    isSettled: asked === typed && !isFetching,
    retry: () => void refetch(),
  }
}

export function useCountyName(fips: readonly string[] = []): CountyName {
  const values = [...new Set(fips)].sort()
  const { data } = useQuery({
    ...liveQueryOf(filters.counties, { query: { values: values.slice(0, 100), limit: 100 } }),
    staleTime: anHour,
    enabled: values.length > 0,
  })
  return (code) => data?.items.find(({ value }) => value === code)?.label ?? nameOfCounty(code)
}
