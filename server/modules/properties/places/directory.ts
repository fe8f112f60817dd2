import type { FilterItem } from '@dooryard/contract/properties/filters'
import type { Position } from './atlas.ts'
import { averagePosition, getCountry, type Zip } from './country.ts'
import { getCountyName } from './county-names.ts'
import { listEquivalentCounties } from './county-vintages.ts'
import { toNameKey, toSearchText, toStateText, toTitleCase } from './name-search.ts'
import type { PlaceCounts } from './place-counts.ts'
import { getCountyState, getStateName, stateCodes } from './states.ts'

export type DirectoryPlace = {
  item: FilterItem
  names: string
  state: string
  /** Of a county, which is also found by the name of its state. */
  stateName?: string
  counties: readonly string[]
  /** The cities of a ZIP, or the city itself, by `toCityKey`. */
  cities?: readonly string[]
  /** The number of its ZIPs: the best estimate of size without data from rolls. */
  size: number
}

export type PlaceKind = 'states' | 'counties' | 'cities' | 'zips'
/** All places by kind, sorted by properties, then ZIPs, then name. */
export type Directory = Record<PlaceKind, readonly DirectoryPlace[]>

/** Equal for two spellings of a city: `MO:ST LOUIS` and `MO:SAINT LOUIS`. */
export const toCityKey = (value: string) => `${value.slice(0, 2).toUpperCase()}:${toNameKey(value.slice(3))}`

export function buildDirectory(counts?: PlaceCounts): Directory {
  bare ??= buildBareDirectory()
  const known = bare
  if (!counts) return known
  return {
    states: addCounts(known.states, (place) => counts.states.get(place.item.value) ?? 0),
    counties: addCounts([...known.counties, ...listRollCounties(known, counts)], ({ item: { value } }) =>
      listEquivalentCounties(value).reduce((sum, fips) => sum + (counts.counties.get(fips) ?? 0), 0),
    ),
    cities: addCounts(mergeCities(known, counts), ({ item: { value } }) => counts.cities.get(value)?.count ?? 0),
    zips: addCounts(mergeZips(known, counts), ({ item: { value } }) => counts.zips.get(value)?.count ?? 0),
  }
}

let bare: Directory | undefined

function buildBareDirectory(): Directory {
  const { counties, zips } = getCountry()
  const byState = Map.groupBy(zips.values(), ({ state }) => state)
  const byCity = Map.groupBy(zips.values(), ({ state, city }) => `${state}:${city.toUpperCase()}`)
  const sizes = new Map<string, number>()
  for (const zip of zips.values()) for (const fips of listZipCounties(zip)) sizes.set(fips, (sizes.get(fips) ?? 0) + 1)
  return {
    states: sortPlaces(stateCodes.map((code) => toStatePlace(code, byState.get(code) ?? []))),
    counties: sortPlaces(
      [...counties.values()].map((county) => toCountyPlace(county.fips, sizes.get(county.fips) ?? 0, county)),
    ),
    cities: sortPlaces([...byCity].map(([value, zips]) => toCityPlace(value, zips))),
    zips: sortPlaces([...byCity].flatMap(([value, zips]) => toZipPlaces(value, zips))),
  }
}

const listZipCounties = ({ county, drawnCounty }: Zip) => (county === drawnCounty ? [county] : [county, drawnCounty])

const toStatePlace = (code: string, zips: Zip[]): DirectoryPlace => ({
  item: { value: code, label: getStateName(code), ...(zips.length > 0 && averagePosition(zips)) },
  names: toSearchText(getStateName(code), code),
  state: code,
  counties: [],
  size: zips.length,
})

function toCountyPlace(fips: string, size: number, at?: Position): DirectoryPlace {
  const [state, label] = [getCountyState(fips), getCountyName(fips)]
  const names = toSearchText(label.replace(/, ..$/, ''), fips)
  const item = { value: fips, label, parent: state, ...(at && { lat: at.lat, lng: at.lng }) }
  return { item, names, state, stateName: toStateText(state), counties: [fips], size }
}

function toCityPlace(value: string, zips: Zip[]): DirectoryPlace {
  const [name, state] = [zips[0]?.city ?? '', value.slice(0, 2)]
  const counties = distinct(zips.flatMap(listZipCounties))
  const item = { value, label: `${name}, ${state}`, parent: state, ...averagePosition(zips) }
  return { item, names: toSearchText(name), state, counties, cities: [toCityKey(value)], size: zips.length }
}

function toZipPlaces(value: string, zips: Zip[]): DirectoryPlace[] {
  const [names, cities] = [toSearchText(zips[0]?.city ?? ''), [toCityKey(value)]]
  return zips.map((zip) => ({
    item: { value: zip.zip, label: `${zip.zip} ${zip.city}, ${zip.state}`, parent: value, lat: zip.lat, lng: zip.lng },
    names: `| ${zip.zip}${names}`,
    state: zip.state,
    counties: listZipCounties(zip),
    cities,
    size: zips.length,
  }))
}

const distinct = (values: Iterable<string>): string[] => [...new Set(values)]

const listRollCounties = (known: Directory, counts: PlaceCounts): DirectoryPlace[] => {
  const drawn = new Set(known.counties.map(({ item }) => item.value))
  return [...counts.counties.keys()].filter((fips) => !drawn.has(fips)).map((fips) => toCountyPlace(fips, 0))
}

/**
 * Cities are spelled as in the rolls, because searches match that spelling; GeoNames provides position and proper
 * name.
 */
function mergeCities(known: Directory, counts: PlaceCounts): DirectoryPlace[] {
  const proper = new Map(known.cities.map((place) => [place.cities?.[0], place]))
  const spelled = [...counts.cities].map(([value, { state, city, counties }]): DirectoryPlace => {
    const key = toCityKey(value)
    const same = proper.get(key)
    const label = same?.item.label ?? `${toTitleCase(city)}, ${state}`
    return {
      item: { ...same?.item, value, label, parent: state },
      names: same?.names ?? toSearchText(city),
      state,
      counties: distinct([...(same?.counties ?? []), ...counties]),
      cities: [key],
      size: same?.size ?? 0,
    }
  })
  const taken = new Set(spelled.map(({ cities }) => cities?.[0]))
  return [...spelled, ...known.cities.filter(({ cities }) => !taken.has(cities?.[0]))]
}

/** A ZIP also belongs to the cities that rolls assign it to; one unknown to GeoNames gets the most frequent of them. */
function mergeZips(known: Directory, counts: PlaceCounts): DirectoryPlace[] {
  const left = new Map(counts.zips)
  const places = known.zips.map((place) => {
    const rolls = left.get(place.item.value)
    left.delete(place.item.value)
    if (!rolls) return place
    const cities = distinct([...(place.cities ?? []), ...[...rolls.cities.keys()].map(toCityKey)])
    return { ...place, counties: [...rolls.counties], cities }
  })
  const others = [...left.values()].map(({ zip, state, cities, counties }): DirectoryPlace => {
    const [first] = [...cities].toSorted(([, one], [, other]) => other - one)
    const city = first?.[0].slice(3) ?? ''
    const label = city ? `${zip} ${toTitleCase(city)}, ${state}` : `${zip} ${state}`
    const item = { value: zip, label, parent: first?.[0] ?? state }
    const keys = distinct([...cities.keys()].map(toCityKey))
    return { item, names: toSearchText(zip, city), state, counties: [...counties], cities: keys, size: 1 }
  })
  return [...places, ...others]
}

/** Places with properties come first; the others keep their order. */
function addCounts(
  places: readonly DirectoryPlace[],
  getCount: (place: DirectoryPlace) => number,
): readonly DirectoryPlace[] {
  const [filled, empty]: [DirectoryPlace[], DirectoryPlace[]] = [[], []]
  for (const place of places) {
    const count = getCount(place)
    if (count > 0) filled.push({ ...place, item: { ...place.item, count } })
    else empty.push(place)
  }
  return [...sortPlaces(filled), ...empty]
}

const sortPlaces = (places: DirectoryPlace[]): readonly DirectoryPlace[] =>
  places.sort(
    ({ item: one, size }, { item: other, size: otherSize }) =>
      (other.count ?? 0) - (one.count ?? 0) || otherSize - size || (one.label < other.label ? -1 : 1),
  )
