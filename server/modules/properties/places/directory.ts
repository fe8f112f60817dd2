import type { FilterItem } from '@dooryard/contract/filters'
import type { Position } from './atlas.ts'
import { country, middleOf, type Zip } from './country.ts'
import { countyName } from './county-names.ts'
import { countiesEquivalentTo } from './county-vintages.ts'
import { inTitleCase, nameKey, searchable } from './name-search.ts'
import type { PlaceCounts } from './place-counts.ts'
import { stateCodes, stateName, stateOfCounty } from './states.ts'

export type Place = {
  item: FilterItem
  names: string
  state: string
  counties: readonly string[]
  /** The cities that a ZIP is in, or the city that it is, by `cityKey`. */
  cities?: readonly string[]
  /** How many ZIPs it has: the nearest thing to its size where the rolls say nothing. */
  size: number
}

export type PlaceKind = 'states' | 'counties' | 'cities' | 'zips'
/** Every place of each kind: those with most properties first, then those with most ZIPs, then by name. */
export type Directory = Record<PlaceKind, readonly Place[]>

/** Equal for two ways of writing one city: `MO:ST LOUIS` and `MO:SAINT LOUIS`. */
export const cityKey = (value: string) => `${value.slice(0, 2).toUpperCase()}:${nameKey(value.slice(3))}`

export function directoryOf(counts?: PlaceCounts): Directory {
  bare ??= bareDirectory()
  const known = bare
  if (!counts) return known
  return {
    states: counted(known.states, (place) => counts.states.get(place.item.value) ?? 0),
    counties: counted([...known.counties, ...countiesOfRolls(known, counts)], ({ item: { value } }) =>
      countiesEquivalentTo(value).reduce((sum, fips) => sum + (counts.counties.get(fips) ?? 0), 0),
    ),
    cities: counted(citiesWith(known, counts), ({ item: { value } }) => counts.cities.get(value)?.count ?? 0),
    zips: counted(zipsWith(known, counts), ({ item: { value } }) => counts.zips.get(value)?.count ?? 0),
  }
}

let bare: Directory | undefined

function bareDirectory(): Directory {
  const { counties, zips } = country()
  const byState = Map.groupBy(zips.values(), ({ state }) => state)
  const byCity = Map.groupBy(zips.values(), ({ state, city }) => `${state}:${city.toUpperCase()}`)
  const sizes = new Map<string, number>()
  for (const zip of zips.values()) for (const fips of countiesOf(zip)) sizes.set(fips, (sizes.get(fips) ?? 0) + 1)
  return {
    states: inOrder(stateCodes.map((code) => statePlace(code, byState.get(code) ?? []))),
    counties: inOrder(
      [...counties.values()].map((county) => countyPlace(county.fips, sizes.get(county.fips) ?? 0, county)),
    ),
    cities: inOrder([...byCity].map(([value, zips]) => cityPlace(value, zips))),
    zips: inOrder([...byCity].flatMap(([value, zips]) => zipPlaces(value, zips))),
  }
}

const countiesOf = ({ county, drawnCounty }: Zip) => (county === drawnCounty ? [county] : [county, drawnCounty])

const statePlace = (code: string, zips: Zip[]): Place => ({
  item: { value: code, label: stateName(code), ...(zips.length > 0 && middleOf(zips)) },
  names: searchable(stateName(code), code),
  state: code,
  counties: [],
  size: zips.length,
})

function countyPlace(fips: string, size: number, at?: Position): Place {
  const [state, label] = [stateOfCounty(fips), countyName(fips)]
  const names = searchable(label.replace(/, ..$/, ''), fips)
  const item = { value: fips, label, parent: state, ...(at && { lat: at.lat, lng: at.lng }) }
  return { item, names, state, counties: [fips], size }
}

function cityPlace(value: string, zips: Zip[]): Place {
  const [name, state] = [zips[0]?.city ?? '', value.slice(0, 2)]
  const counties = distinct(zips.flatMap(countiesOf))
  const item = { value, label: `${name}, ${state}`, parent: state, ...middleOf(zips) }
  return { item, names: searchable(name), state, counties, cities: [cityKey(value)], size: zips.length }
}

function zipPlaces(value: string, zips: Zip[]): Place[] {
  const [names, cities] = [searchable(zips[0]?.city ?? ''), [cityKey(value)]]
  return zips.map((zip) => ({
    item: { value: zip.zip, label: `${zip.zip} ${zip.city}, ${zip.state}`, parent: value, lat: zip.lat, lng: zip.lng },
    names: `| ${zip.zip}${names}`,
    state: zip.state,
    counties: countiesOf(zip),
    cities,
    size: zips.length,
  }))
}

const distinct = (values: Iterable<string>): string[] => [...new Set(values)]

const countiesOfRolls = (known: Directory, counts: PlaceCounts): Place[] => {
  const drawn = new Set(known.counties.map(({ item }) => item.value))
  return [...counts.counties.keys()].filter((fips) => !drawn.has(fips)).map((fips) => countyPlace(fips, 0))
}

/** A city is offered as the rolls spell it, since that is what finds it; GeoNames gives its position and proper name. */
function citiesWith(known: Directory, counts: PlaceCounts): Place[] {
  const proper = new Map(known.cities.map((place) => [place.cities?.[0], place]))
  const spelled = [...counts.cities].map(([value, { state, city, counties }]): Place => {
    const key = cityKey(value)
    const same = proper.get(key)
    const label = same?.item.label ?? `${inTitleCase(city)}, ${state}`
    return {
      item: { ...same?.item, value, label, parent: state },
      names: same?.names ?? searchable(city),
      state,
      counties: distinct([...(same?.counties ?? []), ...counties]),
      cities: [key],
      size: same?.size ?? 0,
    }
  })
  const taken = new Set(spelled.map(({ cities }) => cities?.[0]))
  return [...spelled, ...known.cities.filter(({ cities }) => !taken.has(cities?.[0]))]
}

/** A ZIP is in the cities that the rolls put it in, too; one that GeoNames does not know has the most frequent of them. */
function zipsWith(known: Directory, counts: PlaceCounts): Place[] {
  const left = new Map(counts.zips)
  const places = known.zips.map((place) => {
    const rolls = left.get(place.item.value)
    left.delete(place.item.value)
    if (!rolls) return place
    const cities = distinct([...(place.cities ?? []), ...[...rolls.cities.keys()].map(cityKey)])
    return { ...place, counties: [...rolls.counties], cities }
  })
  const others = [...left.values()].map(({ zip, state, cities, counties }): Place => {
    const [first] = [...cities].toSorted(([, one], [, other]) => other - one)
    const city = first?.[0].slice(3) ?? ''
    const label = city ? `${zip} ${inTitleCase(city)}, ${state}` : `${zip} ${state}`
    const item = { value: zip, label, parent: first?.[0] ?? state }
    const keys = distinct([...cities.keys()].map(cityKey))
    return { item, names: searchable(zip, city), state, counties: [...counties], cities: keys, size: 1 }
  })
  return [...places, ...others]
}

/** Those with properties first; the others stay as they are, and in their order. */
function counted(places: readonly Place[], countOf: (place: Place) => number): readonly Place[] {
  const [filled, empty]: [Place[], Place[]] = [[], []]
  for (const place of places) {
    const count = countOf(place)
    if (count > 0) filled.push({ ...place, item: { ...place.item, count } })
    else empty.push(place)
  }
  return [...inOrder(filled), ...empty]
}

const inOrder = (places: Place[]): readonly Place[] =>
  places.sort(
    ({ item: one, size }, { item: other, size: otherSize }) =>
      (other.count ?? 0) - (one.count ?? 0) || otherSize - size || (one.label < other.label ? -1 : 1),
  )
