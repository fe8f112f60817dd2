import type { Bounds } from '@dooryard/contract/map'
import { keptByVersion, type Stores } from '../by-data-version.ts'
import type { DataVersion } from '../search/data-version.queries.ts'
import { type CoveredCounty, findCountiesOfZips, findCoveredCounties } from './places.queries.ts'

export type County = { state: string; fips: string }

/** In which counties the rolls have a property or a transfer: the only ones in which a search can find any. */
export type Coverage = {
  ofZips: (zips: readonly string[]) => County[]
  between: (edges: Edges) => County[]
}

/** Longitudes are left out where they say nothing. */
export type Edges = Pick<Bounds, 'south' | 'north'> & Partial<Pick<Bounds, 'west' | 'east'>>

const entryOf = keptByVersion(readCoverage)

/** Undefined until it is read, and while a roll stands half in the store. */
export function knownCoverage(stores: Stores, { version, isWhole }: DataVersion): Coverage | undefined {
  if (!isWhole) return undefined
  const { isDone, last } = entryOf(stores, version)
  return isDone ? last : undefined
}

/** Read whole: 3,200 counties and 40,000 ZIPs, where the rolls cover the country. */
export async function readCoverage({ clickhouse }: Pick<Stores, 'clickhouse'>): Promise<Coverage> {
  const [counties, ofZip] = await Promise.all([findCoveredCounties(clickhouse), findCountiesOfZips(clickhouse)])
  return coverageOf(counties, new Map(ofZip.map(({ zip, counties }) => [zip, counties])))
}

export function coverageOf(
  counties: readonly CoveredCounty[],
  ofZip: ReadonlyMap<string, readonly string[]>,
): Coverage {
  const byFips = Map.groupBy(counties, ({ fips }) => fips)
  return {
    ofZips: (zips) =>
      [...new Set(zips.flatMap((zip) => ofZip.get(zip) ?? []))].flatMap((fips) => byFips.get(fips) ?? []),
    between: (edges) => counties.filter((county) => overlaps(county, edges)),
  }
}

function overlaps({ south, north, west, east }: CoveredCounty, edges: Edges): boolean {
  if (south === null || north === null || west === null || east === null) return false
  return south <= edges.north && north >= edges.south && west <= (edges.east ?? 180) && east >= (edges.west ?? -180)
}
