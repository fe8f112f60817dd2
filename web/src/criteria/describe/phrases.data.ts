import type { Criteria } from '@dooryard/contract/criteria'
import { savedSearches } from '@dooryard/contract/saved-searches'
import { useQueries } from '@tanstack/react-query'
import { isMissing } from '../../lib/errors.ts'
import { queryOf } from '../../lib/query.ts'
import { useSession } from '../../lib/session.ts'
import { useCountyName } from '../places/places.data.ts'
import { criteriaInWords, type Phrase } from './format-criteria.ts'

export function useHasSearches() {
  const { user } = useSession()
  return user?.role === 'CONSUMER_USER' || user?.role === 'ENTERPRISE_USER'
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

/** What criteria ask for in words, with the names that only the server knows. */
export function usePhrases(criteria: Criteria): Phrase[] {
  const countyName = useCountyName(criteria.location?.counties)
  const hasSearches = useHasSearches()
  const searches = hasSearches ? (criteria.exclude?.savedSearchIds ?? []) : []
  const nameOf = useSearchNames(searches, [])
  return criteriaInWords(criteria, countyName, (id) => (hasSearches ? nameOf(id) : undefined))
}
