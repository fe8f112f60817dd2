import type { ClickHouse } from '../../../../platform/clickhouse/client.ts'
import { loadLimits } from '../../rolls/ingest/ingest-tables.queries.ts'

/** What of the read rows is not about a single field. */
export type RowFacts = {
  properties: number
  /** Properties with a mailing state, and those with another one than their own. */
  mailed: number
  mailedOutOfState: number
  /** Parcel numbers that a spreadsheet turned into powers of ten, such as 1.2E+10. */
  scientificKeys: number
  /** Parcel numbers of digits alone, those of the most frequent length, shorter ones, and those that begin with 0. */
  digitKeys: number
  commonLength: number
  shorterKeys: number
  zeroKeys: number
}

const numeric = (row: Record<string, string | number>): Record<string, number> =>
  Object.fromEntries(Object.entries(row).map(([name, value]) => [name, Number(value)]))

export async function findRowFacts(clickhouse: ClickHouse, table: string): Promise<RowFacts> {
  const [row = {}] = await clickhouse.rows<Record<string, string | number>>(
    `with (select topK(1)(length(apn))[1] from ${table} where match(apn, '^[0-9]+$')) as common
    select count() as properties, countIf(mailing_state != '') as mailed,
      countIf(mailing_state != '' and mailing_state != state) as mailedOutOfState,
      countIf(match(apn, '(?i)^[0-9]([.][0-9]+)?E[+]?[0-9]+$')) as scientificKeys,
      countIf(match(apn, '^[0-9]+$')) as digitKeys, ifNull(common, 0) as commonLength,
      countIf(match(apn, '^[0-9]+$') and length(apn) < common and length(apn) + 3 >= common) as shorterKeys,
      countIf(match(apn, '^0[0-9]+$')) as zeroKeys
    from ${table}`,
    {},
    loadLimits,
  )
  // The names are those of the query above.
  return numeric(row) as RowFacts
}

export async function countByCounty(clickhouse: ClickHouse, table: string): Promise<{ fips: string; rows: number }[]> {
  const rows = await clickhouse.rows<{ fips: string; rows: string }>(
    `select county_fips as fips, count() as rows from ${table} group by fips order by rows desc, fips limit 100`,
    {},
    loadLimits,
  )
  return rows.map(({ fips, rows: count }) => ({ fips, rows: Number(count) }))
}

export const maxPositions = 2_000

/** A sample of positions that is the same for the same rows. */
export const samplePositions = (clickhouse: ClickHouse, table: string): Promise<{ lat: number; lng: number }[]> =>
  clickhouse.rows<{ lat: number; lng: number }>(
    `select round(assumeNotNull(lat), 5) as lat, round(assumeNotNull(lng), 5) as lng from ${table}
      where isNotNull(${table}.lat) and isNotNull(${table}.lng) order by cityHash64(property_id) limit ${maxPositions}`,
    {},
    loadLimits,
  )
