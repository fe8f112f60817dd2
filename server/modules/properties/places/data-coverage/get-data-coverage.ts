import type { CountyCoverage, CoverageSource, DataCoverage } from '@dooryard/contract/data/data-coverage'
import type { Context } from '../../../../platform/context.ts'
import { appError } from '../../../../platform/errors/app-error.ts'
import { listRollHeaders } from '../../rolls/rolls.queries.ts'
import { cacheByDataVersion } from '../../search/data-version-cache.ts'
import { listSourceOrigins, type SourceOrigin } from '../../sources/resolve-source.ts'
import { getCountyName } from '../county-names.ts'
import { type CoverageCounts, countCoverage } from './coverage.queries.ts'

const countOnce = cacheByDataVersion(({ clickhouse }) => countCoverage(clickhouse), { patienceMs: 20_000 })

const countKeys = ['properties', 'withOwner', 'withMailing', 'withLoans', 'withSale', 'withPhone'] as const

type CountyCounts = Pick<CountyCoverage, (typeof countKeys)[number]>

const sumCounts = (parts: readonly CoverageCounts[]): CountyCounts => {
  const sum = (key: (typeof countKeys)[number]) => parts.reduce((total, part) => total + Number(part[key]), 0)
  return {
    properties: sum('properties'),
    withOwner: sum('withOwner'),
    withMailing: sum('withMailing'),
    withLoans: sum('withLoans'),
    withSale: sum('withSale'),
    withPhone: sum('withPhone'),
  }
}

type RollHeader = Awaited<ReturnType<typeof listRollHeaders>>[number]

const generatedOrigin: SourceOrigin = { publisher: null, terms: 'Generated data, no restrictions' }
/** Dooryard ships no data, so the terms are those of the agency. */
const unknownOrigin: SourceOrigin = { publisher: null, terms: 'See the agency' }

const presentSource = (
  { source, name, recordedOn, ingestedAt, isGenerated }: RollHeader,
  origins: ReadonlyMap<string, SourceOrigin>,
): CoverageSource => ({
  ...{ name, recordedOn, ingestedAt: ingestedAt.toISOString() },
  ...(isGenerated ? generatedOrigin : (origins.get(source) ?? unknownOrigin)),
})

/**
 * What is known of the properties of each county, counted once per data version. UNAVAILABLE while the first count of
 * much data takes longer than a caller waits.
 */
export async function getDataCoverage(ctx: Context): Promise<DataCoverage> {
  const [counts, rolls, origins] = await Promise.all([
    countOnce(ctx),
    listRollHeaders(ctx.db),
    listSourceOrigins(ctx.db),
  ])
  if (!counts) throw appError('UNAVAILABLE', 'The data coverage is being counted. Try again in a minute.')
  const bySource = new Map(rolls.map((roll) => [roll.source, roll]))
  const counties = [...Map.groupBy(counts, ({ fips }) => fips)].map(
    ([fips, parts]): CountyCoverage => ({
      ...{ fips, name: getCountyName(fips), state: parts[0]?.state ?? '' },
      ...sumCounts(parts),
      sources: parts.flatMap(({ source }) => bySource.get(source) ?? []).map((roll) => presentSource(roll, origins)),
    }),
  )
  return { counties: counties.sort((a, b) => b.properties - a.properties || (a.fips < b.fips ? -1 : 1)) }
}
