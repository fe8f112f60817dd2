import type { ClickHouse } from '../../platform/clickhouse/client.ts'

/** What reading a whole list may take: a quarter of a billion numbers, in their order. */
const loadLimits = { seconds: 1_800, memoryBytes: 2 * 1024 ** 3, resultRows: 10_000, isHeavy: true }

/** What has numbers of loads in it. */
const tables = ['dnc_numbers', 'dnc_changes'] as const

/** Drops the numbers of a load, and the changes it was to be made of. What is not there is fine. */
export async function dropNumbers(clickhouse: ClickHouse, load: number): Promise<void> {
  await dropChanges(clickhouse, load)
  await clickhouse.run(`alter table dnc_numbers drop partition ${whole(load)}`)
}

/** Drops the changes that a load was made of. */
export const dropChanges = (clickhouse: ClickHouse, load: number): Promise<void> =>
  clickhouse.run(`alter table dnc_changes drop partition ${whole(load)}`)

/** The loads of which the store has anything. */
export async function storedLoads(clickhouse: ClickHouse): Promise<number[]> {
  const rows = await clickhouse.rows<{ load: string }>(
    `select distinct partition as load from system.parts
     where active and database = currentDatabase() and table in {tables:Array(String)} order by toUInt32(load)`,
    { tables },
    loadLimits,
  )
  return rows.map(({ load }) => Number(load))
}

/**
 * Makes numbers of a load: those of another between two numbers, less what its change list takes off, with what that
 * adds. Of two lines about one number the later counts.
 */
export async function mergeChanges(
  clickhouse: ClickHouse,
  { load, old, from, to }: { load: number; old: number | null; from: number; to: number },
): Promise<void> {
  const within = `number between ${whole(from)} and ${whole(to)}`
  const changed = `from dnc_changes where load = ${whole(load)} and ${within}`
  if (old !== null)
    await clickhouse.run(
      `insert into dnc_numbers (load, number) select distinct toUInt32(${whole(load)}), number from dnc_numbers
       where load = ${whole(old)} and ${within} and number not in (select number ${changed})
       settings optimize_distinct_in_order = 1, max_threads = 2`,
    )
  await clickhouse.run(
    `insert into dnc_numbers (load, number) select toUInt32(${whole(load)}), number ${changed}
     group by number having argMax(is_added, line) settings optimize_aggregation_in_order = 1, max_threads = 2`,
  )
}

/** The area codes that the change list of a load is about. */
export async function changedAreas(clickhouse: ClickHouse, load: number): Promise<string[]> {
  const rows = await clickhouse.rows<{ areaCode: string }>(
    `select distinct toString(intDiv(number, 10000000)) as areaCode from dnc_changes where load = {load:UInt32}
     order by areaCode`,
    { load },
    loadLimits,
  )
  return rows.map(({ areaCode }) => areaCode)
}

export type AreaCount = { areaCode: string; rows: number; numbers: number }

/** How many rows a load has for each area code, and how many numbers these are: a file may repeat some. */
export async function countByArea(clickhouse: ClickHouse, load: number): Promise<AreaCount[]> {
  const rows = await clickhouse.rows<{ areaCode: string; rows: string; numbers: string }>(
    `select toString(intDiv(number, 10000000)) as areaCode, sum(repeats) as rows, count() as numbers
     from (select number, count() as repeats from dnc_numbers where load = {load:UInt32} group by number)
     group by areaCode order by areaCode settings optimize_aggregation_in_order = 1, max_threads = 2`,
    { load },
    loadLimits,
  )
  return rows.map(({ areaCode, rows, numbers }) => ({ areaCode, rows: Number(rows), numbers: Number(numbers) }))
}

/** What goes into a statement as it is, where nothing can be bound, must be a whole number. */
function whole(value: number): number {
  if (!Number.isSafeInteger(value) || value < 0) throw new Error(`${value} is no load and no number`)
  return value
}
