import { savedSearches } from '@dooryard/contract/saved-searches'
import { useDebouncedValue } from '@mantine/hooks'
import { useQueries, useQuery } from '@tanstack/react-query'
import { isMissing } from '../../lib/errors.ts'
import { liveQueryOf, queryOf } from '../../lib/query.ts'

/** The saved searches whose names match, the default first; as many as a list to choose from shows. */
export function useSavedSearches(search = '') {
  const [settled] = useDebouncedValue(search.trim(), 200)
  return useQuery(liveQueryOf(savedSearches.list, { query: { limit: 100, search: settled || undefined } }))
}

/** What saved searches are called, whether or not they are among those listed; one that is gone says so. */
export function useSearchNames(ids: readonly string[], listed: readonly { id: string; name: string }[]) {
  const known = new Map(listed.map(({ id, name }) => [id, name]))
  const unlisted = ids.filter((id) => !known.has(id))
  const names = useQueries({
    queries: unlisted.map((id) => queryOf(savedSearches.get, { params: { id } })),
    combine: (results) => results.map(({ data, error }) => data?.name ?? (isMissing(error) ? 'Deleted search' : '…')),
  })
  unlisted.forEach((id, index) => {
    known.set(id, names[index] ?? '…')
  })
  return (id: string) => known.get(id) ?? '…'
}
