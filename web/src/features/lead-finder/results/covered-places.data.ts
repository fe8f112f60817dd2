import type { Criteria } from '@dooryard/contract/criteria/criteria'
import { type FilterItem, filters } from '@dooryard/contract/properties/filters'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { removeCriteriaGroup, setCriteriaValue } from '../../../criteria/edit-criteria.ts'
import type { PlaceKind } from '../../../criteria/places/places.data.ts'
import type { UncoveredPlace } from '../../../criteria/places/uncovered-places.data.ts'
import { buildQuery, cacheTimeMs } from '../../../lib/api/query.ts'

const withData = ({ items }: { items: FilterItem[] }) => items.filter(({ count = 0 }) => count > 0)

/** Up to three counties with data in the state of a place; states with data if it has none. */
export function useCoveredAlternatives({ state }: Pick<UncoveredPlace, 'state'>) {
  const options = { staleTime: cacheTimeMs, select: withData, placeholderData: keepPreviousData }
  const near = useQuery({ ...buildQuery(filters.counties, { query: { state, limit: 3 } }), ...options })
  const isStateEmpty = near.data?.length === 0
  const states = useQuery({
    ...buildQuery(filters.states, { query: { limit: 3 } }),
    ...options,
    enabled: isStateEmpty,
  })
  return isStateEmpty
    ? { kind: 'states' as const, items: states.data ?? [] }
    : { kind: 'counties' as const, items: near.data ?? [] }
}

/** The criteria without these places. */
export const removePlaces = (criteria: Criteria, places: readonly UncoveredPlace[]): Criteria =>
  places.reduce((left, { kind, value }) => {
    const others = left.location?.[kind]?.filter((one) => one !== value)
    return setCriteriaValue(left, 'location', kind, others)
  }, criteria)

/** The criteria with one place in the stead of all. */
export const replacePlaces = (criteria: Criteria, kind: PlaceKind, value: string): Criteria =>
  setCriteriaValue(removeCriteriaGroup(criteria, 'location'), 'location', kind, [value])
