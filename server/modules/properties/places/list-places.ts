import type { FilterItem } from '@dooryard/contract/filters'
import { byDataVersion, type Stores } from '../by-data-version.ts'
import { cityKey, type Directory, directoryOf, type Place, type PlaceKind } from './directory.ts'
import { beginningsOf, initialsOf, nameMatcher } from './name-search.ts'
import { tally } from './place-counts.ts'
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

const countedDirectory = byDataVersion(async ({ clickhouse }) => directoryOf(tally(await countPlaces(clickhouse))))

/** Reads the places of the country ahead, because whoever asks first would wait for it. */
export const readPlaces = async (stores: Stores): Promise<void> =>
  void (await listPlaces(stores, 'states', { limit: 1 }))

/** Places of one kind whose name matches, best first; without counts while the rolls are being counted. */
export async function listPlaces(stores: Stores, kind: PlaceKind, query: PlaceQuery): Promise<{ items: FilterItem[] }> {
  const counted = await countedDirectory(stores)
  const items = findPlaces(counted ?? directoryOf(), kind, query).map(({ item }) => item)
  return { items: counted ? items.map((item) => ({ count: 0, ...item })) : items }
}

/**
 * Those with data before those without, each with the better match first, and then in the order of the directory. What
 * says nothing but a state comes last.
 */
export function findPlaces(
  directory: Directory,
  kind: PlaceKind,
  { search = '', limit, ...within }: PlaceQuery,
): Place[] {
  const rankOf = nameMatcher(search)
  const isWithin = placeFilter(within)
  const ranked: Place[][] = [[], [], [], [], [], []]
  for (const place of candidates(directory[kind], search)) {
    if (!isWithin(place)) continue
    const match = rankOf(place)
    if (match === undefined) continue
    const hasData = (place.item.count ?? 0) > 0
    const places = ranked[match === 2 ? (hasData ? 4 : 5) : (hasData ? 0 : 2) + match]
    if (places && places.length < limit) places.push(place)
    if (ranked[0]?.length === limit) break
  }
  return ranked.flat().slice(0, limit)
}

const indexes = new WeakMap<readonly Place[], Map<string, Place[]>>()

/** The places that have a word which begins as the first one typed: one in a hundred, in the order of all. */
function candidates(places: readonly Place[], search: string): readonly Place[] {
  const initials = initialsOf(search)
  if (initials === '') return places
  const index = indexes.get(places) ?? indexOf(places)
  indexes.set(places, index)
  return index.get(initials) ?? []
}

function indexOf(places: readonly Place[]): Map<string, Place[]> {
  const index = new Map<string, Place[]>()
  for (const place of places)
    for (const beginning of beginningsOf(place)) {
      const known = index.get(beginning)
      if (known) known.push(place)
      else index.set(beginning, [place])
    }
  return index
}

function placeFilter({ state, county, city, values }: Omit<PlaceQuery, 'search' | 'limit'>) {
  const wanted = values && new Set(values)
  const code = state?.toUpperCase()
  const key = city === undefined ? undefined : cityKey(city)
  return (place: Place) =>
    (code === undefined || place.state === code) &&
    (county === undefined || place.counties.includes(county)) &&
    (key === undefined || place.cities?.includes(key) === true) &&
    (wanted === undefined || wanted.has(place.item.value))
}
