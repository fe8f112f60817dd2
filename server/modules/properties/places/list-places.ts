import type { FilterItem } from '@dooryard/contract/properties/filters'
import { cacheByDataVersion, type PropertyStoreDeps } from '../search/data-version-cache.ts'
import { buildDirectory, type Directory, type DirectoryPlace, type PlaceKind, toCityKey } from './directory.ts'
import { createNameMatcher, getInitials, listPrefixes } from './name-search.ts'
import { tallyPlaces } from './place-counts.ts'
import { countPlaces } from './places.queries.ts'

export type PlaceQuery = {
  state?: string | undefined
  county?: string | undefined
  /** `STATE:NAME` */
  city?: string | undefined
  values?: readonly string[] | undefined
  search?: string | undefined
  limit: number
}

const countedDirectory = cacheByDataVersion(async ({ clickhouse }) =>
  buildDirectory(tallyPlaces(await countPlaces(clickhouse))),
)

/** Preloads the places of the country, so the first request does not wait. */
export const preloadPlaces = async (deps: PropertyStoreDeps): Promise<void> =>
  void (await listPlaces(deps, 'states', { limit: 1 }))

/** Places of one kind with a matching name, best first; without counts while the rolls are being counted. */
export async function listPlaces(
  deps: PropertyStoreDeps,
  kind: PlaceKind,
  query: PlaceQuery,
): Promise<{ items: FilterItem[] }> {
  const counted = await countedDirectory(deps)
  const items = findPlaces(counted ?? buildDirectory(), kind, query).map(({ item }) => item)
  return { items: counted ? items.map((item) => ({ count: 0, ...item })) : items }
}

/**
 * Places with data come before those without, each by better match, then in directory order. Places that match only by
 * state come last.
 */
export function findPlaces(
  directory: Directory,
  kind: PlaceKind,
  { search = '', limit, ...within }: PlaceQuery,
): DirectoryPlace[] {
  const rankPlace = createNameMatcher(search)
  const isWithin = createPlaceFilter(within)
  const ranked: DirectoryPlace[][] = [[], [], [], [], [], []]
  for (const place of listCandidates(directory[kind], search)) {
    if (!isWithin(place)) continue
    const match = rankPlace(place)
    if (match === undefined) continue
    const hasData = (place.item.count ?? 0) > 0
    const places = ranked[match === 2 ? (hasData ? 4 : 5) : (hasData ? 0 : 2) + match]
    if (places && places.length < limit) places.push(place)
    if (ranked[0]?.length === limit) break
  }
  return ranked.flat().slice(0, limit)
}

const indexes = new WeakMap<readonly DirectoryPlace[], Map<string, DirectoryPlace[]>>()

/** Places with a word that begins like the first one typed, in directory order: about one in a hundred. */
function listCandidates(places: readonly DirectoryPlace[], search: string): readonly DirectoryPlace[] {
  const initials = getInitials(search)
  if (initials === '') return places
  const index = indexes.get(places) ?? buildIndex(places)
  indexes.set(places, index)
  return index.get(initials) ?? []
}

function buildIndex(places: readonly DirectoryPlace[]): Map<string, DirectoryPlace[]> {
  const index = new Map<string, DirectoryPlace[]>()
  for (const place of places)
    for (const beginning of listPrefixes(place)) {
      const known = index.get(beginning)
      if (known) known.push(place)
      else index.set(beginning, [place])
    }
  return index
}

function createPlaceFilter({ state, county, city, values }: Omit<PlaceQuery, 'search' | 'limit'>) {
  const wanted = values && new Set(values)
  const code = state?.toUpperCase()
  const key = city === undefined ? undefined : toCityKey(city)
  return (place: DirectoryPlace) =>
    (code === undefined || place.state === code) &&
    (county === undefined || place.counties.includes(county)) &&
    (key === undefined || place.cities?.includes(key) === true) &&
    (wanted === undefined || wanted.has(place.item.value))
}
