import type { ClickHouse, ReadOptions } from '../../../../platform/clickhouse/client.ts'
import { type Columns, column } from '../../../../platform/files/native/column-batch.ts'
import { float64, lowCardinality, uint8, uint16 } from '../../../../platform/files/native/column-types.ts'
import { createBinder } from '../../search/compile/clauses.ts'
import { type Home, minPrice } from '../sales-near.queries.ts'
import type { AreaKind, IndexValue } from './price-index-layouts.ts'

export const indexColumns: Columns<IndexValue & { kind: AreaKind }> = {
  area_kind: column(lowCardinality, ({ kind }) => kind),
  area: column(lowCardinality, ({ area }) => area),
  year: column(uint16, ({ year }) => year),
  quarter: column(uint8, ({ quarter }) => quarter),
  value: column(float64, ({ value }) => value),
}

export const stagingTable = 'house_prices_staging'

/** Drops what an interrupted load left. */
export async function createStagingTable(clickhouse: ClickHouse): Promise<void> {
  await dropStagingTable(clickhouse)
  await clickhouse.run(`create table ${stagingTable} as house_prices`)
}

export const dropStagingTable = (clickhouse: ClickHouse) => clickhouse.run(`drop table if exists ${stagingTable} sync`)

/** Puts the staged values in the place of all earlier ones of their kind, at once. */
export const replaceIndex = (clickhouse: ClickHouse, kind: AreaKind) =>
  clickhouse.run(`alter table house_prices replace partition '${kind}' from ${stagingTable}`)

export type StoredIndexValue = { kind: AreaKind; area: string; year: number; quarter: number; value: number }

/** The indexes of all areas that a home lies in, oldest first. */
export async function listIndexValues(
  clickhouse: ClickHouse,
  { zip, countyFips, state }: Pick<Home, 'zip' | 'countyFips' | 'state'>,
  options: ReadOptions = {},
): Promise<StoredIndexValue[]> {
  const five = zip?.slice(0, 5) ?? ''
  const areas: Record<AreaKind, string> = { ZIP5: five, COUNTY: countyFips, ZIP3: five.slice(0, 3), STATE: state }
  const { bind, params } = createBinder()
  const within = Object.entries(areas).map(
    ([kind, area]) => `(area_kind = ${bind(kind, 'String')} and area = ${bind(area, 'String')})`,
  )
  return clickhouse.rows<StoredIndexValue>(
    `select area_kind as kind, area, year, quarter, value from house_prices where ${within.join(' or ')}
     order by year, quarter`,
    params,
    options,
  )
}

/** The last sale of a home by itself for a price that says something of its value. */
export async function findLastSale(
  clickhouse: ClickHouse,
  { propertyId, state, countyFips }: Pick<Home, 'propertyId' | 'state' | 'countyFips'>,
  today: string,
  options: ReadOptions = {},
): Promise<{ soldOn: string; price: number } | undefined> {
  const parcel = 'state = {state:String} and county_fips = {countyFips:String} and property_id = {propertyId:UInt64}'
  const [sale] = await clickhouse.rows<{ soldOn: string; price: number }>(
    `select recorded_on as soldOn, price from sales
     where ${parcel} and recorded_on <= {today:Date32} and price >= ${minPrice} and (source, told_on) not in (
       select source, recorded_on from transfers where ${parcel} and is_multi_parcel)
     order by recorded_on desc, price desc limit 1`,
    { propertyId, state, countyFips, today },
    options,
  )
  return sale
}
