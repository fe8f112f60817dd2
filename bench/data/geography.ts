import { createHash } from 'node:crypto'
import { getCountry } from '../../server/modules/properties/places/country.ts'

/** A ZIP and its center. */
export type Zip = { zip: string; state: string; city: string; county: string; lat: number; lng: number }

/** A ZIP and its number of generated properties. */
export type ZipShare = Zip & { rows: number }

/**
 * Distributes rows unevenly over the country's ZIPs, or some of them: many small ones, and large ones where a county
 * has many. In the order of the store's sort key, and deterministic for the same seed.
 */
export function distributeRows(
  rows: number,
  { seed, isAmong = () => true }: { seed: number; isAmong?: ((zip: Zip) => boolean) | undefined },
): ZipShare[] {
  const zips = [...getCountry().zips.values()]
    .filter(isAmong)
    .toSorted((a, b) => (toSortKey(a) < toSortKey(b) ? -1 : 1))
  const byCounty = Map.groupBy(zips, ({ county }) => county)
  const weights = zips.map(({ zip, county }) => {
    const chance = createHash('md5').update(`${zip} ${seed}`).digest().readUInt32BE() / 2 ** 32
    return (0.1 + 3 * chance ** 2) * (byCounty.get(county)?.length ?? 1) ** 0.3
  })
  const total = weights.reduce((sum, weight) => sum + weight, 0)
  let sum = 0
  let given = 0
  return zips.map(({ zip, state, city, county, lat, lng }, at) => {
    sum += weights[at] ?? 0
    // Derived from the running sum, so that the rounded shares add up to the total.
    const upTo = Math.round((sum / total) * rows)
    const share = upTo - given
    given = upTo
    return { zip, state, city: city.toUpperCase(), county, lat, lng, rows: share }
  })
}

const toSortKey = ({ state, county, zip }: { state: string; county: string; zip: string }) =>
  `${state} ${county} ${zip}`
