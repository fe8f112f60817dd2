import { toUnixSeconds } from '@dooryard/contract/api/time'
import type { ClickHouse } from '../../../../platform/clickhouse/client.ts'
import { flipMonths } from '../../buyers/look-back.ts'
import { personTypes } from '../../derive/segments.ts'
import { signalMask, targetTypeMask } from '../../records/bit-masks.ts'
import { buyerHash, isResaleSql } from '../../transfers/same-sale.queries.ts'
import { propertyColumnNames } from './ingest-row.ts'
import {
  boundedSettings,
  buildBlockSettings,
  buildKeySlices,
  countRows,
  type IngestTables,
  type KeySlice,
  type LiveTable,
  loadLimits,
  requireSlug,
} from './ingest-tables.queries.ts'
import { saleColumnNames } from './sale-rows.ts'

// Precedence of a line for its parcel: the latest listed sale first, then the latest year of values, then the earlier
// line.
const lineRange = 2 ** 45
const leastOfYears = 300_000
const rank = 'ifNull(200000 - toInt32(listed_on), 400000 - toInt32(coalesce(value_year, tax_year, 0)))'
const precedence = `toUInt64(${rank}) * ${lineRange} + line`
const lineFromPrecedenceSql = (least: string) => `bitAnd(${least}, ${lineRange - 1})`

const firstLinesSql = (intake: string, slice: KeySlice) => `
  select property_id, ${lineFromPrecedenceSql('min(least)')} as first_line,
    intDiv(min(least), ${lineRange}) as first_rank
  from (select property_id, ${precedence} as least from ${intake} where ${slice('property_id')})
  group by property_id having count() > 1`

// Null prices do not join.
const saleKey = 'property_id, recorded_on, ifNull(toInt64(price), -1) as paid, document'

/**
 * Records duplicate lines. One line represents a parcel: that of the latest sale when lines list sales, else the first
 * of the latest year of values, and the others are duplicates. A sale listed twice is a duplicate as well.
 */
export async function recordDuplicates(
  clickhouse: ClickHouse,
  { intake, sales, silent, rejected }: IngestTables,
): Promise<void> {
  for (const slice of buildKeySlices(await countRows(clickhouse, intake)))
    await clickhouse.run(`insert into ${silent}
      select line, property_id, apn, first_line,
        isNull(listed_on) and (line > first_line or first_rank > ${leastOfYears}),
        isNull(listed_on) and first_rank > ${leastOfYears} and ${rank} > first_rank
      from ${intake}
      inner join (${firstLinesSql(intake, slice)}) as spoken using property_id
      where line != first_line ${boundedSettings}`)
  await clickhouse.run(`insert into ${rejected} select line, apn, first_line, false, is_earlier_year from ${silent}
    where is_repeat`)
  for (const slice of buildKeySlices(await countRows(clickhouse, sales))) {
    const listed = `from ${sales} where is_listed and ${slice('property_id')}`
    await clickhouse.run(`insert into ${rejected} select line, apn, first_line, true, false
      from (select line, apn, ${saleKey} ${listed}) as sale
      inner join (select ${saleKey}, min(line) as first_line ${listed}
        group by property_id, recorded_on, paid, document having count() > 1) as repeated
      using (property_id, recorded_on, paid, document) where line != first_line ${boundedSettings}`)
  }
}

export type DuplicateRow = {
  line: string
  apn: string
  first_line: string
  is_sale: boolean
  is_earlier_year: boolean
}

/**
 * Duplicates to reject, of the lines after one; each line is there once at most. One that draws another piece of its
 * parcel says nothing else that is new, and is none.
 */
export const listDuplicates = (
  clickhouse: ClickHouse,
  { rejected, pieces }: IngestTables,
  { after, limit }: { after: number; limit: number },
) =>
  clickhouse.rows<DuplicateRow>(
    `select * from ${rejected} where line > {after:UInt64} and (is_sale or line not in (select line from ${pieces}))
     order by line limit ${limit}`,
    { after },
    loadLimits,
  )

export async function listCounties(clickhouse: ClickHouse, { intake, sales }: IngestTables): Promise<string[]> {
  const rows = await clickhouse.rows<{ county_fips: string }>(
    `select county_fips from ${intake} union distinct select county_fips from ${sales} order by county_fips`,
    {},
    loadLimits,
  )
  return rows.map((row) => row.county_fips)
}

export type RollStamp = { source: string; recordedOn: string; ingestedAt: Date }

const toDateTimeSql = (at: Date) => `toDateTime(${toUnixSeconds(at)}, 'UTC')`

export async function stageProperties(clickhouse: ClickHouse, tables: IngestTables, stamp: RollStamp): Promise<void> {
  const isMerged = (await countRows(clickhouse, tables.merged)) > 0
  const isLocated = (await countRows(clickhouse, tables.positions)) > 0
  const finalColumns: Record<string, string> = {
    ...buildFinalColumns(`'${requireSlug(stamp.source)}'`, toDateTimeSql(stamp.ingestedAt), tables),
    ...(isLocated && locatedColumns),
    ...(isMerged && mergedColumns),
  }
  const names = [...propertyColumnNames.filter((column) => !(column in finalColumns)), ...Object.keys(finalColumns)]
  const values = names.map((name) => finalColumns[name] ?? `row.\`${name}\``)
  const spoken = `line not in (select line from ${tables.silent})`
  // Each slice reads all columns again, so there are as few as possible.
  const rows = await countRows(clickhouse, tables.intake)
  for (const slice of buildKeySlices(rows, 1_000_000))
    await clickhouse.run(
      `insert into ${tables.staging} (${names.map((name) => `\`${name}\``).join(', ')}) ${buildBlockSettings(rows)}
       with {recordedOn:Date32} as recorded_on
       select ${values.join(', ')} from ${tables.intake} as row
       left join (
         -- Most owners have one property and need no entry.
         select owner_key, count() as owned, countIf(startsWith(occupancy, 'ABSENTEE')) as absentee
         from ${tables.intake} where owner_key != 0 and ${slice('owner_key')} and ${spoken}
         group by owner_key having owned > 1
       ) as owner on owner.owner_key = row.owner_key
       ${isLocated ? joinPositionsSql(tables, slice) : ''}
       ${isMerged ? joinPiecesSql(tables) : ''}
       where ${slice('row.owner_key')} and ${spoken} ${boundedSettings}`,
      { recordedOn: stamp.recordedOn },
    )
}

/** Positions found by address, where the roll has none. */
const locatedColumns = {
  lat: 'if(place.property_id = 0, row.lat, place.lat)',
  lng: 'if(place.property_id = 0, row.lng, place.lng)',
  position_source: 'if(place.property_id = 0, row.position_source, place.position_source)',
}

/** The areas of parcels that were merged of pieces. */
const mergedColumns = { lot_sqft: 'if(piece.property_id = 0, row.lot_sqft, piece.lot_sqft)' }

const joinPositionsSql = ({ positions }: IngestTables, slice: KeySlice) =>
  `left join (select * from ${positions} where ${slice('owner_key')}) as place on place.property_id = row.property_id`

const joinPiecesSql = ({ merged }: IngestTables) =>
  `left join (select property_id, lot_sqft from ${merged}) as piece on piece.property_id = row.property_id`

const isPerson = `row.owner_type in (${personTypes.map((type) => `'${type}'`).join(', ')})`
const bitIfSql = (condition: string, mask: number) => `if(${condition}, ${mask}, 0)`
const isAbsentee = "startsWith(row.occupancy, 'ABSENTEE')"

/**
 * Signals relative to a date: a sale in the twelve months before it, and a long-time landlord, who has owned since the
 * last sale unless its deed names another buyer.
 */
export const timedSignalsSql = (lastSale: string, ownedSince: string, asOf: string) => `bitOr(
  ${bitIfSql(`${lastSale} > addMonths(${asOf}, -12) and ${lastSale} <= ${asOf}`, signalMask.toMask(['RECENTLY_SOLD']))},
  ${bitIfSql(`${isAbsentee} and ${ownedSince} <= addYears(${asOf}, -15)`, signalMask.toMask(['TIRED_LANDLORD']))})`

const groups = "['SITUS', 'OWNER', 'STRUCTURE', 'VALUE', 'SALE', 'SIGNALS']"
const groupCount = 'if(isNull(row.open_loans), 6, 7)'
const absenteeCount = `if(owner.owned = 0, toUInt64(${isAbsentee}), owner.absentee)`

const buildFinalColumns = (source: string, ingestedAt: string, tables: IngestTables): Record<string, string> => ({
  source,
  properties_owned: 'if(row.owner_key = 0, null, greatest(owner.owned, 1))',
  target_types: `bitOr(bitOr(bitOr(bitOr(row.target_types,
    ${bitIfSql('owner.absentee >= 2', targetTypeMask.toMask(['LANDLORD']))}),
    ${bitIfSql(`row.owner_key in (${flipperKeysSql(tables)})`, targetTypeMask.toMask(['FLIPPER']))}),
    ${bitIfSql(
      `row.owner_key != 0 and ${isAbsentee} and ${absenteeCount} = 1 and ${isPerson}`,
      targetTypeMask.toMask(['ABSENTEE_OWNER']),
    )}),
    ${bitIfSql(`owner.owned >= 10 and not ${isPerson}`, targetTypeMask.toMask(['INSTITUTIONAL']))})`,
  signals: `bitOr(row.signals, ${timedSignalsSql('row.last_sale_date', 'row.owned_since', 'recorded_on')})`,
  'provenance.group': `arrayConcat(${groups}, if(isNull(row.open_loans), [], ['MORTGAGE']))`,
  'provenance.roll': `arrayWithConstant(${groupCount}, ${source})`,
  'provenance.recorded_on': `arrayConcat(arrayMap(day -> ifNull(day, recorded_on),
    [NULL, NULL, NULL, row.value_recorded_on, row.sale_recorded_on, NULL]),
    if(isNull(row.open_loans), [], [recorded_on]))`,
  'provenance.ingested_at': `arrayWithConstant(${groupCount}, ${ingestedAt})`,
})

/** Values for an unknown buyer. */
const unknownBuyerColumns: Record<string, string> = { buyer: "''", buyer_key: '0', buyer_type: "'UNKNOWN'" }

/**
 * Copies the sales to the transfers. When a roll lists several sales of a parcel alongside its present owner, that
 * owner is the buyer of the last one only. A sale without a position takes that of its parcel by its address or in
 * another roll.
 */
export async function stageTransfers(
  clickhouse: ClickHouse,
  tables: IngestTables,
  { source, counties, ingestedAt }: { source: string; counties: readonly string[]; ingestedAt: Date },
): Promise<void> {
  const valueFor = (column: string) => {
    const unknown = unknownBuyerColumns[column]
    if (unknown) return `if(is_overtaken, ${unknown}, row.${column})`
    if (column === 'lat' || column === 'lng') return `if(isNull(row.lat), place.${column}, row.${column})`
    return `row.${column}`
  }
  const known = (table: LiveTable, slice: KeySlice) => `select property_id, lat, lng from ${table}
    where source != '${requireSlug(source)}' and county_fips in {counties:Array(String)} and isNotNull(lat)
      and property_id in (select property_id from ${tables.sales} where isNull(lat) and ${slice('property_id')})`
  const found = (slice: KeySlice) =>
    `select property_id, lat, lng from ${tables.positions} where ${slice('property_id')}`
  const isSupersededSql = `row.is_buyer_owner and row.line in (select line from ${tables.silent})`
  const rows = await countRows(clickhouse, tables.sales)
  for (const slice of buildKeySlices(await countRows(clickhouse, tables.sales, 'isNull(lat)')))
    await clickhouse.run(
      `insert into ${tables.transfers} (source, ingested_at, ${saleColumnNames.join(', ')}) ${buildBlockSettings(rows)}
       with ${isSupersededSql} as is_overtaken
       select '${requireSlug(source)}', ${toDateTimeSql(ingestedAt)}, ${saleColumnNames.map(valueFor).join(', ')}
       from ${tables.sales} as row
       left join (
         select property_id, lat, lng
         from (${found(slice)} union all ${known('properties', slice)} union all ${known('transfers', slice)})
         limit 1 by property_id
       ) as place on place.property_id = row.property_id
       where ${slice('row.property_id')} and row.line not in (select line from ${tables.rejected}) ${boundedSettings}`,
      { counties },
    )
}

const toPartyColumns = (sale: string) => [`${sale}.day`, `${sale}.buyer_key`, `${sale}.buyer_hash`] as const

/**
 * The keys of owners who resold a property within `flipMonths` of buying it, by the roll's own sales. Sales not at
 * arm's length are ignored, and a present owner listed on every sale of a parcel counts as the buyer of the last only.
 */
export const flipperKeysSql = ({ sales, silent, rejected }: IngestTables) => `select sale.buyer_key
  from (
    select groupArray(cast((recorded_on, buyer_key, ${buyerHash}),
      'Tuple(day Date32, buyer_key UInt64, buyer_hash UInt64)')) as sold
    from ${sales}
    -- Most parcels have one sale, whose words would be held in vain.
    where property_id in (select property_id from ${sales} group by property_id having count() > 1)
      and ifNull(arms_length, true)
      and line not in (select line from ${rejected})
      and not (is_buyer_owner and line in (select line from ${silent}))
    group by property_id having count() > 1 and max(buyer_key) > 0
  ) array join sold as sale
  where sale.buyer_key != 0
    and arrayExists(next -> ${isResaleSql(toPartyColumns('next'), toPartyColumns('sale'))}
      and next.day <= addMonths(sale.day, ${flipMonths}), sold)`
