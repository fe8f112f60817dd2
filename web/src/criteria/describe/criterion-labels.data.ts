import type { Criteria } from '@dooryard/contract/criteria/criteria'
import { savedSearches } from '@dooryard/contract/properties/saved-searches'
import { useQueries } from '@tanstack/react-query'
import { isNotFoundError } from '../../lib/api/errors.ts'
import { buildQuery } from '../../lib/api/query.ts'
import { useSession } from '../../lib/session/session.ts'
import { useCountyName } from '../places/places.data.ts'
import { type CriterionLabel, formatCriteria } from './format-criteria.ts'

export function useHasSavedSearches() {
  const { user } = useSession()
  return user?.role === 'CONSUMER_USER' || user?.role === 'ENTERPRISE_USER'
}

/** The names of saved searches, including those not in `listed`. A deleted search is labelled as deleted. */
export function useSavedSearchNames(ids: readonly string[], listed: readonly { id: string; name: string }[]) {
  const known = new Map(listed.map(({ id, name }) => [id, name]))
  const unlisted = ids.filter((id) => !known.has(id))
  const names = useQueries({
    queries: unlisted.map((id) => buildQuery(savedSearches.get, { params: { id } })),
    combine: (results) =>
      results.map(({ data, error }) => data?.name ?? (isNotFoundError(error) ? 'Deleted search' : '…')),
  })
  unlisted.forEach((id, index) => {
    known.set(id, names[index] ?? '…')
  })
  return (id: string) => known.get(id) ?? '…'
}

/** The labels of criteria, with the names that only the server knows. */
export function useCriterionLabels(criteria: Criteria): CriterionLabel[] {
  const getCountyName = useCountyName(criteria.location?.counties)
  const hasSearches = useHasSavedSearches()
  const searches = hasSearches ? (criteria.exclude?.savedSearchIds ?? []) : []
  const getSearchName = useSavedSearchNames(searches, [])
  return formatCriteria(criteria, getCountyName, (id) => (hasSearches ? getSearchName(id) : undefined))
}
