import type { DncList } from '@dooryard/contract/vocabularies'
import type { ClickHouse } from '../../platform/clickhouse/client.ts'
import type { ScrubPlan } from './scrub-plan.ts'
import { gravity, nationalCopies, usedCopies } from './scrub-rules.ts'

/** What reading a whole list may take: a quarter of a billion numbers, in their order. */
const loadLimits = { seconds: 1_800, memoryBytes: 2 * 1024 ** 3, resultRows: 10_000, isHeavy: true }

const tables = ['dnc_numbers', 'dnc_changes'] as const

export async function dropNumbers(clickhouse: ClickHouse, load: number): Promise<void> {
  await dropChanges(clickhouse, load)
  await clickhouse.run(`alter table dnc_numbers drop partition ${whole(load)}`)
}

export const dropChanges = (clickhouse: ClickHouse, load: number): Promise<void> =>
  clickhouse.run(`alter table dnc_changes drop partition ${whole(load)}`)

export async function storedLoads(clickhouse: ClickHouse): Promise<number[]> {
  const rows = await clickhouse.rows<{ load: string }>(
    `select distinct partition as load from system.parts
     where active and database = currentDatabase() and table in {tables:Array(String)} order by toUInt32(load)`,
    { tables },
    loadLimits,
  )
  return rows.map(({ load }) => Number(load))
}

/** Numbers of the old load less what the change list takes off, with what it adds; of two lines the later counts. */
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

type Hit = { phone: string; loads: number[] }

/** Beside so many numbers a search that somebody waits for goes first. */
const many = 1_000

/** In one statement however many they are; numbers that are in none are left out. */
export async function findNumbers(
  clickhouse: ClickHouse,
  { loads, numbers }: { loads: readonly number[]; numbers: readonly string[] },
): Promise<Hit[]> {
  if (loads.length === 0 || numbers.length === 0) return []
  return clickhouse.rows<Hit>(
    `select toString(number) as phone, groupUniqArray(load) as loads from dnc_numbers
     where load in {loads:Array(UInt32)}
       and number in (select arrayJoin(cast(splitByChar(',', {numbers:String}), 'Array(UInt64)')))
     group by number`,
    // A subquery over one text: as a constant, 200,000 numbers kept the store busy for minutes instead of a second.
    { loads, numbers: numbers.join(',') },
    { seconds: 120, resultRows: numbers.length, isHeavy: numbers.length > many },
  )
}

export async function countNumbers(
  clickhouse: ClickHouse,
  loads: readonly number[],
): Promise<ReadonlyMap<number, number>> {
  if (loads.length === 0) return new Map()
  const rows = await clickhouse.rows<{ load: number; rows: string }>(
    'select load, count() as rows from dnc_numbers where load in {loads:Array(UInt32)} group by load',
    { loads },
    { seconds: 60, resultRows: loads.length },
  )
  return new Map(rows.map(({ load, rows: count }) => [load, Number(count)]))
}

/** `among` keeps the join small. Unlike `scrubNumbers` it notices no missing numbers: to count with, not to call by. */
export function scrubSql(plan: ScrubPlan, { number, among }: { number: string; among: string }) {
  const areaCode = (of: string) => `intDiv(${of}, 10000000)`
  const national = [...nationalCopies(plan)].map(([scope, { load }]) => ({
    areaCode: toAreaCode(scope),
    load: whole(load),
  }))
  const others = usedCopies(plan).filter(({ list }) => list !== 'NATIONAL')
  const loadsOf = (...lists: DncList[]) =>
    others.flatMap(({ list, load }) => (lists.includes(list) ? [whole(load)] : []))
  const on = (list: DncList) => isIn('load', loadsOf(list))
  const pairs = national.map((copy) => `(${copy.areaCode}, ${copy.load})`)
  const conditions = {
    ...{ LITIGATOR: on('LITIGATOR'), INTERNAL_DNC: on('INTERNAL'), STATE_DNC: on('STATE') },
    NATIONAL_DNC: isIn(`(${areaCode('number')}, load)`, pairs),
  }
  const ranked = gravity.map((result, at) => ({ result, rank: gravity.length - at }))
  const severity = `multiIf(${ranked.map(({ result, rank }) => `${conditions[result]}, ${rank}`).join(', ')}, 0)`
  const loads = [...new Set([...loadsOf('LITIGATOR', 'INTERNAL', 'STATE'), ...national.map(({ load }) => load)])]
  const covered = isIn(
    areaCode(number),
    national.map((copy) => copy.areaCode),
  )
  const named = ranked.map(({ result, rank }) => `dnc.severity = ${rank}, '${result}'`)
  return {
    join: `left any join (
      select number, max(${severity}) as severity from dnc_numbers
      where ${isIn('load', loads)} and number in (${among}) group by number
    ) as dnc on dnc.number = ${number}`,
    result: `multiIf(${named.join(', ')}, ${covered}, 'CLEAN', 'NOT_SCRUBBED')`,
  }
}

const isIn = (expression: string, items: readonly (string | number)[]) =>
  items.length > 0 ? `${expression} in (${items.join(', ')})` : 'false'

/** What goes into a statement as it is, where nothing can be bound, must be a whole number. */
function whole(value: number): number {
  if (!Number.isSafeInteger(value) || value < 0) throw new Error(`${value} is no load and no number`)
  return value
}

function toAreaCode(scope: string): number {
  if (!/^\d{1,3}$/.test(scope)) throw new Error(`${JSON.stringify(scope)} is no area code`)
  return Number(scope)
}
