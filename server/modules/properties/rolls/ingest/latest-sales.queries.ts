import type { ClickHouse } from '../../../../platform/clickhouse/client.ts'
import { noisePairs, noiseWordList, spacedLlc } from '../../derive/owner-names.ts'
import { insertSales } from '../../transfers/sale-table.queries.ts'
import { defineSaleRecord, groupSalesSql, newestFirstSql } from '../../transfers/same-sale.queries.ts'
import {
  boundedSettings,
  buildKeySlices,
  countRows,
  createTableLike,
  getRestagedTable,
  type IngestTables,
  requireSlug,
} from './ingest-tables.queries.ts'

/** A roll about to be swapped in, with the counties that it or its predecessor covers. */
export type IncomingRoll = {
  source: string
  tables: IngestTables
  counties: readonly string[]
  /** The last import was interrupted, so it is unknown which properties show its sales. */
  wasInterrupted: boolean
}

/** New positions: `staging` has property_id, lat and lng. */
export type IncomingPositions = Pick<IncomingRoll, 'source' | 'counties'> & { tables: Pick<IngestTables, 'staging'> }

const saleRecord = defineSaleRecord({
  deed: ['String', 'deed_type'],
  arms_length: ['Nullable(Bool)', 'arms_length'],
  cash: ['Nullable(Bool)', 'cash_purchase'],
  buyer: ['String', 'buyer'],
  stated_on: ['Nullable(Date32)', 'stated_on'],
  ingested_at: ['DateTime', 'ingested_at'],
})

/**
 * The last sale of each parcel, and the date and price of the one before, over all rolls including the incoming one;
 * `groupSalesSql` defines what one sale is. Parcels without a sale are included.
 */
export const latestSalesSql = (parcels: string, incoming: IncomingRoll) => `select property_id, last,
    if(empty(sales), null, last.day) as last_day, not empty(sales) and last.is_month_only as is_month_only,
    if(empty(sales), null, last.price) as last_price,
    if(deed.deed = '', 'UNKNOWN', deed.deed) as last_deed, deed.is_inferred as is_inferred,
    arrayFirst(t -> t.document != '', sales[1]).document as last_document,
    arrayFirst(t -> isNotNull(t.arms_length), sales[1]).arms_length as last_arms_length,
    arrayFirst(t -> isNotNull(t.cash), sales[1]).cash as last_cash,
    arrayFilter(name -> name != '', arrayMap(t -> t.buyer, sales[1])) as last_buyers,
    if(earlier.source = '', null, earlier.day) as previous_day,
    if(earlier.source = '', null, earlier.price) as previous_price
  from (
    select property_id, ${newestFirstSql('reported')} as sales, sales[1][1] as last,
      arrayFirst(t -> t.deed not in ('', 'UNKNOWN'), sales[1]) as deed,
      arrayFirst(sale -> sale[1].day < last.day, sales)[1] as earlier
    from (select property_id, sales as reported from (${groupSalesSql(saleRecordsSql(parcels, incoming))}))
  )`

const saleRecordsSql = (parcels: string, { source, tables }: IncomingRoll) => `
    select property_id, ${saleRecord.value} as said from ${tables.transfers} where property_id in (${parcels})
    union all
    select property_id, ${saleRecord.value} as said from transfers
    where source != '${requireSlug(source)}' and county_fips in {counties:Array(String)} and property_id in (${parcels})
    union all
    select property_id, defaultValueOfTypeName('${saleRecord.type}') as said from (${parcels})`

/** `staged` are transfers about to change. Returns the staged table. */
export async function stageSales(
  clickhouse: ClickHouse,
  { source, counties }: Pick<IncomingRoll, 'source' | 'counties'>,
  staged: readonly { source: string; from: string }[],
): Promise<string> {
  const to = getRestagedTable('sales', source)
  await createTableLike(clickhouse, to, 'sales')
  const params = { counties: [...counties], staged: staged.map((one) => one.source) }
  const remaining = 'source not in {staged:Array(String)} and county_fips in {counties:Array(String)}'
  const transfers = [`select * from transfers where ${remaining}`, ...staged.map(({ from }) => `select * from ${from}`)]
  let rows = await countRows(clickhouse, 'transfers', remaining, params)
  for (const { from } of staged) rows += await countRows(clickhouse, from)
  for (const slice of buildKeySlices(rows)) {
    const sliced = `select * from (${transfers.join(' union all ')}) where ${slice('property_id')}`
    await clickhouse.run(`${insertSales(to, sliced)} ${boundedSettings}`, params)
  }
  return to
}

const quoteSql = (text: string) => `'${text.replaceAll('\\', '\\\\')}'`
const quotePattern = ({ source }: RegExp) => quoteSql(source)

/** SQL equivalent of `normalizeName`. */
const normalizeNameSql = (name: string) => `arrayStringConcat(arraySort(arrayFilter(
  word -> word not in ('', ${noiseWordList.map(quoteSql).join(', ')}),
  splitByRegexp(${quoteSql('[^\\p{L}\\p{N}]+')}, replaceRegexpAll(
    replaceRegexpAll(upperUTF8(${name}), ${quotePattern(noisePairs)}, ' '), ${quotePattern(spacedLlc)}, 'LLC')))), ' ')`

/** Whether the owners are among the buyers named by a sale's deeds; null when none is named. */
export const isOwnerBuyerSql = (owners: string, buyers: string) => `if(empty(${owners}) or empty(${buyers}), null,
  has(
    arrayMap(name -> ${normalizeNameSql('name')}, ${buyers}),
    ${normalizeNameSql(`arrayStringConcat(${owners}, ' & ')`)}))`
