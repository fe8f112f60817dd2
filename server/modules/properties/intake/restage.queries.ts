import { deedTypes } from '@dooryard/contract/vocabularies'
import type { ClickHouse } from '../../../platform/clickhouse/client.ts'
import { signalMask, targetTypeMask } from '../bits.ts'
import { acquiredByQc, targetTypesOfSale } from '../derive/segments.ts'
import { timedSignals } from './intake.queries.ts'
import { propertyColumns } from './intake-row.ts'
import { latestSales, type Newcomer, ownsBy } from './latest-sales.queries.ts'
import { saleColumns } from './sale-rows.ts'
import {
  bounded,
  checked,
  countRows,
  createLike,
  inSmallBlocks,
  type LiveTable,
  loadLimits,
  restagedOf,
  slicesOf,
} from './tables.queries.ts'

// What one roll says of a sale shows on the properties of another. So after a roll is staged, rows of its neighbours in
// the same counties are staged again: with the sales that all rolls together tell of, without the parcels that the new
// roll takes over, and their transfers with the coordinates that it brings.

/** When each roll was recorded: a sale is recent or not as of the day of the roll that tells of it. */
export type RollDays = ReadonlyMap<string, string>

const besides = ({ source }: Newcomer, table: LiveTable) => `select property_id from ${table}
  where source != '${checked(source)}' and county_fips in {counties:Array(String)}`

/** The parcels of whose sales the newcomer tells, and those of which the roll that it replaces did. */
const soldBy = (newcomer: Newcomer) =>
  newcomer.isAfterCut
    ? besides(newcomer, 'properties')
    : `select property_id from ${newcomer.tables.transfers}
       union all select property_id from transfers where source = '${checked(newcomer.source)}'`

/** The newcomer's parcels of which other lines or other rolls tell more than the row that speaks for them. */
const toldElsewhere = (newcomer: Newcomer) =>
  `select property_id from ${newcomer.tables.silent}
   where line not in (select line from ${newcomer.tables.rejected})
   union all ${besides(newcomer, 'transfers')}`

/** The loaded rolls that share parcels with the newcomer: it takes some over, or tells of sales of some. */
export async function findNeighbours(clickhouse: ClickHouse, newcomer: Newcomer) {
  // Most rolls have their counties to themselves, and then nothing is held of their parcels.
  const isShared = `property_id in (${besides(newcomer, 'properties')})`
  const rows = await clickhouse.rows<{ source: string; taken: string; touched: string }>(
    `select source,
       countIf(property_id in (select property_id from ${newcomer.tables.staging} where ${isShared})) as taken,
       countIf(property_id in (select property_id from (${soldBy(newcomer)}) where ${isShared})) as touched
     from properties where source != '${checked(newcomer.source)}' and county_fips in {counties:Array(String)}
     group by source having taken + touched > 0 order by source`,
    { counties: [...newcomer.counties] },
    loadLimits,
  )
  return rows.map(({ source, taken }) => ({ source, isLoser: Number(taken) > 0 }))
}

async function isToldElsewhere(clickhouse: ClickHouse, newcomer: Newcomer): Promise<boolean> {
  const found = await clickhouse.rows(
    `select 1 as one from ${newcomer.tables.staging} where property_id in (${toldElsewhere(newcomer)}) limit 1`,
    { counties: [...newcomer.counties] },
    loadLimits,
  )
  return found.length > 0
}

const listOf = (words: readonly string[]) => `[${words.map((word) => `'${word}'`).join(', ')}]`

/** The columns that follow from the sales; those of rows of whose sales nothing new is told stay. */
function resoldColumns(own: string): Record<string, string> {
  const [cash, noCash] = [true, false].map((isCash) => targetTypeMask.toMask(targetTypesOfSale(isCash)))
  const timed = signalMask.toMask(['RECENTLY_SOLD', 'TIRED_LANDLORD'])
  const ofSale = (column: string, value: string) =>
    `arrayMap((name, old) -> if(name = 'SALE', ${value}, old), row.provenance.group, row.provenance.${column})`
  const isSold = 'isNotNull(sale.last_day)'
  return {
    last_sale_date: 'sale.last_day',
    is_last_sale_month_only: 'sale.is_month_only',
    last_sale_price: 'sale.last_price',
    last_sale_deed_type: 'sale.last_deed',
    is_deed_inferred: 'sale.is_inferred',
    acquired_by_qc: `if(ifNull(owns, false),
      transform(sale.last_deed, ${listOf(deedTypes.values)}, ${listOf(deedTypes.values.map(acquiredByQc))}), 'UNKNOWN')`,
    cash_purchase: 'sale.last_cash',
    arms_length: 'sale.last_arms_length',
    previous_sale_date: 'sale.previous_day',
    previous_sale_price: 'sale.previous_price',
    target_types: `bitOr(bitAnd(row.target_types, bitNot(toUInt16(${cash}))),
      if(sale.last_cash and owns, ${cash}, ${noCash}))`,
    signals: `bitOr(bitAnd(row.signals, bitNot(toUInt32(${timed}))),
      ${timedSignals('sale.last_day', 'if(ifNull(owns, true), sale.last_day, null)', 'greatest(own_day, told_on)')})`,
    'provenance.roll': ofSale('roll', `if(${isSold}, sale.last.source, ${own})`),
    'provenance.recorded_on': ofSale('recorded_on', `if(${isSold}, ifNull(sale.last.stated_on, told_on), own_day)`),
    'provenance.ingested_at': ofSale(
      'ingested_at',
      `if(${isSold}, sale.last.ingested_at, row.provenance.ingested_at[1])`,
    ),
  }
}

const storedColumns = [
  ...propertyColumns,
  ...['source', 'properties_owned', 'provenance.group', 'provenance.roll', 'provenance.recorded_on'],
  'provenance.ingested_at',
]

type Restage = {
  newcomer: Newcomer
  days: RollDays
  /** The roll whose rows are staged again: a neighbour, or the newcomer itself. */
  source: string
  from: string
  to: string
}

async function restage(clickhouse: ClickHouse, { newcomer, days, source, from, to }: Restage): Promise<void> {
  const isNewcomer = source === newcomer.source
  const resold = resoldColumns(`'${checked(source)}'`)
  const valueFor = (column: string) =>
    resold[column] ? `if(sale.property_id = 0, row.\`${column}\`, ${resold[column]})` : `row.\`${column}\``
  const parcels = isNewcomer ? toldElsewhere(newcomer) : soldBy(newcomer)
  const params = { counties: [...newcomer.counties] }
  // What becomes of the newcomer elsewhere is staged with it; the rows of a neighbour there stay as they are.
  const isHere = `source = '${checked(source)}'${isNewcomer ? '' : ' and county_fips in {counties:Array(String)}'}`
  const stays = isNewcomer ? 'true' : `row.property_id not in (select property_id from ${newcomer.tables.staging})`
  for (const slice of slicesOf(await countRows(clickhouse, from, isHere, isNewcomer ? {} : params))) {
    const sliced = `select property_id from (${parcels}) where ${slice('property_id')}`
    await clickhouse.run(
      `insert into ${to} (${storedColumns.map((column) => `\`${column}\``).join(', ')}) ${inSmallBlocks}
       with {ownDay:Date32} as own_day,
         toDate32(transform(sale.last.source, {rolls:Array(String)}, {days:Array(String)}, {ownDay:String})) as told_on,
         ${ownsBy('row.owner_names', 'sale.last_buyers')} as owns
       select ${storedColumns.map(valueFor).join(', ')}
       from (select * from ${from} where ${isHere} and ${slice('property_id')}) as row
       left join (${latestSales(sliced, newcomer)}) as sale on sale.property_id = row.property_id
       where ${stays} ${bounded}`,
      { ...params, ownDay: days.get(source) ?? '', rolls: [...days.keys()], days: [...days.values()] },
    )
  }
}

export async function restageNeighbour(clickhouse: ClickHouse, newcomer: Newcomer, source: string, days: RollDays) {
  const to = restagedOf('properties', source)
  await createLike(clickhouse, to, 'properties')
  await restage(clickhouse, { newcomer, days, source, from: 'properties', to })
  return to
}

/** Stages the newcomer's own properties once more where more is told of some; gives the table to be swapped in. */
export async function restageNewcomer(clickhouse: ClickHouse, newcomer: Newcomer, days: RollDays): Promise<string> {
  const { source, tables } = newcomer
  if (!(await isToldElsewhere(clickhouse, newcomer))) return tables.staging
  const to = restagedOf('properties', source)
  await createLike(clickhouse, to, 'properties')
  await restage(clickhouse, { newcomer, days, source, from: tables.staging, to })
  return to
}

const places = (newcomer: Newcomer) => `select property_id, lat, lng from ${newcomer.tables.staging}
  where isNotNull(lat) and property_id in (${besides(newcomer, 'transfers')})`

/** The other rolls whose transfers lack the coordinates that the newcomer brings, or have others. */
export async function findMisplaced(clickhouse: ClickHouse, newcomer: Newcomer): Promise<string[]> {
  const rows = await clickhouse.rows<{ source: string }>(
    `select distinct row.source as source from transfers as row
     inner join (${places(newcomer)}) as place on place.property_id = row.property_id
     where row.source != '${checked(newcomer.source)}' and row.county_fips in {counties:Array(String)}
       and not (row.lat <=> place.lat and row.lng <=> place.lng)
     order by source`,
    { counties: [...newcomer.counties] },
    loadLimits,
  )
  return rows.map(({ source }) => source)
}

const transferColumns = ['source', 'seller_key', 'ingested_at', ...saleColumns]

export async function restageTransfers(clickhouse: ClickHouse, newcomer: Newcomer, source: string): Promise<string> {
  const to = restagedOf('transfers', source)
  await createLike(clickhouse, to, 'transfers')
  const valueFor = (column: string) =>
    column === 'lat' || column === 'lng' ? `if(place.property_id = 0, row.${column}, place.${column})` : `row.${column}`
  await clickhouse.run(
    `insert into ${to} (${transferColumns.join(', ')}) ${inSmallBlocks}
     select ${transferColumns.map(valueFor).join(', ')}
     from transfers as row left join (${places(newcomer)}) as place on place.property_id = row.property_id
     where row.source = '${checked(source)}' and row.county_fips in {counties:Array(String)} ${bounded}`,
    { counties: [...newcomer.counties] },
  )
  return to
}

/** `from` holds those in the newcomer's counties. */
export async function countLeft(clickhouse: ClickHouse, { counties }: Newcomer, source: string, from: string) {
  const isElsewhere = 'source = {source:String} and county_fips not in {counties:Array(String)}'
  const elsewhere = await countRows(clickhouse, 'properties', isElsewhere, { source, counties: [...counties] })
  return elsewhere + (await countRows(clickhouse, from))
}

export async function countJoined(clickhouse: ClickHouse, newcomer: Newcomer): Promise<number> {
  const { tables, counties } = newcomer
  const loaded = `select property_id from ${tables.staging} union all ${besides(newcomer, 'properties')}`
  let joined = 0
  for (const slice of slicesOf(await countRows(clickhouse, tables.staging))) {
    const isSliced = slice('property_id')
    const isJoined = `${isSliced} and property_id in (select property_id from (${loaded}) where ${isSliced})`
    joined += await countRows(clickhouse, tables.transfers, isJoined, { counties: [...counties] })
  }
  return joined
}

type RowsOfRoll = { properties: string; transfers: string; counties?: readonly string[] | undefined }

/** Stages where a roll's properties and transfers lie, and how many properties; gives the table. */
export async function stagePlaceCounts(
  clickhouse: ClickHouse,
  source: string,
  { properties, transfers, counties }: RowsOfRoll,
): Promise<string> {
  const to = restagedOf('place_counts', source)
  await createLike(clickhouse, to, 'place_counts')
  const placesOf = (table: string, zip: string, city: string, count: string) => `
    select source, state, county_fips, ${zip} as zip, ${city} as city, ${count} as properties,
      min(lat) as south, max(lat) as north, min(lng) as west, max(lng) as east
    from ${table} where source = '${checked(source)}' and ${counties ? 'county_fips in {counties:Array(String)}' : 'true'}
    group by source, state, county_fips, zip, city`
  const params = counties && { counties: [...counties] }
  await clickhouse.run(`insert into ${to} ${placesOf(properties, 'zip', 'city', 'count()')}`, params)
  await clickhouse.run(`insert into ${to} ${placesOf(transfers, "''", "''", '0')}`, params)
  return to
}
