import type { Criteria } from '@dooryard/contract/criteria'
import { filters } from '@dooryard/contract/filters'
import { savedSearches } from '@dooryard/contract/saved-searches'
import { useQueries, useQuery } from '@tanstack/react-query'
import { isMissing } from '../lib/errors.ts'
import { liveQueryOf, queryOf } from '../lib/query.ts'
import { useSession } from '../lib/session.ts'
import { nameOfCounty } from './county-names.ts'
import { type CountyName, criteriaInWords, type Phrase } from './words.ts'

const anHour = 60 * 60 * 1000

/** Names counties by their FIPS codes, once the server has said what they are called. */
export function useCountyName(fips: readonly string[] = []): CountyName {
  const values = [...new Set(fips)].sort()
  const { data } = useQuery({
    ...liveQueryOf(filters.counties, { query: { values: values.slice(0, 100), limit: 100 } }),
    staleTime: anHour,
    enabled: values.length > 0,
  })
  return (code) => data?.items.find(({ value }) => value === code)?.label ?? nameOfCounty(code)
}

/** Whether somebody has saved searches at all. */
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
