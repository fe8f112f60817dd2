import type { CoveredCounty, RollCoverage } from '@dooryard/contract/rolls'
import type { Context } from '../../../platform/context.ts'
import { countyName } from '../places/county-names.ts'
import { countByCounty, rollHeads } from './roll-list.queries.ts'

const newest = (days: (string | null)[]) =>
  days.reduce((latest, day) => (day !== null && (latest === null || day > latest) ? day : latest), null)

const named = ({ id, name }: { id: number; name: string }) => ({ id: String(id), name })

/** The counties that have properties, the most first, and what all the rolls come to. */
export async function rollCoverage({ db, clickhouse }: Pick<Context, 'db' | 'clickhouse'>): Promise<RollCoverage> {
  const [counts, rolls] = await Promise.all([countByCounty(clickhouse), rollHeads(db)])
  const bySource = new Map(rolls.map((roll) => [roll.source, roll]))
  const counties = Map.groupBy(counts, ({ county_fips }) => county_fips)
  const covered = [...counties].map(([fips, parts]): CoveredCounty => {
    const known = parts.flatMap(({ source }) => bySource.get(source) ?? [])
    return {
      fips,
      name: countyName(fips),
      properties: parts.reduce((sum, { properties }) => sum + Number(properties), 0),
      recordedOn: newest(known.map(({ recordedOn }) => recordedOn)),
      rolls: known.map(named),
    }
  })
  return {
    properties: covered.reduce((sum, { properties }) => sum + properties, 0),
    rolls: rolls.length,
    recordedOn: newest(rolls.map(({ recordedOn }) => recordedOn)),
    incomplete: rolls.filter(({ isComplete }) => !isComplete).map(named),
    counties: covered.sort((a, b) => b.properties - a.properties || (a.fips < b.fips ? -1 : 1)),
  }
}
