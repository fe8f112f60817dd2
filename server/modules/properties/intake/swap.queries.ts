import type { ClickHouse } from '../../../platform/clickhouse/client.ts'
import { checked, createLike, dropTable, type LiveTable, loadLimits } from './tables.queries.ts'

// The codes of states, and so of counties, follow their names: six regions of about the same size, and the islands.
const region = 'substring(county_fips, 1, 1)'

/** What the rows of each table are kept apart by, and can be replaced by at once. */
const partitionedBy: Record<LiveTable, string> = {
  properties: region,
  transfers: region,
  sales: region,
  place_counts: region,
  contacts: 'source',
}

/** Rows to be put into a table: `from` holds all that a roll has in the counties. */
export type Swap = {
  table: LiveTable
  from: string
  /** Of all rolls unless said. */
  source?: string
  /** Everywhere unless said. */
  counties?: readonly string[] | undefined
}

/**
 * Puts rows in place of those that a table has. Within a region readers see the old rows or the new ones, never
 * some of each; a roll of several regions changes one after the other.
 */
export async function swapIn(clickhouse: ClickHouse, swap: Swap): Promise<void> {
  for (const change of await changesOf(clickhouse, swap)) await swapPartition(clickhouse, change)
}

type Change = Swap & {
  partition: string
  /** Whether the partition has old rows of the roll, rows of other rolls, and is given new ones. */
  hasOld: boolean
  hasOthers: boolean
  hasNew: boolean
}

type Counted = { partition: string; old: string; others: string; new: string }

async function changesOf(clickhouse: ClickHouse, swap: Swap): Promise<Change[]> {
  const { table, from } = swap
  const by = partitionedBy[table]
  const isOld = oldRows(swap)
  const rows = await clickhouse.rows<Counted>(
    `select partition, sum(is_old) as old, sum(is_other) as others, sum(is_new) as new from (
       select ${by} as partition, count() as is_new, 0 as is_old, 0 as is_other from ${from} group by partition
       union all
       select ${by} as partition, 0 as is_new, countIf(${isOld}) as is_old, countIf(not (${isOld})) as is_other from ${table}
       where ${by} in (select ${by} from ${from} union distinct select ${by} from ${table} where ${isOld})
       group by partition)
     group by partition order by partition`,
    {},
    loadLimits,
  )
  return rows.map(({ partition, old, others, new: added }) => ({
    ...swap,
    partition: partitionName(partition),
    hasOld: Number(old) > 0,
    hasOthers: Number(others) > 0,
    hasNew: Number(added) > 0,
  }))
}

/** Which rows of the table are replaced. */
function oldRows({ source, counties }: Swap): string {
  const isOfRoll = source === undefined ? 'true' : `source = '${checked(source)}'`
  return counties ? `${isOfRoll} and county_fips in (${counties.map(countyName).join(', ')})` : isOfRoll
}

function countyName(fips: string): string {
  if (!/^\d{5}$/.test(fips)) throw new Error(`${JSON.stringify(fips)} is not the code of a county.`)
  return `'${fips}'`
}

/** The name of a region or of a source goes into SQL, where nothing can be bound. */
function partitionName(name: string): string {
  if (!/^[A-Za-z0-9-]*$/.test(name)) throw new Error(`${JSON.stringify(name)} is not the name of a partition.`)
  return `'${name}'`
}

async function swapPartition(clickhouse: ClickHouse, change: Change): Promise<void> {
  const { table, partition, from, hasOthers, hasNew } = change
  // The store takes a replacement by nothing for an oversight.
  if (!hasOthers && !hasNew) return clickhouse.run(`alter table ${table} drop partition ${partition}`)
  if (!hasOthers) return clickhouse.run(`alter table ${table} replace partition ${partition} from ${from}`)
  const whole = await wholePartition(clickhouse, change)
  await clickhouse.run(`alter table ${table} replace partition ${partition} from ${whole}`)
  await dropTable(clickhouse, whole)
}

/**
 * Puts together what a partition will hold: the files of the live one, which are linked and not copied, with the old rows
 * of the roll marked as gone, and those of the new ones. Of one with a million properties it took a tenth of a second.
 */
async function wholePartition(clickhouse: ClickHouse, change: Change): Promise<string> {
  const { table, partition, from, hasOld, hasNew } = change
  // No source is called so. It is dropped with what else an import stages.
  const whole = `${table}_restaged__whole`
  await createLike(clickhouse, whole, table)
  await clickhouse.run(`alter table ${whole} attach partition ${partition} from ${table}`)
  if (hasOld) await clickhouse.run(`delete from ${whole} where ${oldRows(change)}`)
  if (hasNew) await clickhouse.run(`alter table ${whole} attach partition ${partition} from ${from}`)
  return whole
}
