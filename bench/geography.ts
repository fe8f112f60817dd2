import { createHash } from 'node:crypto'
import { country } from '../server/modules/properties/places/country.ts'

/** A ZIP and how many generated properties lie in it. */
export type ZipShare = {
  zip: string
  state: string
  city: string
  county: string
  lat: number
  lng: number
  rows: number
}

/**
 * Spreads rows over the country's ZIPs, uneven as they are: many small ones, and large ones where a county has many. In
 * the order of the store's sort key, and the same every time.
 */
export function shareOut(rows: number): ZipShare[] {
  const zips = [...country().zips.values()].toSorted((a, b) => (keyOf(a) < keyOf(b) ? -1 : 1))
  const byCounty = Map.groupBy(zips, ({ county }) => county)
  const weights = zips.map(({ zip, county }) => {
    const chance = createHash('md5').update(zip).digest().readUInt32BE() / 2 ** 32
    return (0.1 + 3 * chance ** 2) * (byCounty.get(county)?.length ?? 1) ** 0.3
  })
  const total = weights.reduce((sum, weight) => sum + weight, 0)
  let sum = 0
  let given = 0
  return zips.map(({ zip, state, city, county, lat, lng }, at) => {
    sum += weights[at] ?? 0
    // From the running sum, so that the rounded shares add up to the whole.
    const upTo = Math.round((sum / total) * rows)
    const share = upTo - given
    given = upTo
    return { zip, state, city: city.toUpperCase(), county, lat, lng, rows: share }
  })
}

const keyOf = ({ state, county, zip }: { state: string; county: string; zip: string }) => `${state} ${county} ${zip}`
