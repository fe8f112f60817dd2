import type { ClickHouse, Params } from '../../../platform/clickhouse/client.ts'
import { countRowsOf } from '../search/count.queries.ts'

/**
 * The tables of one load. `intake` and `sales` hold what the rows say as they come; `silent` lists the lines that do
 * not speak for their parcel because another does, `rejected` those that repeat one. `staging` and `transfers` are what
 * will be swapped in.
 */
export type Tables = Record<'intake' | 'sales' | 'silent' | 'rejected' | 'staging' | 'transfers', string>

export type LiveTable = 'properties' | 'transfers' | 'sales' | 'contacts' | 'place_counts' | 'addresses'

const slug = /^[a-z0-9]+(-[a-z0-9]+)*$/

/** A source's name goes into SQL as part of a table's, where nothing can be bound. */
export function checked(source: string): string {
  if (!slug.test(source)) throw new Error(`${JSON.stringify(source)} is not the name of a source.`)
  return source
}

const suffix = (source: string) => checked(source).replaceAll('-', '_')
export const stagingOf = (table: LiveTable, source: string) => `${table}_staging_${suffix(source)}`
/** A table of rows that are staged after all rows of the load are: of the roll again, or of one beside it. */
export const restagedOf = (table: LiveTable, source: string) => `${table}_restaged_${suffix(source)}`

const tablesOf = (source: string): Tables => ({
  intake: `properties_intake_${suffix(source)}`,
  sales: `transfers_intake_${suffix(source)}`,
  silent: `silent_intake_${suffix(source)}`,
  rejected: `rejected_intake_${suffix(source)}`,
  staging: stagingOf('properties', source),
  transfers: stagingOf('transfers', source),
})

const unknownDay = 'cast(null as Nullable(Date32))'

/** What a killed load left is dropped. */
export async function createIntake(clickhouse: ClickHouse, source: string): Promise<Tables> {
  const tables = tablesOf(source)
  await dropIntake(clickhouse, source)
  // Plain files, without what the live tables sort, merge, compute and index: they are read twice and thrown away.
  await clickhouse.run(`create table ${tables.intake} engine = Log as
    select *, toUInt64(0) as line, ${unknownDay} as value_recorded_on, ${unknownDay} as sale_recorded_on,
      ${unknownDay} as listed_on, ${unknownDay} as owned_since
    from properties where false`)
  await clickhouse.run(`create table ${tables.sales} engine = Log as
    select *, '' as apn, false as is_buyer_owner, false as is_listed, toUInt64(0) as line from transfers where false`)
  await clickhouse.run(`create table ${tables.silent} (line UInt64, property_id UInt64, apn String, first_line UInt64,
    is_repeat Bool) engine = Log`)
  await clickhouse.run(`create table ${tables.rejected} (line UInt64, apn String, first_line UInt64, is_sale Bool)
    engine = Log`)
  for (const table of ['properties', 'transfers'] as const) await createStaging(clickhouse, table, source)
  return tables
}

export async function dropIntake(clickhouse: ClickHouse, source: string): Promise<void> {
  for (const table of Object.values(tablesOf(source))) await dropTable(clickhouse, table)
}

export async function createStaging(clickhouse: ClickHouse, table: LiveTable, source: string): Promise<string> {
  const staging = stagingOf(table, source)
  await createLike(clickhouse, staging, table)
  return staging
}

export async function createLike(clickhouse: ClickHouse, name: string, table: LiveTable): Promise<void> {
  await dropTable(clickhouse, name)
  await clickhouse.run(`create table ${name} as ${table}`)
  // Its parts are merged where they are swapped in, and not while the rest of the load needs the processor.
  await clickhouse.run(`alter table ${name} modify setting max_bytes_to_merge_at_max_space_in_pool = 1`)
}

// The store asks twice before it drops a large table, of which here most is linked elsewhere.
export const dropTable = (clickhouse: ClickHouse, name: string) =>
  clickhouse.run(`drop table if exists ${name} sync settings max_table_size_to_drop = 0`)

export const countOfRoll = (clickhouse: ClickHouse, table: LiveTable, source: string) =>
  countRows(clickhouse, table, 'source = {source:String}', { source })

export const countRows = (clickhouse: ClickHouse, table: string, condition = 'true', params: Params = {}) =>
  countRowsOf(clickhouse, `${table} where ${condition}`, params, loadLimits)

/** A whole county is scanned and grouped, for which a reader's limits are too tight. */
export const loadLimits = { seconds: 600, memoryBytes: 8 * 1024 ** 3 }

export async function dropRestaged(clickhouse: ClickHouse): Promise<void> {
  const left = await clickhouse.rows<{ name: string }>("show tables like '%\\_restaged\\_%'")
  for (const { name } of left) await dropTable(clickhouse, name)
}

/**
 * Keeps a step over a whole roll within bounds: what its groups hold beyond these bytes goes to the disk. Staging 800,000
 * properties, a second thread took 350 MB more and saved no time on two cores.
 */
export const bounded = `settings max_threads = 1, max_insert_threads = 1, max_bytes_before_external_group_by = 67108864`

/** A condition on a key that leaves one slice of its rows. */
export type KeySlice = (key: string) => string

/**
 * Slices of so many rows, by a key that is a hash: a step that takes one after the other holds no more of a large roll
 * than of a small one. Reading three million properties three times cost 5% more processor; a join that is made ready
 * for the disk (grace_hash) twice as much, and one that should turn to it when it must ('auto') ends in an error.
 */
export function slicesOf(rows: number, rowsPerSlice = 500_000): KeySlice[] {
  const count = Math.max(Math.ceil(rows / rowsPerSlice), 1)
  return Array.from({ length: count }, (_, at) => (key: string) => `${key} % ${count} = ${at}`)
}

/** Writes blocks as they come: gathered to the store's quarter of a gigabyte, a million rows took 250 MB more. */
export const inSmallBlocks = `settings min_insert_block_size_rows = 65536, min_insert_block_size_bytes = 33554432,
  max_block_size = 32768`
