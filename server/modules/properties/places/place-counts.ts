import { country } from './country.ts'
import type { PlaceCount } from './places.queries.ts'

type CountedCity = { state: string; city: string; count: number; counties: Set<string> }
type CountedZip = { zip: string; state: string; count: number; cities: Map<string, number>; counties: Set<string> }

/** How many properties the rolls have in each place: cities by `STATE:NAME`, as the rolls spell them. */
export type PlaceCounts = {
  states: ReadonlyMap<string, number>
  counties: ReadonlyMap<string, number>
  cities: ReadonlyMap<string, CountedCity>
  zips: ReadonlyMap<string, CountedZip>
}

const add = (counts: Map<string, number>, key: string, count: number) => counts.set(key, (counts.get(key) ?? 0) + count)

/** What a roll does not say of a place counts for no place of that kind. */
export function tally(rows: readonly PlaceCount[]): PlaceCounts {
  const states = new Map<string, number>()
  const counties = new Map<string, number>()
  const cities = new Map<string, CountedCity>()
  const zips = new Map<string, CountedZip>()
  for (const { state, county_fips: fips, zip, city, count: text } of rows) {
    const count = Number(text)
    if (state !== '') add(states, state, count)
    if (fips !== '') add(counties, fips, count)
    if (state !== '' && city !== '') {
      const key = `${state}:${city}`
      const known = cities.get(key) ?? { state, city, count: 0, counties: new Set() }
      known.count += count
      for (const one of countiesOf(fips, zip)) known.counties.add(one)
      cities.set(key, known)
    }
    if (zip !== '') {
      const known = zips.get(zip) ?? { zip, state, count: 0, cities: new Map(), counties: new Set() }
      known.count += count
      if (city !== '') add(known.cities, `${state}:${city}`, count)
      for (const one of countiesOf(fips, zip)) known.counties.add(one)
      zips.set(zip, known)
    }
  }
  return { states, counties, cities, zips }
}

function countiesOf(fips: string, zip: string): string[] {
  const known = country().zips.get(zip)
  return known ? [fips, known.county, known.drawnCounty] : [fips]
}
