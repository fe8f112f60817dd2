import type { CountySetup } from '@dooryard/contract/data/sources/county-setups'
import { sql } from 'kysely'
import type { Db } from '../../../platform/postgres/database.ts'
import { findCountyRoll, isReplaceable } from '../rolls/rolls.queries.ts'

/** A loaded dataset of the county of a setup, of another source. */
export type SameCounty = Omit<NonNullable<CountySetup['sameCounty']>, 'newer' | 'newerAt'>

/**
 * The loaded dataset that has the county of a setup, where one of another source does: most probably of the same
 * parcels. None for sales alone, which belong to the properties of others, for an edited source, and for a file of
 * several counties.
 */
export async function findSameCounty(db: Db, setupId: string): Promise<SameCounty | undefined> {
  const county = await findOnlyCounty(db, setupId)
  const loaded = county && (await findCountyRoll(db, county.fips, county.source))
  if (!loaded) return undefined
  const { source, name, properties, ingestedAt } = loaded
  return { source, name, properties, loadedAt: ingestedAt.toISOString(), canReplace: isReplaceable(loaded) }
}

type OnlyCounty = { source: string; fips: string }

/** The county that the document names, or else the only one that the last check has found. */
async function findOnlyCounty(db: Db, setupId: string): Promise<OnlyCounty | undefined> {
  const { rows } = await sql<OnlyCounty>`
    select s.document ->> 'source' as source,
      coalesce(s.document -> 'county' ->> 'fips', case jsonb_array_length(c.report -> 'counties')
        when 1 then c.report -> 'counties' -> 0 ->> 'fips' end) as fips
    from county_setups s
    left join county_setup_checks c on c.setup_id = s.id
    where s.id = ${setupId} and s.basis is null and s.document -> 'property' is not null`.execute(db)
  return rows.find(({ fips }) => fips !== null)
}
