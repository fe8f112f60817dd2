import type { GazetteerKind } from '@dooryard/contract/data/gazetteers'
import type { ClickHouse } from '../../../../platform/clickhouse/client.ts'
import { type Columns, column } from '../../../../platform/files/native/column-batch.ts'
import { bool, float64, list, text, uint32 } from '../../../../platform/files/native/column-types.ts'
import type { Db } from '../../../../platform/postgres/database.ts'
import {
  boundedSettings,
  countRows,
  createTableLike,
  dropTable,
  getStagingTable,
  type LiveTable,
} from '../../rolls/ingest/ingest-tables.queries.ts'
import { addressColumnsSql, hashWordsSql, toCitySql, toUnitSql } from './match/address-keys.ts'
import type { AddressPoint, StreetRange } from './read/gazetteer-rows.ts'

const tableByKind = { POINTS: 'gazetteer_points', RANGES: 'gazetteer_ranges' } as const satisfies Record<
  GazetteerKind,
  LiveTable
>

/** The tables of one import: the rows as read, and those to be swapped in. */
export type GazetteerTables = { table: LiveTable; intake: string; staging: string }

export const pointColumns: Columns<AddressPoint> = {
  line: column(text, ({ line }) => line),
  unit: column(text, ({ unit }) => unit),
  city: column(text, ({ city }) => city),
  zip: column(text, ({ zip }) => zip),
  lat: column(float64, ({ lat }) => lat),
  lng: column(float64, ({ lng }) => lng),
}

export const rangeColumns: Columns<StreetRange> = {
  street: column(text, ({ street }) => street),
  zip: column(text, ({ zip }) => zip),
  first_number: column(uint32, ({ first }) => first),
  last_number: column(uint32, ({ last }) => last),
  is_left: column(bool, ({ isLeft }) => isLeft),
  lats: column(list(float64), ({ lats }) => lats),
  lngs: column(list(float64), ({ lngs }) => lngs),
}

/** Drops what a killed import left. The county is five digits. */
export async function createGazetteerTables(
  clickhouse: ClickHouse,
  kind: GazetteerKind,
  countyFips: string,
): Promise<GazetteerTables> {
  const table = tableByKind[kind]
  const tables = { table, intake: `${table}_intake_${countyFips}`, staging: getStagingTable(table, countyFips) }
  await dropGazetteerTables(clickhouse, tables)
  await createTableLike(clickhouse, tables.staging, table)
  const columns = Object.entries<{ type: string }>(kind === 'POINTS' ? pointColumns : rangeColumns)
  const declared = columns.map(([name, { type }]) => `${name} ${type}`).join(', ')
  await clickhouse.run(`create table ${tables.intake} (${declared}) engine = Log`)
  return tables
}

export async function dropGazetteerTables(clickhouse: ClickHouse, { intake, staging }: GazetteerTables): Promise<void> {
  await dropTable(clickhouse, intake)
  await dropTable(clickhouse, staging)
}

/** Brings addresses and streets into one spelling. Returns the number of entries. */
export async function stageGazetteer(
  clickhouse: ClickHouse,
  { table, intake, staging }: GazetteerTables,
  countyFips: string,
): Promise<number> {
  const insert = table === 'gazetteer_points' ? insertPoints : insertRanges
  await clickhouse.run(`${insert(staging, intake)} ${boundedSettings}`, { countyFips })
  return countRows(clickhouse, staging)
}

const insertPoints = (to: string, from: string) => `
  insert into ${to} (county_fips, street_key, unit, zip, city, lat, lng)
  with ${addressColumnsSql('line')}
  select {countyFips:String}, ${hashWordsSql('building')},
    if(row.unit = '', written_unit, ${toUnitSql('row.unit')}) as plain_unit, row.zip, ${toCitySql('row.city')}, row.lat, row.lng
  from ${from} as row`

const insertRanges = (to: string, from: string) => `
  insert into ${to} (county_fips, street_key, zip, first_number, last_number, is_left, lats, lngs)
  select {countyFips:String}, ${hashWordsSql(`splitByChar(' ', ${toCitySql('row.street')})`)}, row.zip, row.first_number,
    row.last_number, row.is_left, row.lats, row.lngs
  from ${from} as row`

type GazetteerEntry = {
  countyFips: string
  kind: GazetteerKind
  fileName: string
  sha256: string
  entries: number
  located: number
  loadedAt: Date
}

export const upsertGazetteer = (db: Db, { countyFips, kind, ...changes }: GazetteerEntry) =>
  db
    .insertInto('gazetteers')
    .values({ countyFips, kind, ...changes })
    .onConflict((conflict) => conflict.columns(['countyFips', 'kind']).doUpdateSet(changes))
    .execute()

/** At most two for each county of the country. */
export const listGazetteerRows = (db: Db) =>
  db
    .selectFrom('gazetteers')
    .select(['countyFips', 'kind', 'fileName', 'entries', 'located', 'loadedAt'])
    .orderBy('countyFips')
    .orderBy('kind')
    .execute()

/** The counties of these with a gazetteer. */
export async function listLocatedCounties(db: Db, counties: readonly string[]): Promise<string[]> {
  if (counties.length === 0) return []
  const rows = await db
    .selectFrom('gazetteers')
    .select('countyFips')
    .distinct()
    .where('countyFips', 'in', counties)
    .orderBy('countyFips')
    .execute()
  return rows.map(({ countyFips }) => countyFips)
}
