import type { DncList } from '@dooryard/contract/api/enums'
import type { ClickHouse } from '../../../platform/clickhouse/client.ts'
import type { ScrubPlan } from '../scrub/scrub-plan.ts'
import { getNationalVersions, getUsedVersions, listedResultsBySeverity } from '../scrub/scrub-rules.ts'

/** Limits for reading a whole list: a quarter of a billion sorted numbers. */
const loadLimits = { seconds: 1_800, memoryBytes: 2 * 1024 ** 3, resultRows: 10_000, isHeavy: true }

const tables = ['dnc_numbers', 'dnc_changes'] as const

export async function dropNumbers(clickhouse: ClickHouse, load: number): Promise<void> {
  await dropChanges(clickhouse, load)
  await clickhouse.run(`alter table dnc_numbers drop partition ${assertInteger(load)}`)
}

export const dropChanges = (clickhouse: ClickHouse, load: number): Promise<void> =>
  clickhouse.run(`alter table dnc_changes drop partition ${assertInteger(load)}`)

export async function listStoredLoads(clickhouse: ClickHouse): Promise<number[]> {
  const rows = await clickhouse.rows<{ load: string }>(
    `select distinct partition as load from system.parts
     where active and database = currentDatabase() and table in {tables:Array(String)} order by toUInt32(load)`,
    { tables },
    loadLimits,
  )
  return rows.map(({ load }) => Number(load))
}

/**
 * Inserts the numbers of the old load minus the removed and plus the added numbers of the change list. The later of
 * two lines counts.
 */
export async function mergeChanges(
  clickhouse: ClickHouse,
  { load, old, from, to }: { load: number; old: number | null; from: number; to: number },
): Promise<void> {
  const within = `number between ${assertInteger(from)} and ${assertInteger(to)}`
  const changed = `from dnc_changes where load = ${assertInteger(load)} and ${within}`
  if (old !== null)
    await clickhouse.run(
      `insert into dnc_numbers (load, number) select distinct toUInt32(${assertInteger(load)}), number from dnc_numbers
       where load = ${assertInteger(old)} and ${within} and number not in (select number ${changed})
       settings optimize_distinct_in_order = 1, max_threads = 2`,
    )
  await clickhouse.run(
    `insert into dnc_numbers (load, number) select toUInt32(${assertInteger(load)}), number ${changed}
     group by number having argMax(is_added, line) settings optimize_aggregation_in_order = 1, max_threads = 2`,
  )
}

export async function listChangedAreas(clickhouse: ClickHouse, load: number): Promise<string[]> {
  const rows = await clickhouse.rows<{ areaCode: string }>(
    `select distinct toString(intDiv(number, 10000000)) as areaCode from dnc_changes where load = {load:UInt32}
     order by areaCode`,
    { load },
    loadLimits,
  )
  return rows.map(({ areaCode }) => areaCode)
}

export type AreaCount = { areaCode: string; rows: number; numbers: number }

/** Counts rows and distinct numbers of a load per area code: a file may repeat numbers. */
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

type NumberHit = { phone: string; loads: number[] }

/** A lookup of this size yields to interactive searches. */
const largeLookup = 1_000

/** Looks up any number of phones in one statement. Phones in no load are omitted. */
export async function findNumbers(
  clickhouse: ClickHouse,
  { loads, numbers }: { loads: readonly number[]; numbers: readonly string[] },
): Promise<NumberHit[]> {
  if (loads.length === 0 || numbers.length === 0) return []
  return clickhouse.rows<NumberHit>(
    `select toString(number) as phone, groupUniqArray(load) as loads from dnc_numbers
     where load in {loads:Array(UInt32)}
       and number in (select arrayJoin(cast(splitByChar(',', {numbers:String}), 'Array(UInt64)')))
     group by number`,
    // A subquery over one text: as a constant, 200,000 numbers kept the store busy for minutes instead of a second.
    { loads, numbers: numbers.join(',') },
    { seconds: 120, resultRows: numbers.length, isHeavy: numbers.length > largeLookup },
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

/**
 * Builds the SQL of a scrub. `among` keeps the join small. Unlike `scrubNumbers` it does not detect missing numbers,
 * so it is for counts only, not for calling.
 */
export function buildScrubSql(plan: ScrubPlan, { number, among }: { number: string; among: string }) {
  const areaCode = (of: string) => `intDiv(${of}, 10000000)`
  const national = [...getNationalVersions(plan)].map(([scope, { load }]) => ({
    areaCode: toAreaCode(scope),
    load: assertInteger(load),
  }))
  const others = getUsedVersions(plan).filter(({ list }) => list !== 'NATIONAL')
  const listLoads = (...lists: DncList[]) =>
    others.flatMap(({ list, load }) => (lists.includes(list) ? [assertInteger(load)] : []))
  const on = (list: DncList) => buildInCondition('load', listLoads(list))
  const pairs = national.map((copy) => `(${copy.areaCode}, ${copy.load})`)
  const conditions = {
    ...{ LITIGATOR: on('LITIGATOR'), INTERNAL_DNC: on('INTERNAL'), STATE_DNC: on('STATE') },
    NATIONAL_DNC: buildInCondition(`(${areaCode('number')}, load)`, pairs),
  }
  const ranked = listedResultsBySeverity.map((result, at) => ({ result, rank: listedResultsBySeverity.length - at }))
  const severity = `multiIf(${ranked.map(({ result, rank }) => `${conditions[result]}, ${rank}`).join(', ')}, 0)`
  const loads = [...new Set([...listLoads('LITIGATOR', 'INTERNAL', 'STATE'), ...national.map(({ load }) => load)])]
  const covered = buildInCondition(
    areaCode(number),
    national.map((copy) => copy.areaCode),
  )
  const named = ranked.map(({ result, rank }) => `dnc.severity = ${rank}, '${result}'`)
  return {
    join: `left any join (
      select number, max(${severity}) as severity from dnc_numbers
      where ${buildInCondition('load', loads)} and number in (${among}) group by number
    ) as dnc on dnc.number = ${number}`,
    result: `multiIf(${named.join(', ')}, ${covered}, 'CLEAN', 'NOT_SCRUBBED')`,
  }
}

const buildInCondition = (expression: string, items: readonly (string | number)[]) =>
  items.length > 0 ? `${expression} in (${items.join(', ')})` : 'false'

/** Values inserted into a statement without binding must be integers. */
function assertInteger(value: number): number {
  if (!Number.isSafeInteger(value) || value < 0) throw new Error(`${value} is no load and no number`)
  return value
}

function toAreaCode(scope: string): number {
  if (!/^\d{1,3}$/.test(scope)) throw new Error(`${JSON.stringify(scope)} is no area code`)
  return Number(scope)
}
