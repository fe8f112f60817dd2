import type { ClickHouse } from '../../../platform/clickhouse/client.ts'
import { apartLlc, noise, pairs } from '../derive/owner-names.ts'
import { insertSales } from '../transfers/sale-table.queries.ts'
import { newestFirst, salesOf, wordOf } from '../transfers/same-sale.queries.ts'
import { bounded, checked, countRows, createLike, restagedOf, slicesOf, type Tables } from './tables.queries.ts'

/** A roll about to be swapped in, with the counties that it or its predecessor speaks of. */
export type Newcomer = {
  source: string
  tables: Tables
  counties: readonly string[]
  /** Its last import was cut off, so nobody knows which properties show sales of it. */
  isAfterCut: boolean
}

const said = wordOf({
  deed: ['String', 'deed_type'],
  arms_length: ['Nullable(Bool)', 'arms_length'],
  cash: ['Nullable(Bool)', 'cash_purchase'],
  buyer: ['String', 'buyer'],
  stated_on: ['Nullable(Date32)', 'stated_on'],
  ingested_at: ['DateTime', 'ingested_at'],
})

/**
 * The last sale of each parcel and the day and price of the one before, as all rolls tell it once the newcomer is in:
 * `salesOf` says what is one sale. Parcels without a sale are there, too.
 */
export const latestSales = (parcels: string, newcomer: Newcomer) => `select property_id, last,
    if(empty(sales), null, last.day) as last_day, not empty(sales) and last.is_month_only as is_month_only,
    if(empty(sales), null, last.price) as last_price,
    if(deed.deed = '', 'UNKNOWN', deed.deed) as last_deed, deed.is_inferred as is_inferred,
    arrayFirst(t -> isNotNull(t.arms_length), sales[1]).arms_length as last_arms_length,
    arrayFirst(t -> isNotNull(t.cash), sales[1]).cash as last_cash,
    arrayFilter(name -> name != '', arrayMap(t -> t.buyer, sales[1])) as last_buyers,
    if(earlier.source = '', null, earlier.day) as previous_day,
    if(earlier.source = '', null, earlier.price) as previous_price
  from (
    select property_id, ${newestFirst('told')} as sales, sales[1][1] as last,
      arrayFirst(t -> t.deed not in ('', 'UNKNOWN'), sales[1]) as deed,
      arrayFirst(sale -> sale[1].day < last.day, sales)[1] as earlier
    from (select property_id, sales as told from (${salesOf(words(parcels, newcomer))}))
  )`

const words = (parcels: string, { source, tables }: Newcomer) => `
    select property_id, ${said.value} as said from ${tables.transfers} where property_id in (${parcels})
    union all
    select property_id, ${said.value} as said from transfers
    where source != '${checked(source)}' and county_fips in {counties:Array(String)} and property_id in (${parcels})
    union all
    select property_id, defaultValueOfTypeName('${said.type}') as said from (${parcels})`

/** `staged` are transfers that are to change. Gives the table. */
export async function stageSales(
  clickhouse: ClickHouse,
  { source, counties }: Newcomer,
  staged: readonly { source: string; from: string }[],
): Promise<string> {
  const to = restagedOf('sales', source)
  await createLike(clickhouse, to, 'sales')
  const params = { counties: [...counties], staged: staged.map((one) => one.source) }
  const stay = 'source not in {staged:Array(String)} and county_fips in {counties:Array(String)}'
  const told = [`select * from transfers where ${stay}`, ...staged.map(({ from }) => `select * from ${from}`)]
  let rows = await countRows(clickhouse, 'transfers', stay, params)
  for (const { from } of staged) rows += await countRows(clickhouse, from)
  for (const slice of slicesOf(rows)) {
    const sliced = `select * from (${told.join(' union all ')}) where ${slice('property_id')}`
    await clickhouse.run(`${insertSales(to, sliced)} ${bounded}`, params)
  }
  return to
}

const quoted = (text: string) => `'${text.replaceAll('\\', '\\\\')}'`
const anyWhere = ({ source }: RegExp) => quoted(source)

/** One spelling of a name, as `normaliseName` makes it. */
const plain = (name: string) => `arrayStringConcat(arraySort(arrayFilter(
  word -> word not in ('', ${noise.map(quoted).join(', ')}),
  splitByRegexp(${quoted('[^\\p{L}\\p{N}]+')}, replaceRegexpAll(
    replaceRegexpAll(upperUTF8(${name}), ${anyWhere(pairs)}, ' '), ${anyWhere(apartLlc)}, 'LLC')))), ' ')`

/** Whether owners are among the buyers that the deeds of a sale name; null where none is named. */
export const ownsBy = (owners: string, buyers: string) => `if(empty(${owners}) or empty(${buyers}), null,
  has(arrayMap(name -> ${plain('name')}, ${buyers}), ${plain(`arrayStringConcat(${owners}, ' & ')`)}))`
