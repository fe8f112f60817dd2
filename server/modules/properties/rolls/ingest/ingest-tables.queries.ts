import { slugPattern } from '@dooryard/contract/data/sources/source-ids'
import type { ClickHouse, Params } from '../../../../platform/clickhouse/client.ts'
import { countRowsFrom } from '../../search/count.queries.ts'

/**
 * The tables of one import. `intake` and `sales` hold the mapped rows; `silent` lists lines that do not represent
 * their parcel because another line does, `rejected` those of which neither the parcel nor the sale is new.
 * `outlineIntake` holds the outlines of lines, `pieces` those of parcels that are drawn in several, and `merged` one
 * for each such parcel. `unlocated` holds addresses without coordinates and `positions` those found for them.
 * `staging`, `transfers` and `outlines` are swapped in.
 */
export type IngestTables = Record<
  | 'intake'
  | 'sales'
  | 'outlineIntake'
  | 'pieces'
  | 'merged'
  | 'silent'
  | 'rejected'
  | 'unlocated'
  | 'positions'
  | 'staging'
  | 'transfers'
  | 'outlines',
  string
>

export type LiveTable =
  | 'properties'
  | 'transfers'
  | 'sales'
  | 'contacts'
  | 'place_counts'
  | 'addresses'
  | 'outlines'
  | 'gazetteer_points'
  | 'gazetteer_ranges'

/** A source's name becomes part of a table name, which cannot be bound as a parameter. Throws unless it is a slug. */
export function requireSlug(source: string): string {
  if (!slugPattern.test(source)) throw new Error(`${JSON.stringify(source)} is not the name of a source.`)
  return source
}

const toTableSuffix = (source: string) => requireSlug(source).replaceAll('-', '_')
export const getStagingTable = (table: LiveTable, source: string) => `${table}_staging_${toTableSuffix(source)}`
/** A table for rows restaged after the import is staged: of the incoming roll or of an overlapping one. */
export const getRestagedTable = (table: LiveTable, source: string) => `${table}_restaged_${toTableSuffix(source)}`

const getIngestTables = (source: string): IngestTables => ({
  intake: `properties_intake_${toTableSuffix(source)}`,
  sales: `transfers_intake_${toTableSuffix(source)}`,
  outlineIntake: `outlines_intake_${toTableSuffix(source)}`,
  pieces: `pieces_intake_${toTableSuffix(source)}`,
  merged: `merged_intake_${toTableSuffix(source)}`,
  silent: `silent_intake_${toTableSuffix(source)}`,
  rejected: `rejected_intake_${toTableSuffix(source)}`,
  unlocated: `unlocated_intake_${toTableSuffix(source)}`,
  positions: `positions_intake_${toTableSuffix(source)}`,
  staging: getStagingTable('properties', source),
  transfers: getStagingTable('transfers', source),
  outlines: getStagingTable('outlines', source),
})

const unknownDaySql = 'cast(null as Nullable(Date32))'

/** Drops what a killed import left. */
export async function createIngestTables(clickhouse: ClickHouse, source: string): Promise<IngestTables> {
  const tables = getIngestTables(source)
  await dropIngestTables(clickhouse, source)
  // Log tables, without the sorting, merging, materialized columns and indexes of the live tables: they are read twice
  // and dropped.
  await clickhouse.run(`create table ${tables.intake} engine = Log as
    select *, toUInt64(0) as line, ${unknownDaySql} as value_recorded_on, ${unknownDaySql} as sale_recorded_on,
      ${unknownDaySql} as listed_on, ${unknownDaySql} as owned_since
    from properties where false`)
  await clickhouse.run(`create table ${tables.sales} engine = Log as
    select *, '' as apn, false as is_buyer_owner, false as is_listed, toUInt64(0) as line from transfers where false`)
  // Pieces are read by parcel, a page after the other.
  const byParcel = 'MergeTree order by (property_id, line) settings index_granularity = 256'
  for (const [table, engine] of [
    [tables.outlineIntake, 'Log'],
    [tables.pieces, byParcel],
    [tables.merged, 'Log'],
  ])
    await clickhouse.run(`create table ${table} engine = ${engine} as
      select *, toUInt64(0) as line, cast(null as Nullable(UInt32)) as lot_sqft, toUInt16(0) as value_year
      from outlines where false`)
  await clickhouse.run(`create table ${tables.silent} (line UInt64, property_id UInt64, apn String, first_line UInt64,
    is_repeat Bool, is_earlier_year Bool) engine = Log`)
  await clickhouse.run(`create table ${tables.rejected} (line UInt64, apn String, first_line UInt64, is_sale Bool,
    is_earlier_year Bool) engine = Log`)
  await createLocateTables(clickhouse, tables)
  for (const table of ['properties', 'transfers', 'outlines'] as const) await createStaging(clickhouse, table, source)
  return tables
}

export type LocateTables = Pick<IngestTables, 'unlocated' | 'positions'>

export async function createLocateTables(clickhouse: ClickHouse, { unlocated, positions }: LocateTables) {
  await clickhouse.run(`create table ${unlocated} (property_id UInt64, owner_key UInt64, county_fips String, zip String,
    city String, unit String, house_number UInt32, point_key UInt64, first_key UInt64, range_key UInt64) engine = Log`)
  await clickhouse.run(`create table ${positions} (property_id UInt64, owner_key UInt64, lat Float64, lng Float64,
    position_source String) engine = Log`)
}

export async function dropIngestTables(clickhouse: ClickHouse, source: string): Promise<void> {
  for (const table of Object.values(getIngestTables(source))) await dropTable(clickhouse, table)
}

export async function createStaging(clickhouse: ClickHouse, table: LiveTable, source: string): Promise<string> {
  const staging = getStagingTable(table, source)
  await createTableLike(clickhouse, staging, table)
  return staging
}

export async function createTableLike(clickhouse: ClickHouse, name: string, table: LiveTable): Promise<void> {
  await dropTable(clickhouse, name)
  await clickhouse.run(`create table ${name} as ${table}`)
  // Parts are merged after the swap, not while the rest of the import needs the processor.
  await clickhouse.run(`alter table ${name} modify setting max_bytes_to_merge_at_max_space_in_pool = 1`)
}

// ClickHouse refuses to drop a large table by default; most of its files are hard-linked elsewhere.
export const dropTable = (clickhouse: ClickHouse, name: string) =>
  clickhouse.run(`drop table if exists ${name} sync settings max_table_size_to_drop = 0`)

export const countRollRows = (clickhouse: ClickHouse, table: LiveTable, source: string) =>
  countRows(clickhouse, table, 'source = {source:String}', { source })

export const countRows = (clickhouse: ClickHouse, table: string, condition = 'true', params: Params = {}) =>
  countRowsFrom(clickhouse, `${table} where ${condition}`, params, loadLimits)

/** A whole county is scanned and grouped, which exceeds the limits of a read. */
export const loadLimits = { seconds: 600, memoryBytes: 8 * 1024 ** 3 }

export async function dropRestagedTables(clickhouse: ClickHouse): Promise<void> {
  const left = await clickhouse.rows<{ name: string }>("show tables like '%\\_restaged\\_%'")
  for (const { name } of left) await dropTable(clickhouse, name)
}

/**
 * Bounds a step over a whole roll: groups beyond these bytes spill to disk. Staging 800,000 properties, a second
 * thread took 350 MB more and saved no time on two cores.
 */
export const boundedSettings = `settings max_threads = 1, max_insert_threads = 1,
  max_bytes_before_external_group_by = 67108864`

/** A condition on a key that selects one slice of the rows. */
export type KeySlice = (key: string) => string

/**
 * Splits rows into slices by a hashed key, so a step over one slice at a time needs no more memory for a large roll
 * than for a small one. Reading three million properties three times cost 5% more processor time; a join prepared for
 * disk (grace_hash) twice as much, and one that should switch when needed ('auto') ends in an error.
 */
export function buildKeySlices(rows: number, rowsPerSlice = 500_000): KeySlice[] {
  const count = Math.max(Math.ceil(rows / rowsPerSlice), 1)
  return Array.from({ length: count }, (_, at) => (key: string) => `${key} % ${count} = ${at}`)
}

// Of rows of a kilobyte, which are long, these make some 500 parts; ClickHouse delays inserts from 1,000 on.
const maxRowsInSmallBlocks = 4_000_000

/**
 * Writes blocks as they come: gathered to ClickHouse's default of 256 MB, a million rows took 250 MB more. A block is
 * held several times, while it is gathered, sorted and written: staging 200,000 properties took 60 MB in blocks of
 * 8 MB and 160 MB in blocks of 32 MB, in the same processor time.
 */
export const buildBlockSettings = (rows: number) => `settings min_insert_block_size_rows = 65536,
  min_insert_block_size_bytes = ${(rows > maxRowsInSmallBlocks ? 32 : 8) * 1024 ** 2}, max_block_size = 8192`
