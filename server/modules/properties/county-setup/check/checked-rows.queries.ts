import type { CodeTotals } from '@dooryard/contract/data/sources/county-check'
import type { ClickHouse } from '../../../../platform/clickhouse/client.ts'
import { type IngestTables, loadLimits } from '../../rolls/ingest/ingest-tables.queries.ts'
import { createFileLines } from '../../rolls/map-rows/joined-lines.ts'
import { type CountedCode, maxUseCodes } from '../../sources/use-lists/count-uses.ts'

type KeyLength = { digits: number; rows: number; zeros: number }

/** What of the rows that an import would keep is not about a single field. */
export type RowFacts = {
  properties: number
  sales: number
  /** Properties with a street address, with a city or ZIP, and with a position. */
  addressed: number
  placed: number
  located: number
  /** Properties with an owner's name, and with a mailing address. */
  owned: number
  deliverable: number
  /** Properties with a mailing state, and those with another one than their own. */
  mailed: number
  mailedOutOfState: number
  /** Parcel numbers that a spreadsheet turned into powers of ten, such as 1.2E+10. */
  scientificKeys: number
  /** The lengths of parcel numbers of digits alone, most frequent first, and how many of each begin with 0. */
  keyLengths: KeyLength[]
  /** The parcel number that most rejected rows repeat. */
  repeatedKey: { apn: string; rows: number } | null
  /** Rejected rows with the parcel number, and with the sale, of an earlier one. */
  repeatedParcels: number
  repeatedSales: number
  /** Parcels that several rows draw in pieces, which become one outline. */
  mergedParcels: number
  /** Accepted rows that are no property of their own: a further piece of a parcel, and a further sale of it. */
  mergedRows: number
  furtherSales: number
}

/** Takes the names and numbers of rows as the queries below name them. */
const toNumbers = <T extends Record<string, number>>(row: Record<string, string | number> = {}): T =>
  Object.fromEntries(Object.entries(row).map(([name, value]) => [name, Number(value)])) as T

/** The rows of properties that an import would keep: one for each parcel. */
const keptSql = ({ intake, silent }: IngestTables) => `${intake} where line not in (select line from ${silent})`

export async function findRowFacts(
  clickhouse: ClickHouse,
  tables: IngestTables,
  header: readonly string[],
): Promise<RowFacts> {
  const read = (sql: string) => clickhouse.rows<Record<string, string | number>>(sql, {}, loadLimits)
  const [row] = await read(
    `select count() as properties, countIf(address != '') as addressed, countIf(city != '' or zip != '') as placed,
      countIf(isNotNull(lat) and isNotNull(lng)) as located, countIf(notEmpty(owner_names)) as owned,
      countIf(mailing_address != '') as deliverable, countIf(mailing_state != '') as mailed,
      countIf(mailing_state != '' and mailing_state != state) as mailedOutOfState,
      countIf(match(apn, '(?i)^[0-9]([.][0-9]+)?E[+]?[0-9]+$')) as scientificKeys
    from ${keptSql(tables)}`,
  )
  const lengths = await read(
    `select length(apn) as digits, count() as rows, countIf(startsWith(apn, '0')) as zeros
    from (select apn from ${keptSql(tables)} and match(apn, '^[0-9]+$')) group by digits order by rows desc, digits`,
  )
  const [sales] = await read(
    `select count() as sales from ${tables.sales} where line not in (select line from ${tables.rejected})`,
  )
  return {
    ...toNumbers<Omit<RowFacts, 'sales' | 'keyLengths' | 'repeatedKey' | keyof OtherRows>>(row),
    ...(await countOtherRows(clickhouse, tables, header)),
    sales: Number(sales?.['sales'] ?? 0),
    keyLengths: lengths.map((one) => toNumbers<KeyLength>(one)),
    repeatedKey: await findRepeatedKey(clickhouse, tables, header),
  }
}

type OtherRows = Pick<RowFacts, 'repeatedParcels' | 'repeatedSales' | 'mergedParcels' | 'mergedRows' | 'furtherSales'>

/** Counts the rows that do not describe a property of their own. */
async function countOtherRows(
  clickhouse: ClickHouse,
  { silent, rejected, merged, pieces, sales }: IngestTables,
  header: readonly string[],
): Promise<OtherRows> {
  const isPiece = `line in (select line from ${pieces})`
  const [row] = await clickhouse.rows<Record<string, string>>(
    `select * from
      (select countIf(not is_sale and not is_earlier_year and not ${isPiece} and ${isOtherLineSql(header)}) as repeatedParcels,
        countIf(is_sale) as repeatedSales from ${rejected}) as repeats,
      (select count() as mergedParcels from ${merged}) as parcels,
      (select countIf(is_repeat and ${isPiece}) as mergedRows,
        countIf(not is_repeat and line in (select line from ${sales} where is_listed)
          and line not in (select line from ${rejected})) as furtherSales
      from ${silent}) as others`,
    {},
    loadLimits,
  )
  return toNumbers<OtherRows>(row)
}

/** Rows that are joined to one line are one parcel, whose other facts are of no use: they are no repeats. */
function isOtherLineSql(header: readonly string[]): string {
  const { toFileLineSql } = createFileLines(header)
  return `${toFileLineSql('line')} != ${toFileLineSql('first_line')}`
}

async function findRepeatedKey(
  clickhouse: ClickHouse,
  { rejected, pieces }: IngestTables,
  header: readonly string[],
): Promise<RowFacts['repeatedKey']> {
  const { toFileLineSql } = createFileLines(header)
  const [row] = await clickhouse.rows<{ apn: string; repeats: string }>(
    `select apn, uniqExact(${toFileLineSql('line')}) as repeats from ${rejected}
    where not is_sale and not is_earlier_year and line not in (select line from ${pieces})
      and ${isOtherLineSql(header)}
    group by apn order by repeats desc, apn limit 1`,
    {},
    loadLimits,
  )
  return row ? { apn: row.apn, rows: Number(row.repeats) + 1 } : null
}

/** Where the codes of a county are stored: some give words alone. */
export type UseColumn = 'use_code' | 'use_description'

/** How many rows have each use code, the most frequent first, with a description of the county's own; and all codes. */
export async function countUseCodes(
  clickhouse: ClickHouse,
  { intake }: IngestTables,
  column: UseColumn,
): Promise<{ useCodes: CountedCode[]; useTotals: CodeTotals }> {
  const rows = await clickhouse.rows<Record<'code' | 'description' | 'rows' | 'allCodes' | 'allRows', string>>(
    `select *, count() over () as allCodes, sum(rows) over () as allRows from (
      select ${column} as code, count() as rows,
        ${column === 'use_code' ? "anyIf(use_description, use_description != '')" : "''"} as description
      from ${intake} where ${column} != '' group by code)
    order by rows desc, code limit ${maxUseCodes}`,
    {},
    loadLimits,
  )
  return {
    useCodes: rows.map(({ code, description, rows: count }) => ({
      ...{ code, description: description === '' ? null : description, rows: Number(count) },
    })),
    useTotals: { codes: Number(rows[0]?.allCodes ?? 0), rows: Number(rows[0]?.allRows ?? 0) },
  }
}

/** Counts the properties by county, and the sales of a file that has no properties. */
export async function countByCounty(
  clickhouse: ClickHouse,
  tables: IngestTables,
  hasProperties: boolean,
): Promise<{ fips: string; rows: number }[]> {
  const kept = hasProperties
    ? keptSql(tables)
    : `${tables.sales} where line not in (select line from ${tables.rejected})`
  const rows = await clickhouse.rows<{ fips: string; rows: string }>(
    `select county_fips as fips, count() as rows from ${kept} group by fips order by rows desc, fips limit 100`,
    {},
    loadLimits,
  )
  return rows.map(({ fips, rows: count }) => ({ fips, rows: Number(count) }))
}

export const maxPositions = 2_000

/** A sample of positions that is the same for the same rows. */
export const samplePositions = (
  clickhouse: ClickHouse,
  tables: IngestTables,
): Promise<{ lat: number; lng: number }[]> =>
  clickhouse.rows<{ lat: number; lng: number }>(
    `select round(assumeNotNull(lat), 5) as lat, round(assumeNotNull(lng), 5) as lng from ${keptSql(tables)}
      and isNotNull(${tables.intake}.lat) and isNotNull(${tables.intake}.lng)
      order by cityHash64(property_id) limit ${maxPositions}`,
    {},
    loadLimits,
  )
