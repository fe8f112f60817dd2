import { randomBytes } from 'node:crypto'
import type { ClickHouse } from '../../../../platform/clickhouse/client.ts'
import { quoteLiteral } from '../../../../platform/clickhouse/params.ts'
import { dropTable, type LiveTable, loadLimits, requireSlug } from './ingest-tables.queries.ts'

/** A swap of rows into a table: `from` holds all rows of the roll in the counties. */
export type TableSwap = {
  table: LiveTable
  from: string
  source?: string
  /** All counties when omitted. */
  counties?: readonly string[] | undefined
}

/**
 * Replaces rows in each table atomically: a copy of the table, whose files are hard-linked, is changed and then takes
 * its name. Readers see all old rows of a table or all new ones, also after a kill; with ClickHouse's own partition
 * replacement a kill can leave both. The tables take their names in one statement, in the order of the swaps:
 * ClickHouse exchanges them one after the other, within some milliseconds each, so a reader of several can see new rows
 * of one and old ones of another for that long. They must not be changed by others meanwhile. What `beforeExchange`
 * throws, as when the store lock was lost, changes nothing; readers see no change before it is called.
 */
export async function swapTables(
  clickhouse: ClickHouse,
  swaps: readonly TableSwap[],
  beforeExchange: () => Promise<void>,
) {
  const changed = [...Map.groupBy(swaps, ({ table }) => table)]
  // ClickHouse takes long to mark rows as deleted, mostly waiting.
  const results = await Promise.allSettled(changed.map(([table, its]) => buildChangedCopy(clickhouse, table, its)))
  // Waits for all to settle: nothing may be created after the clean-up of a failure has dropped its tables.
  const copies = results.map((one) => {
    if (one.status === 'rejected') throw one.reason
    return one.value
  })
  await beforeExchange()
  const pairs = changed.map(([table], at) => `${copies[at]} and ${table}`)
  if (pairs.length > 0) await clickhouse.run(`exchange tables ${pairs.join(', ')}`)
  for (const copy of copies) await dropTable(clickhouse, copy)
}

async function buildChangedCopy(
  clickhouse: ClickHouse,
  table: LiveTable,
  swaps: readonly TableSwap[],
): Promise<string> {
  // No source has this name. It is dropped with the other staged tables of an import.
  const copy = `${table}_restaged__copy_${randomBytes(4).toString('hex')}`
  await clickhouse.run(`create table ${copy} as ${table}`)
  const isOld = swaps.map(replacedRowsSql).join(' or ')
  const { touched: affected, mixed } = await findAffectedPartitions(clickhouse, table, isOld)
  // ClickHouse marks deleted rows in all parts of a table, with a pause between some, so the unaffected partitions are
  // attached afterwards.
  if (mixed.length > 0) {
    await attachPartitions(clickhouse, table, copy, (id) => mixed.includes(id))
    await clickhouse.run(`delete from ${copy} where ${isOld}`)
  }
  await attachPartitions(clickhouse, table, copy, (id) => !affected.includes(id))
  for (const { from } of swaps) await attachPartitions(clickhouse, from, copy)
  return copy
}

async function findAffectedPartitions(clickhouse: ClickHouse, table: LiveTable, isOld: string) {
  const having = async (condition: string) => {
    const found = await clickhouse.rows<{ id: string }>(
      `select distinct _partition_id as id from ${table} where ${condition} order by id`,
      {},
      loadLimits,
    )
    return found.map(({ id }) => id)
  }
  const affected = await having(isOld)
  if (affected.length === 0) return { touched: affected, mixed: [] }
  return {
    touched: affected,
    mixed: await having(`_partition_id in (${affected.map(quoteLiteral).join(', ')}) and not (${isOld})`),
  }
}

async function attachPartitions(
  clickhouse: ClickHouse,
  from: string,
  to: string,
  isWanted = (_id: string) => true,
): Promise<void> {
  const partitions = await clickhouse.rows<{ id: string }>(
    `select distinct partition_id as id from system.parts
     where active and database = currentDatabase() and table = {from:String} order by id`,
    { from },
    loadLimits,
  )
  for (const { id } of partitions.filter((partition) => isWanted(partition.id)))
    await clickhouse.run(`alter table ${to} attach partition id ${quoteLiteral(id)} from ${from}`)
}

function replacedRowsSql({ source, counties }: TableSwap): string {
  const isOfRoll = source === undefined ? 'true' : `source = '${requireSlug(source)}'`
  return counties ? `(${isOfRoll} and county_fips in (${counties.map(quoteLiteral).join(', ')}))` : isOfRoll
}
