import type { ClickHouse } from '../../../../platform/clickhouse/client.ts'
import { hasContactSql } from '../../search/compile/compile-criteria.ts'

/** The counts of the properties of one dataset in a county; 64-bit integers are strings. */
export type CoverageCounts = { state: string; fips: string; source: string } & Record<
  'properties' | 'withOwner' | 'withMailing' | 'withLoans' | 'withSale' | 'withPhone',
  string
>

const readLimits = { seconds: 120, resultRows: 100_000, isHeavy: true }

/** What is known of the properties of each dataset in each county, in one scan of a few columns. */
export const countCoverage = (clickhouse: ClickHouse) =>
  clickhouse.rows<CoverageCounts>(
    `select state, county_fips as fips, source, count() as properties,
       countIf(notEmpty(owner_names)) as withOwner, countIf(is_mailable) as withMailing,
       countIf(open_loans is not null) as withLoans, countIf(last_sale_date is not null) as withSale,
       countIf(${hasContactSql('PHONE')}) as withPhone
     from properties group by state, county_fips, source order by county_fips, source`,
    {},
    readLimits,
  )
