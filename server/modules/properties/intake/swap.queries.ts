import { randomBytes } from 'node:crypto'
import type { ClickHouse } from '../../../platform/clickhouse/client.ts'
import { literal } from '../../../platform/clickhouse/params.ts'
import { checked, dropTable, type LiveTable, loadLimits } from './tables.queries.ts'

/** Rows to be put into a table: `from` holds all that a roll has in the counties. */
export type Swap = {
  table: LiveTable
  from: string
  source?: string
  /** Everywhere unless said. */
  counties?: readonly string[] | undefined
}

/**
 * Puts rows in place of those that the tables have, of each table all at once: a copy of it, whose files are linked and not
 * copied, is changed beside it and then takes its name. Whoever reads sees all old rows of a table or all new ones, and so
 * does who comes after a kill; where the store itself replaces a partition, a kill can leave both. The tables change in the
 * order in which the swaps name them, and nobody else may change them meanwhile: `stillAlone` throws when somebody might.
 */
export async function swapIn(clickhouse: ClickHouse, swaps: readonly Swap[], stillAlone: () => Promise<void>) {
  const changed = [...Map.groupBy(swaps, ({ table }) => table)]
  // The store takes its time to mark rows as gone, and waits more than it works.
  const made = await Promise.allSettled(changed.map(([table, its]) => changedCopy(clickhouse, table, its)))
  // Not before all have ended: what is dropped after a failure must not come into being after that.
  const copies = made.map((one) => {
    if (one.status === 'rejected') throw one.reason
    return one.value
  })
  for (const [at, [table]] of changed.entries()) {
    await stillAlone()
    await clickhouse.run(`exchange tables ${copies[at]} and ${table}`)
  }
  for (const copy of copies) await dropTable(clickhouse, copy)
}

async function changedCopy(clickhouse: ClickHouse, table: LiveTable, swaps: readonly Swap[]): Promise<string> {
  // No source is called so. It is dropped with what else an import stages.
  const copy = `${table}_restaged__copy_${randomBytes(4).toString('hex')}`
  await clickhouse.run(`create table ${copy} as ${table}`)
  const isOld = swaps.map(oldRows).join(' or ')
  const { touched, mixed } = await findTouched(clickhouse, table, isOld)
  // The store marks rows as gone in all parts of a table, with a pause after some, so the others are not there yet.
  if (mixed.length > 0) {
    await link(clickhouse, table, copy, (id) => mixed.includes(id))
    await clickhouse.run(`delete from ${copy} where ${isOld}`)
  }
  await link(clickhouse, table, copy, (id) => !touched.includes(id))
  for (const { from } of swaps) await link(clickhouse, from, copy)
  return copy
}

async function findTouched(clickhouse: ClickHouse, table: LiveTable, isOld: string) {
  const having = async (condition: string) => {
    const found = await clickhouse.rows<{ id: string }>(
      `select distinct _partition_id as id from ${table} where ${condition} order by id`,
      {},
      loadLimits,
    )
    return found.map(({ id }) => id)
  }
  const touched = await having(isOld)
  if (touched.length === 0) return { touched, mixed: [] }
  return { touched, mixed: await having(`_partition_id in (${touched.map(literal).join(', ')}) and not (${isOld})`) }
}

async function link(clickhouse: ClickHouse, from: string, to: string, isWanted = (_id: string) => true): Promise<void> {
  const partitions = await clickhouse.rows<{ id: string }>(
    `select distinct partition_id as id from system.parts
     where active and database = currentDatabase() and table = {from:String} order by id`,
    { from },
    loadLimits,
  )
  for (const { id } of partitions.filter((partition) => isWanted(partition.id)))
    await clickhouse.run(`alter table ${to} attach partition id ${literal(id)} from ${from}`)
}

function oldRows({ source, counties }: Swap): string {
  const isOfRoll = source === undefined ? 'true' : `source = '${checked(source)}'`
  return counties ? `(${isOfRoll} and county_fips in (${counties.map(literal).join(', ')}))` : isOfRoll
}
