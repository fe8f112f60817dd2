import type { Slice } from '@dooryard/contract/paging'
import { toUnixSeconds } from '@dooryard/contract/time'
import type { ClickHouse } from '../../../platform/clickhouse/client.ts'
import { signalMask, targetTypeMask } from '../bits.ts'
import { flipMonths } from '../buyers/look-back.ts'
import { people } from '../derive/segments.ts'
import { buyerHash, isResale } from '../transfers/same-sale.queries.ts'
import { propertyColumns } from './intake-row.ts'
import { saleColumns } from './sale-rows.ts'
import {
  bounded,
  checked,
  countRows,
  inSmallBlocks,
  type KeySlice,
  type LiveTable,
  loadLimits,
  slicesOf,
  type Tables,
} from './tables.queries.ts'

// A line's place in line to speak for its parcel: the latest sale that is listed first, then the earlier line.
const precedence = 'toUInt64(ifNull(200000 - toInt32(listed_on), 400000)) * 4294967296 + line'
const lineOfPrecedence = (least: string) => `bitAnd(${least}, 4294967295)`

const firsts = (intake: string, slice: KeySlice) => `select property_id, ${lineOfPrecedence('min(least)')} as first_line
  from (select property_id, ${precedence} as least from ${intake} where ${slice('property_id')})
  group by property_id having count() > 1`

// Null prices do not join.
const saleKey = 'property_id, recorded_on, ifNull(toInt64(price), -1) as paid, document'

/**
 * Lists the lines that say again what another says. One line speaks for a parcel: that of the latest sale where lines
 * list sales, else the first, of which the others are repeats. A sale listed twice is a repeat as well.
 */
export async function findRepeats(clickhouse: ClickHouse, { intake, sales, silent, rejected }: Tables): Promise<void> {
  for (const slice of slicesOf(await countRows(clickhouse, intake)))
    await clickhouse.run(`insert into ${silent}
      select line, property_id, apn, first_line, line > first_line and isNull(listed_on) from ${intake}
      inner join (${firsts(intake, slice)}) as spoken using property_id where line != first_line ${bounded}`)
  await clickhouse.run(`insert into ${rejected} select line, apn, first_line, false from ${silent} where is_repeat`)
  for (const slice of slicesOf(await countRows(clickhouse, sales))) {
    const listed = `from ${sales} where is_listed and ${slice('property_id')}`
    await clickhouse.run(`insert into ${rejected} select line, apn, first_line, true
      from (select line, apn, ${saleKey} ${listed}) as sale
      inner join (select ${saleKey}, min(line) as first_line ${listed}
        group by property_id, recorded_on, paid, document having count() > 1) as told
      using (property_id, recorded_on, paid, document) where line != first_line ${bounded}`)
  }
}

export type Repeat = { line: string; apn: string; first_line: string; is_sale: boolean }

export const listRepeats = (clickhouse: ClickHouse, { rejected }: Tables, { limit, offset }: Slice) =>
  clickhouse.rows<Repeat>(`select * from ${rejected} order by line limit ${limit} offset ${offset}`, {}, loadLimits)

export async function listCounties(clickhouse: ClickHouse, { intake, sales }: Tables): Promise<string[]> {
  const rows = await clickhouse.rows<{ county_fips: string }>(
    `select county_fips from ${intake} union distinct select county_fips from ${sales} order by county_fips`,
    {},
    loadLimits,
  )
  return rows.map((row) => row.county_fips)
}

export type Stamp = { source: string; recordedOn: string; ingestedAt: Date }

const instant = (at: Date) => `toDateTime(${toUnixSeconds(at)}, 'UTC')`

export async function stageProperties(clickhouse: ClickHouse, tables: Tables, stamp: Stamp): Promise<void> {
  const finished = finishedColumns(`'${checked(stamp.source)}'`, instant(stamp.ingestedAt), tables)
  const names = [...propertyColumns.filter((column) => !(column in finished)), ...Object.keys(finished)]
  const values = names.map((name) => finished[name] ?? `row.\`${name}\``)
  const spoken = `line not in (select line from ${tables.silent})`
  // Each reads all columns again, so they are as few as may be.
  for (const slice of slicesOf(await countRows(clickhouse, tables.intake), 1_000_000))
    await clickhouse.run(
      `insert into ${tables.staging} (${names.map((name) => `\`${name}\``).join(', ')}) ${inSmallBlocks}
       with {recordedOn:Date32} as recorded_on
       select ${values.join(', ')} from ${tables.intake} as row
       left join (
         -- Most owners have one property and need no entry.
         select owner_key, count() as owned, countIf(startsWith(occupancy, 'ABSENTEE')) as absentee
         from ${tables.intake} where owner_key != 0 and ${slice('owner_key')} and ${spoken}
         group by owner_key having owned > 1
       ) as owner on owner.owner_key = row.owner_key
       where ${slice('row.owner_key')} and ${spoken} ${bounded}`,
      { recordedOn: stamp.recordedOn },
    )
}

const isPerson = `row.owner_type in (${people.map((type) => `'${type}'`).join(', ')})`
const bit = (condition: string, mask: number) => `if(${condition}, ${mask}, 0)`
const isAbsentee = "startsWith(row.occupancy, 'ABSENTEE')"

/**
 * The signals that count from a day: of a sale in the twelve months before it, and of a landlord of many years, who owns
 * since the last sale unless its deed names somebody else.
 */
export const timedSignals = (lastSale: string, ownedSince: string, asOf: string) => `bitOr(
  ${bit(`${lastSale} > addMonths(${asOf}, -12) and ${lastSale} <= ${asOf}`, signalMask.toMask(['RECENTLY_SOLD']))},
  ${bit(`${isAbsentee} and ${ownedSince} <= addYears(${asOf}, -15)`, signalMask.toMask(['TIRED_LANDLORD']))})`

const groups = "['SITUS', 'OWNER', 'STRUCTURE', 'VALUE', 'SALE', 'SIGNALS']"
const groupCount = 'if(isNull(row.open_loans), 6, 7)'
const absenteeCount = `if(owner.owned = 0, toUInt64(${isAbsentee}), owner.absentee)`

const finishedColumns = (source: string, ingestedAt: string, tables: Tables): Record<string, string> => ({
  source,
  properties_owned: 'if(row.owner_key = 0, null, greatest(owner.owned, 1))',
  target_types: `bitOr(bitOr(bitOr(bitOr(row.target_types,
    ${bit('owner.absentee >= 2', targetTypeMask.toMask(['LANDLORD']))}),
    ${bit(`row.owner_key in (${flippers(tables)})`, targetTypeMask.toMask(['FLIPPER']))}),
    ${bit(
      `row.owner_key != 0 and ${isAbsentee} and ${absenteeCount} = 1 and ${isPerson}`,
      targetTypeMask.toMask(['ABSENTEE_OWNER']),
    )}),
    ${bit(`owner.owned >= 10 and not ${isPerson}`, targetTypeMask.toMask(['INSTITUTIONAL']))})`,
  signals: `bitOr(row.signals, ${timedSignals('row.last_sale_date', 'row.owned_since', 'recorded_on')})`,
  'provenance.group': `arrayConcat(${groups}, if(isNull(row.open_loans), [], ['MORTGAGE']))`,
  'provenance.roll': `arrayWithConstant(${groupCount}, ${source})`,
  'provenance.recorded_on': `arrayConcat(arrayMap(day -> ifNull(day, recorded_on),
    [NULL, NULL, NULL, row.value_recorded_on, row.sale_recorded_on, NULL]),
    if(isNull(row.open_loans), [], [recorded_on]))`,
  'provenance.ingested_at': `arrayWithConstant(${groupCount}, ${ingestedAt})`,
})

/** What stands there where the buyer is not known. */
const buyerColumns: Record<string, string> = { buyer: "''", buyer_key: '0', buyer_type: "'UNKNOWN'" }

/**
 * Carries the sales over to the transfers. Where a roll lists several sales of a parcel beside its present owner, that
 * owner bought in the last of them. A sale without a place takes that of its parcel in another roll.
 */
export async function stageTransfers(
  clickhouse: ClickHouse,
  tables: Tables,
  { source, counties, ingestedAt }: { source: string; counties: readonly string[]; ingestedAt: Date },
): Promise<void> {
  const valueFor = (column: string) => {
    const unknown = buyerColumns[column]
    if (unknown) return `if(is_overtaken, ${unknown}, row.${column})`
    if (column === 'lat' || column === 'lng') return `if(isNull(row.lat), place.${column}, row.${column})`
    return `row.${column}`
  }
  const known = (table: LiveTable, slice: KeySlice) => `select property_id, lat, lng from ${table}
    where source != '${checked(source)}' and county_fips in {counties:Array(String)} and isNotNull(lat)
      and property_id in (select property_id from ${tables.sales} where isNull(lat) and ${slice('property_id')})`
  const isOvertaken = `row.is_buyer_owner and row.line in (select line from ${tables.silent})`
  for (const slice of slicesOf(await countRows(clickhouse, tables.sales, 'isNull(lat)')))
    await clickhouse.run(
      `insert into ${tables.transfers} (source, ingested_at, ${saleColumns.join(', ')}) ${inSmallBlocks}
       with ${isOvertaken} as is_overtaken
       select '${checked(source)}', ${instant(ingestedAt)}, ${saleColumns.map(valueFor).join(', ')}
       from ${tables.sales} as row
       left join (
         select property_id, lat, lng from (${known('properties', slice)} union all ${known('transfers', slice)})
         limit 1 by property_id
       ) as place on place.property_id = row.property_id
       where ${slice('row.property_id')} and row.line not in (select line from ${tables.rejected}) ${bounded}`,
      { counties },
    )
}

const partyOf = (sale: string) => [`${sale}.day`, `${sale}.buyer_key`, `${sale}.buyer_hash`] as const

/**
 * The keys of those who resold a property within so many months of buying it, by the roll's own sales. Sales at no arm's
 * length are none, and a present owner who stands on every sale of a parcel bought in the last alone.
 */
export const flippers = ({ sales, silent, rejected }: Tables) => `select sale.buyer_key
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
    and arrayExists(next -> ${isResale(partyOf('next'), partyOf('sale'))} and next.day <= addMonths(sale.day, ${flipMonths}), sold)`
