import type { Bounds } from '@dooryard/contract/properties/map'
import type { DataVersion } from '../search/data-version.queries.ts'
import { createVersionCache, type PropertyStoreDeps } from '../search/data-version-cache.ts'
import { type CoveredCounty, findCountiesOfZips, findCoveredCounties } from './places.queries.ts'

export type County = { state: string; fips: string }

/** The counties in which rolls have a property or a transfer: the only ones where a search can match. */
export type Coverage = {
  ofZips: (zips: readonly string[]) => County[]
  between: (edges: Edges) => County[]
}

/** Longitudes are omitted when they do not constrain. */
export type Edges = Pick<Bounds, 'south' | 'north'> & Partial<Pick<Bounds, 'west' | 'east'>>

const getEntry = createVersionCache(readCoverage)

/** Undefined until loaded, and while a roll is partly in the store. */
export function getCoverage(deps: PropertyStoreDeps, { version, isWhole }: DataVersion): Coverage | undefined {
  if (!isWhole) return undefined
  const { isDone, last } = getEntry(deps, version)
  return isDone ? last : undefined
}

/** Loads everything: 3,200 counties and 40,000 ZIPs when the rolls cover the country. */
export async function readCoverage({ clickhouse }: Pick<PropertyStoreDeps, 'clickhouse'>): Promise<Coverage> {
  const [counties, countiesByZip] = await Promise.all([findCoveredCounties(clickhouse), findCountiesOfZips(clickhouse)])
  return buildCoverage(counties, new Map(countiesByZip.map(({ zip, counties }) => [zip, counties])))
}

export function buildCoverage(
  counties: readonly CoveredCounty[],
  countiesByZip: ReadonlyMap<string, readonly string[]>,
): Coverage {
  const byFips = Map.groupBy(counties, ({ fips }) => fips)
  return {
    ofZips: (zips) =>
      [...new Set(zips.flatMap((zip) => countiesByZip.get(zip) ?? []))].flatMap((fips) => byFips.get(fips) ?? []),
    between: (edges) => counties.filter((county) => overlaps(county, edges)),
  }
}

function overlaps({ south, north, west, east }: CoveredCounty, edges: Edges): boolean {
  if (south === null || north === null || west === null || east === null) return false
  return south <= edges.north && north >= edges.south && west <= (edges.east ?? 180) && east >= (edges.west ?? -180)
}
