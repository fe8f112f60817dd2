import type { Role } from '@dooryard/contract/api/roles'
import { useDebouncedValue } from '@mantine/hooks'
import { type UseQueryResult, useQueries } from '@tanstack/react-query'
import type { PaletteGroup, PaletteItem } from './palette-items.ts'
import { sourcesByRole } from './sources.data.ts'

/** Milliseconds without a keystroke after which the server is asked. */
const debounceMs = 200
const staleTime = 30_000

/** What the server finds of a role's records by the typed text, a group per kind. */
export function useFoundGroups(role: Role, typed: string, isOpen: boolean) {
  const text = typed.trim()
  const [debounced] = useDebouncedValue(text, debounceMs)
  const sources = sourcesByRole[role].filter(({ accepts = ({ length }) => length >= 2 }) => accepts(debounced))
  const isSettled = text === debounced
  return useQueries({
    queries: sources.map(({ label, find }) => ({
      queryKey: ['palette', label, debounced],
      queryFn: ({ signal }: { signal: AbortSignal }) => find(debounced, signal),
      staleTime,
      enabled: isOpen,
    })),
    combine: (results: UseQueryResult<PaletteItem[]>[]) => ({
      groups: sources.map(({ label }, index): PaletteGroup => ({ label, items: results[index]?.data ?? [] })),
      isLoading: !isSettled || results.some(({ isFetching, data }) => isFetching && !data),
      isError: isSettled && results.some(({ isError }) => isError),
      retry: () => void Promise.all(results.filter(({ isError }) => isError).map(({ refetch }) => refetch())),
    }),
  })
}
