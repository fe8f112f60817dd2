import { getCountry } from './country.ts'
import type { PlaceCount } from './places.queries.ts'

type CountedCity = { state: string; city: string; count: number; counties: Set<string> }
type CountedZip = { zip: string; state: string; count: number; cities: Map<string, number>; counties: Set<string> }

/** The number of properties in each place; cities by `STATE:NAME`, spelled as in the rolls. */
export type PlaceCounts = {
  states: ReadonlyMap<string, number>
  counties: ReadonlyMap<string, number>
  cities: ReadonlyMap<string, CountedCity>
  zips: ReadonlyMap<string, CountedZip>
}

const addCount = (counts: Map<string, number>, key: string, count: number) =>
  counts.set(key, (counts.get(key) ?? 0) + count)

/** Properties without a place of a kind count for none. */
export function tallyPlaces(rows: readonly PlaceCount[]): PlaceCounts {
  const states = new Map<string, number>()
  const counties = new Map<string, number>()
  const cities = new Map<string, CountedCity>()
  const zips = new Map<string, CountedZip>()
  for (const { state, county_fips: fips, zip, city, count: text } of rows) {
    const count = Number(text)
    if (state !== '') addCount(states, state, count)
    if (fips !== '') addCount(counties, fips, count)
    if (state !== '' && city !== '') {
      const key = `${state}:${city}`
      const known = cities.get(key) ?? { state, city, count: 0, counties: new Set() }
      known.count += count
      for (const one of resolveCounties(fips, zip)) known.counties.add(one)
      cities.set(key, known)
    }
    if (zip !== '') {
      const known = zips.get(zip) ?? { zip, state, count: 0, cities: new Map(), counties: new Set() }
      known.count += count
      if (city !== '') addCount(known.cities, `${state}:${city}`, count)
      for (const one of resolveCounties(fips, zip)) known.counties.add(one)
      zips.set(zip, known)
    }
  }
  return { states, counties, cities, zips }
}

function resolveCounties(fips: string, zip: string): string[] {
  const known = getCountry().zips.get(zip)
  return known ? [fips, known.county, known.drawnCounty] : [fips]
}
