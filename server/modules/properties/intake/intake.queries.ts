import type { ClickHouse } from '../../../platform/clickhouse/client.ts'
import { signalMask, targetTypeMask } from '../bits.ts'
import { people } from '../derive/segments.ts'
import { propertyColumns } from './intake-row.ts'

/** The tables of one load: rows as they come, rows as they will be, and the live table that these replace. */
export type Tables = { intake: string; staging: string }

const slug = /^[a-z0-9]+(-[a-z0-9]+)*$/

/** A source's name goes into SQL as a table's and a partition's, where nothing can be bound. */
function checked(source: string): string {
  if (!slug.test(source)) throw new Error(`${JSON.stringify(source)} is not the name of a source.`)
  return source
}

const suffix = (source: string) => checked(source).replaceAll('-', '_')
export const stagingOf = (table: string, source: string) => `${table}_staging_${suffix(source)}`
const intakeOf = (source: string) => `properties_intake_${suffix(source)}`

const unknownDay = 'cast(null as Nullable(Date32))'

/** Makes the tables of a load anew; what a killed one left is dropped. */
export async function createIntake(clickhouse: ClickHouse, source: string): Promise<Tables> {
  const tables = { intake: intakeOf(source), staging: stagingOf('properties', source) }
  await dropIntake(clickhouse, source)
  // Plain files, without what the live table sorts, merges, computes and indexes: they are read twice and thrown away.
  await clickhouse.run(`create table ${tables.intake} engine = Log as
    select *, toUInt64(0) as line, ${unknownDay} as value_recorded_on, ${unknownDay} as sale_recorded_on
    from properties where false`)
  await createStaging(clickhouse, 'properties', source)
  return tables
}

export async function createStaging(clickhouse: ClickHouse, table: string, source: string): Promise<string> {
  const staging = stagingOf(table, source)
  await clickhouse.run(`drop table if exists ${staging} sync`)
  await clickhouse.run(`create table ${staging} as ${table}`)
  return staging
}

export async function dropIntake(clickhouse: ClickHouse, source: string): Promise<void> {
  await clickhouse.run(`drop table if exists ${intakeOf(source)} sync`)
  await dropStaging(clickhouse, 'properties', source)
}

export const dropStaging = (clickhouse: ClickHouse, table: string, source: string) =>
  clickhouse.run(`drop table if exists ${stagingOf(table, source)} sync`)

/** Readers see the old rows of a roll or the new ones, never some of each. */
export const replacePartition = (clickhouse: ClickHouse, table: string, source: string) =>
  clickhouse.run(`alter table ${table} replace partition '${checked(source)}' from ${stagingOf(table, source)}`)

export async function countPartition(clickhouse: ClickHouse, source: string): Promise<number> {
  const [row] = await clickhouse.rows<{ count: string }>(
    'select count() as count from properties where source = {source:String}',
    { source },
  )
  return Number(row?.count ?? 0)
}

// A whole county is scanned and grouped, for which a reader's limits are too tight.
const loadLimits = { seconds: 600, memoryBytes: 8 * 1024 ** 3 }

const repeats = (intake: string) => `select line, apn, first_line from ${intake}
  inner join (
    select property_id, min(line) as first_line from ${intake} group by property_id having count() > 1
  ) as firsts
  using property_id where line != first_line`

export type Repeat = { line: string; apn: string; first_line: string }

/** Lines that say again what an earlier line is about; the first is kept. */
export const findRepeats = (
  clickhouse: ClickHouse,
  { intake }: Tables,
  { limit, offset }: { limit: number; offset: number },
) => clickhouse.rows<Repeat>(`${repeats(intake)} order by line limit ${limit} offset ${offset}`, {}, loadLimits)

export type Stamp = { source: string; recordedOn: string; ingestedAt: Date }

/**
 * Carries the intake over to the staging table with what only the whole roll tells: counts by owner, and times since.
 */
export async function finishIntake(clickhouse: ClickHouse, tables: Tables, { source, recordedOn, ingestedAt }: Stamp) {
  const at = `toDateTime(${Math.floor(ingestedAt.getTime() / 1000)}, 'UTC')`
  const finished = finishedColumns(`'${checked(source)}'`, at)
  const names = [...propertyColumns.filter((column) => !(column in finished)), ...Object.keys(finished)]
  const values = names.map((name) => finished[name] ?? `\`${name}\``)
  await clickhouse.run(
    `insert into ${tables.staging} (${names.map((name) => `\`${name}\``).join(', ')})
     with {recordedOn:Date32} as recorded_on
     select ${values.join(', ')} from ${tables.intake} as row
     left join (
       select owner_key, count() as owned, countIf(startsWith(occupancy, 'ABSENTEE')) as absentee from ${tables.intake}
       where owner_key != 0 and line not in (select line from (${repeats(tables.intake)})) group by owner_key
     ) as owner on owner.owner_key = row.owner_key
     where line not in (select line from (${repeats(tables.intake)}))`,
    { recordedOn },
  )
}

const isPerson = `row.owner_type in (${people.map((type) => `'${type}'`).join(', ')})`
const bit = (condition: string, mask: number) => `if(${condition}, ${mask}, 0)`
const isAbsentee = "startsWith(row.occupancy, 'ABSENTEE')"

const groups = "['SITUS', 'OWNER', 'STRUCTURE', 'VALUE', 'SALE', 'SIGNALS']"
const groupCount = 'if(isNull(row.open_loans), 6, 7)'

const wasRecentlySold = 'row.last_sale_date > addMonths(recorded_on, -12) and row.last_sale_date <= recorded_on'

const isTired = `${isAbsentee} and row.last_sale_date <= addYears(recorded_on, -15)`

/** The columns that intake leaves open or half done. */
const finishedColumns = (source: string, ingestedAt: string): Record<string, string> => ({
  source,
  owner_key: 'row.owner_key',
  properties_owned: 'nullIf(owner.owned, 0)',
  target_types: `bitOr(bitOr(bitOr(row.target_types,
    ${bit('owner.absentee >= 2', targetTypeMask.toMask(['LANDLORD']))}),
    ${bit(`${isAbsentee} and owner.absentee = 1 and ${isPerson}`, targetTypeMask.toMask(['ABSENTEE_OWNER']))}),
    ${bit(`owner.owned >= 10 and not ${isPerson}`, targetTypeMask.toMask(['INSTITUTIONAL']))})`,
  signals: `bitOr(bitOr(row.signals,
    ${bit(wasRecentlySold, signalMask.toMask(['RECENTLY_SOLD']))}),
    ${bit(isTired, signalMask.toMask(['TIRED_LANDLORD']))})`,
  'provenance.group': `arrayConcat(${groups}, if(isNull(row.open_loans), [], ['MORTGAGE']))`,
  'provenance.roll': `arrayWithConstant(${groupCount}, ${source})`,
  'provenance.recorded_on': `arrayConcat(arrayMap(day -> ifNull(day, recorded_on),
    [NULL, NULL, NULL, row.value_recorded_on, row.sale_recorded_on, NULL]),
    if(isNull(row.open_loans), [], [recorded_on]))`,
  'provenance.ingested_at': `arrayWithConstant(${groupCount}, ${ingestedAt})`,
})
