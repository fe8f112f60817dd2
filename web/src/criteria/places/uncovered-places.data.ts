import type { Criteria } from '@dooryard/contract/criteria/criteria'
import { filters } from '@dooryard/contract/properties/filters'
import { useQuery } from '@tanstack/react-query'
import { api } from '../../lib/api/api.ts'
import { cacheTimeMs } from '../../lib/api/query.ts'
import { formatList } from '../../lib/format/format-list.ts'
import { type PlaceKind, placeKinds } from './places.data.ts'

/** A chosen place that no county dataset covers, with its two-letter state. */
export type UncoveredPlace = { kind: PlaceKind; value: string; label: string; state: string }

/** The most values that one request names. */
const maxValues = 100

type Location = NonNullable<Criteria['location']>

const toParts = (values: readonly string[]): string[][] =>
  Array.from({ length: Math.ceil(values.length / maxValues) }, (_, at) =>
    values.slice(at * maxValues, (at + 1) * maxValues),
  )

async function fetchUncovered(kind: PlaceKind, values: string[], signal: AbortSignal): Promise<UncoveredPlace[]> {
  // All states fit in one answer, which cannot be limited to some.
  const query = { limit: maxValues, ...(kind !== 'states' && { values }) }
  const { items } = await api.call(filters[kind], { query }, { signal })
  return items.flatMap(({ value, label, parent = value, count }) =>
    count === 0 && values.includes(value) ? { kind, value, label, state: parent.slice(0, 2) } : [],
  )
}

/** The chosen places that no county dataset covers. */
export async function fetchUncoveredPlaces(
  chosen: Record<PlaceKind, string[]>,
  signal: AbortSignal,
): Promise<UncoveredPlace[]> {
  const calls = placeKinds.flatMap((kind) =>
    toParts(chosen[kind]).map((values) => fetchUncovered(kind, values, signal)),
  )
  return (await Promise.all(calls)).flat()
}

const listPlaces = ({ states = [], counties = [], cities = [], zips = [] }: Location) =>
  ({ states, counties, cities, zips }) satisfies Record<PlaceKind, string[]>

/**
 * The chosen places that no county dataset covers, and whether no other place is chosen. Empty while they are requested,
 * and while a dataset is being counted.
 */
export function useUncoveredPlaces({ location = {} }: Criteria): { places: UncoveredPlace[]; areAll: boolean } {
  const chosen = listPlaces(location)
  const total = placeKinds.reduce((sum, kind) => sum + chosen[kind].length, 0)
  const { data: places = [] } = useQuery({
    queryKey: ['uncovered places', chosen],
    queryFn: ({ signal }) => fetchUncoveredPlaces(chosen, signal),
    staleTime: cacheTimeMs,
    enabled: total > 0,
  })
  return { places, areAll: places.length > 0 && places.length === total }
}

/** `No data for Butte County, CA and Nash County, NC yet`. */
export const formatNoDataNames = (places: readonly Pick<UncoveredPlace, 'label'>[]) =>
  `No data for ${formatList(
    places.map(({ label }) => label),
    'and',
  )} yet`

/** `No data for Butte County, CA yet`, if no chosen place has any; undefined otherwise. */
export function useNoDataText(criteria: Criteria): string | undefined {
  const { places, areAll } = useUncoveredPlaces(criteria)
  return areAll ? formatNoDataNames(places) : undefined
}
