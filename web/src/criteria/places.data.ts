import { filters } from '@dooryard/contract/filters'
import { properties } from '@dooryard/contract/properties'
import { useDebouncedValue } from '@mantine/hooks'
import { useQueries, useQuery } from '@tanstack/react-query'
import { liveQueryOf } from '../lib/query.ts'

const anHour = 60 * 60 * 1000

/** Milliseconds without a keystroke after which names are asked for. */
const namePause = 120

/** The kinds of places that are found by name. */
export const placeKinds = ['states', 'counties', 'cities', 'zips'] as const
export type PlaceKind = (typeof placeKinds)[number]

/** The places whose names match, of every kind asked for at once; the old ones stay until the new ones are there. */
export function usePlaces(search: string, isOpen: boolean, kinds: readonly PlaceKind[] = placeKinds) {
  const typed = search.trim()
  const [asked] = useDebouncedValue(typed, namePause)
  const found = useQueries({
    queries: kinds.map((kind) => ({
      ...liveQueryOf(filters[kind], { query: { search: asked || undefined, limit: asked ? 6 : 5 } }),
      staleTime: anHour,
      enabled: isOpen,
    })),
    combine: (results) => ({
      groups: kinds.map((kind, index) => ({ kind, items: results[index]?.data?.items ?? [] })),
      isLoading: results.some(({ isFetching }) => isFetching),
      isError: results.every(({ isError }) => isError),
      retry: () => {
        for (const { isError, refetch } of results) if (isError) void refetch()
      },
    }),
  })
  return { ...found, isSettled: asked === typed && !found.isLoading }
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
