import { deedTypes } from '@dooryard/contract/api/enums'
import type { ClickHouse } from '../../../../platform/clickhouse/client.ts'
import { deriveSaleTargetTypes, toAcquiredByQc } from '../../derive/segments.ts'
import { signalMask, targetTypeMask } from '../../records/bit-masks.ts'
import { timedSignalsSql } from './ingest.queries.ts'
import { propertyColumnNames } from './ingest-row.ts'
import {
  boundedSettings,
  buildBlockSettings,
  buildKeySlices,
  countRows,
  createTableLike,
  getRestagedTable,
  type LiveTable,
  loadLimits,
  requireSlug,
} from './ingest-tables.queries.ts'
import { type IncomingPositions, type IncomingRoll, isOwnerBuyerSql, latestSalesSql } from './latest-sales.queries.ts'
import { saleColumnNames } from './sale-rows.ts'

// Sales of one roll show on properties of another. After a roll is staged, rows of overlapping rolls in the same
// counties are therefore restaged: with the sales of all rolls combined, without the parcels that the new roll takes
// over, and with its coordinates on their transfers.

/** When each roll was recorded. Whether a sale is recent depends on the date of the roll that reports it. */
export type RollDays = ReadonlyMap<string, string>

const otherRollsSql = ({ source }: Pick<IncomingRoll, 'source'>, table: LiveTable) => `select property_id from ${table}
  where source != '${requireSlug(source)}' and county_fips in {counties:Array(String)}`

/** Parcels with sales in the incoming roll, or in the roll that it replaces. */
const soldParcelsSql = (incoming: IncomingRoll) =>
  incoming.wasInterrupted
    ? otherRollsSql(incoming, 'properties')
    : `select property_id from ${incoming.tables.transfers}
       union all select property_id from transfers where source = '${requireSlug(incoming.source)}'`

/** Parcels of the incoming roll about which other lines or rolls report more than the line that represents them. */
const reportedElsewhereSql = (incoming: IncomingRoll) =>
  `select property_id from ${incoming.tables.silent}
   where line not in (select line from ${incoming.tables.rejected})
   union all ${otherRollsSql(incoming, 'transfers')}`

/** Loaded rolls that share parcels with the incoming roll: it takes over some of them, or reports sales of some. */
export async function findOverlappingRolls(clickhouse: ClickHouse, incoming: IncomingRoll) {
  // Most rolls share no county, and then no parcels are held in memory.
  const isShared = `property_id in (${otherRollsSql(incoming, 'properties')})`
  const rows = await clickhouse.rows<{ source: string; taken: string; touched: string }>(
    `select source,
       countIf(property_id in (select property_id from ${incoming.tables.staging} where ${isShared})) as taken,
       countIf(property_id in (select property_id from (${soldParcelsSql(incoming)}) where ${isShared})) as touched
     from properties where source != '${requireSlug(incoming.source)}' and county_fips in {counties:Array(String)}
     group by source having taken + touched > 0 order by source`,
    { counties: [...incoming.counties] },
    loadLimits,
  )
  return rows.map(({ source, taken }) => ({ source, isShrunk: Number(taken) > 0 }))
}

async function isReportedElsewhere(clickhouse: ClickHouse, incoming: IncomingRoll): Promise<boolean> {
  const found = await clickhouse.rows(
    `select 1 as one from ${incoming.tables.staging} where property_id in (${reportedElsewhereSql(incoming)}) limit 1`,
    { counties: [...incoming.counties] },
    loadLimits,
  )
  return found.length > 0
}

const toSqlArray = (words: readonly string[]) => `[${words.map((word) => `'${word}'`).join(', ')}]`

/** The columns derived from sales. Rows without new sales keep theirs. */
function buildSaleColumns(own: string): Record<string, string> {
  const [cash, noCash] = [true, false].map((isCash) => targetTypeMask.toMask(deriveSaleTargetTypes(isCash)))
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
    last_sale_document: 'sale.last_document',
    acquired_by_qc: `if(ifNull(owns, false),
      transform(sale.last_deed, ${toSqlArray(deedTypes.values)},
        ${toSqlArray(deedTypes.values.map(toAcquiredByQc))}), 'UNKNOWN')`,
    cash_purchase: 'sale.last_cash',
    arms_length: 'sale.last_arms_length',
    previous_sale_date: 'sale.previous_day',
    previous_sale_price: 'sale.previous_price',
    target_types: `bitOr(bitAnd(row.target_types, bitNot(toUInt16(${cash}))),
      if(sale.last_cash and owns, ${cash}, ${noCash}))`,
    signals: `bitOr(bitAnd(row.signals, bitNot(toUInt32(${timed}))),
      ${timedSignalsSql('sale.last_day', 'if(ifNull(owns, true), sale.last_day, null)', 'greatest(own_day, told_on)')})`,
    'provenance.roll': ofSale('roll', `if(${isSold}, sale.last.source, ${own})`),
    'provenance.recorded_on': ofSale('recorded_on', `if(${isSold}, ifNull(sale.last.stated_on, told_on), own_day)`),
    'provenance.ingested_at': ofSale(
      'ingested_at',
      `if(${isSold}, sale.last.ingested_at, row.provenance.ingested_at[1])`,
    ),
  }
}

export const storedColumns = [
  ...propertyColumnNames,
  ...['source', 'properties_owned', 'provenance.group', 'provenance.roll', 'provenance.recorded_on'],
  'provenance.ingested_at',
]

type RestageInput = {
  incoming: IncomingRoll
  days: RollDays
  /** The roll whose rows are restaged: an overlapping roll, or the incoming one. */
  source: string
  from: string
  to: string
}

async function restageProperties(
  clickhouse: ClickHouse,
  { incoming, days, source, from, to }: RestageInput,
): Promise<void> {
  const isIncoming = source === incoming.source
  // Rows of a roll without an entry, as after a restore of one store alone, count as of the incoming one's day.
  const ownDay = days.get(source) ?? days.get(incoming.source) ?? ''
  const replacedColumns = buildSaleColumns(`'${requireSlug(source)}'`)
  const valueFor = (column: string) =>
    replacedColumns[column]
      ? `if(sale.property_id = 0, row.\`${column}\`, ${replacedColumns[column]})`
      : `row.\`${column}\``
  const parcels = isIncoming ? reportedElsewhereSql(incoming) : soldParcelsSql(incoming)
  const params = { counties: [...incoming.counties] }
  // The incoming roll is staged in all its counties; an overlapping roll's rows in other counties stay unchanged.
  const isHere = `source = '${requireSlug(source)}'${isIncoming ? '' : ' and county_fips in {counties:Array(String)}'}`
  const stays = isIncoming ? 'true' : `row.property_id not in (select property_id from ${incoming.tables.staging})`
  const rows = await countRows(clickhouse, from, isHere, isIncoming ? {} : params)
  for (const slice of buildKeySlices(rows)) {
    const sliced = `select property_id from (${parcels}) where ${slice('property_id')}`
    await clickhouse.run(
      `insert into ${to} (${storedColumns.map((column) => `\`${column}\``).join(', ')}) ${buildBlockSettings(rows)}
       with {ownDay:Date32} as own_day,
         toDate32(transform(sale.last.source, {rolls:Array(String)}, {days:Array(String)}, {ownDay:String})) as told_on,
         ${isOwnerBuyerSql('row.owner_names', 'sale.last_buyers')} as owns
       select ${storedColumns.map(valueFor).join(', ')}
       from (select * from ${from} where ${isHere} and ${slice('property_id')}) as row
       left join (${latestSalesSql(sliced, incoming)}) as sale on sale.property_id = row.property_id
       where ${stays} ${boundedSettings}`,
      { ...params, ownDay, rolls: [...days.keys()], days: [...days.values()] },
    )
  }
}

export async function restageOverlappingRoll(
  clickhouse: ClickHouse,
  incoming: IncomingRoll,
  source: string,
  days: RollDays,
) {
  const to = getRestagedTable('properties', source)
  await createTableLike(clickhouse, to, 'properties')
  await restageProperties(clickhouse, { incoming, days, source, from: 'properties', to })
  return to
}

/** Restages the incoming roll's properties when other rolls report more about some. Returns the table to swap in. */
export async function restageIncomingRoll(
  clickhouse: ClickHouse,
  incoming: IncomingRoll,
  days: RollDays,
): Promise<string> {
  const { source, tables } = incoming
  if (!(await isReportedElsewhere(clickhouse, incoming))) return tables.staging
  const to = getRestagedTable('properties', source)
  await createTableLike(clickhouse, to, 'properties')
  await restageProperties(clickhouse, { incoming, days, source, from: tables.staging, to })
  return to
}

const positionsSql = (incoming: IncomingPositions) => `select property_id, lat, lng from ${incoming.tables.staging}
  where isNotNull(lat) and property_id in (${otherRollsSql(incoming, 'transfers')})`

/** Rolls whose transfers lack the incoming roll's coordinates, or have different ones. */
export async function findRollsToReposition(clickhouse: ClickHouse, incoming: IncomingPositions): Promise<string[]> {
  const rows = await clickhouse.rows<{ source: string }>(
    `select distinct row.source as source from transfers as row
     inner join (${positionsSql(incoming)}) as place on place.property_id = row.property_id
     where row.source != '${requireSlug(incoming.source)}' and row.county_fips in {counties:Array(String)}
       and not (row.lat <=> place.lat and row.lng <=> place.lng)
     order by source`,
    { counties: [...incoming.counties] },
    loadLimits,
  )
  return rows.map(({ source }) => source)
}

const transferColumns = ['source', 'seller_key', 'ingested_at', ...saleColumnNames]

export async function restageTransfers(
  clickhouse: ClickHouse,
  incoming: IncomingPositions,
  source: string,
): Promise<string> {
  const to = getRestagedTable('transfers', source)
  await createTableLike(clickhouse, to, 'transfers')
  const own = `source = '${requireSlug(source)}' and county_fips in {counties:Array(String)}`
  const params = { counties: [...incoming.counties] }
  const rows = await countRows(clickhouse, 'transfers', own, params)
  const valueFor = (column: string) =>
    column === 'lat' || column === 'lng' ? `if(place.property_id = 0, row.${column}, place.${column})` : `row.${column}`
  await clickhouse.run(
    `insert into ${to} (${transferColumns.join(', ')}) ${buildBlockSettings(rows)}
     select ${transferColumns.map(valueFor).join(', ')}
     from transfers as row left join (${positionsSql(incoming)}) as place on place.property_id = row.property_id
     where ${own} ${boundedSettings}`,
    params,
  )
  return to
}

/** `from` holds the rows in the incoming roll's counties. */
export async function countRemaining(clickhouse: ClickHouse, { counties }: IncomingRoll, source: string, from: string) {
  const isElsewhere = 'source = {source:String} and county_fips not in {counties:Array(String)}'
  const countElsewhere = await countRows(clickhouse, 'properties', isElsewhere, { source, counties: [...counties] })
  return countElsewhere + (await countRows(clickhouse, from))
}

export async function countMatchedTransfers(clickhouse: ClickHouse, incoming: IncomingRoll): Promise<number> {
  const { tables, counties } = incoming
  const loaded = `select property_id from ${tables.staging} union all ${otherRollsSql(incoming, 'properties')}`
  let joined = 0
  for (const slice of buildKeySlices(await countRows(clickhouse, tables.staging))) {
    const isSliced = slice('property_id')
    const isJoined = `${isSliced} and property_id in (select property_id from (${loaded}) where ${isSliced})`
    joined += await countRows(clickhouse, tables.transfers, isJoined, { counties: [...counties] })
  }
  return joined
}
