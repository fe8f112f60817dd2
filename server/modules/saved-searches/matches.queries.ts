import { type PageQuery, sliceOf } from '@dooryard/contract/paging'
import type { ClickHouse, ReadOptions } from '../../platform/clickhouse/client.ts'
import { type MatchingSql, matchingSql, type Selection } from '../properties/index.ts'

/** A count that runs by itself may take longer than one that somebody waits for, and makes room for those. */
const unhurried = { isHeavy: true, isPatient: true, seconds: 60 } as const

type Asked = Selection & { isUnhurried?: boolean }

const optionsOf = ({ options }: MatchingSql, { isUnhurried = false }: Asked): ReadOptions =>
  isUnhurried ? { ...options, ...unhurried } : options

async function readRow<Row extends object>(
  clickhouse: ClickHouse,
  ...query: Parameters<ClickHouse['rows']>
): Promise<Row> {
  const [row] = await clickhouse.rows<Row>(...query)
  if (!row) throw new Error('the store gave no answer')
  return row
}

export async function countMatches(
  clickhouse: ClickHouse,
  selection: Asked,
): Promise<{ count: number; delivered: number }> {
  const matching = matchingSql(selection)
  const sql = `select count() as count, countIf(not (${matching.isFresh})) as delivered
    from properties where ${matching.matches} ${matching.settings}`
  const options = optionsOf(matching, selection)
  const row = await readRow<{ count: string; delivered: string }>(clickhouse, sql, matching.params, options)
  return { count: Number(row.count), delivered: Number(row.delivered) }
}

/** Whether two sets are the same can be told by this. */
const print = "concat(toString(count()), ' ', toString(groupBitXor(cityHash64(property_id))))"

export type Matches = { ids: string[]; print: string }

/** The ids of what matches, delivered or not, up to one more than `most`. */
export async function readMatches(clickhouse: ClickHouse, selection: Asked, most: number): Promise<Matches> {
  const matching = matchingSql(selection)
  const sql = `select groupArray(property_id) as ids, ${print} as print from (
      select property_id from properties where ${matching.matches} limit ${whole(most + 1)}) ${matching.settings}`
  return readRow<Matches>(clickhouse, sql, matching.params, optionsOf(matching, selection))
}

export async function printOfSet(clickhouse: ClickHouse, set: number): Promise<string> {
  const sql = `select ${print} as print from saved_search_matches where match_set = {set:UInt32}`
  return (await readRow<{ print: string }>(clickhouse, sql, { set })).print
}

/** Puts matches into an empty set, without waiting for what loads a roll. */
export async function keepMatches(
  clickhouse: ClickHouse,
  set: number,
  { ids, signal }: { ids: readonly string[]; signal?: AbortSignal | undefined },
): Promise<void> {
  if (ids.length === 0) return
  await clickhouse.run(
    `insert into saved_search_matches (match_set, property_id)
     select toUInt32(${whole(set)}), toUInt64(arrayJoin({ids:Array(String)}))`,
    { ids },
    { isShort: true, signal },
  )
}

export async function sizeOfSet(clickhouse: ClickHouse, set: number): Promise<number> {
  const sql = 'select count() as count from saved_search_matches where match_set = {set:UInt32}'
  return Number((await readRow<{ count: string }>(clickhouse, sql, { set })).count)
}

export type Difference = { entered: number; departed: number }

export async function differenceOf(clickhouse: ClickHouse, older: number, newer: number): Promise<Difference> {
  if (older === newer) return { entered: 0, departed: 0 }
  const { entered, departed } = await readRow<{ entered: string; departed: string }>(
    clickhouse,
    `select countIf(is_new and not is_old) as entered, countIf(is_old and not is_new) as departed
     from (select max(match_set = {newer:UInt32}) as is_new, max(match_set = {older:UInt32}) as is_old
           from saved_search_matches where match_set in ({older:UInt32}, {newer:UInt32}) group by property_id)`,
    { older, newer },
  )
  return { entered: Number(entered), departed: Number(departed) }
}

export async function onlyIn(
  clickhouse: ClickHouse,
  { set, without }: { set: number; without: number },
  page: PageQuery,
): Promise<string[]> {
  const { limit, offset } = sliceOf(page)
  const rows = await clickhouse.rows<{ propertyId: string }>(
    `select property_id as propertyId from saved_search_matches where match_set = {set:UInt32}
       and property_id not in (select property_id from saved_search_matches where match_set = {without:UInt32})
     order by property_id limit ${whole(limit)} offset ${whole(offset)}`,
    { set, without },
  )
  return rows.map(({ propertyId }) => propertyId)
}

/** A number beside others that are there already: it makes room for searches, and nobody waits long for it. */
const besides = { isHeavy: true, seconds: 3 } as const

export async function countDelivered(
  clickhouse: ClickHouse,
  sets: readonly number[],
  { propertyIds, asOf, signal }: { propertyIds: readonly string[]; asOf: Date; signal?: AbortSignal },
): Promise<Map<number, number>> {
  if (sets.length === 0 || propertyIds.length === 0) return new Map()
  const { params, isFresh } = matchingSql({ criteria: {}, excludeIds: propertyIds, asOf })
  const rows = await clickhouse.rows<{ set: number; count: string }>(
    `select match_set as set, count() as count from saved_search_matches
     where match_set in (${sets.map(whole).join(', ')}) and not (${isFresh}) group by match_set`,
    params,
    { ...besides, signal },
  )
  return new Map(rows.map(({ set, count }) => [set, Number(count)]))
}

export async function dropSets(clickhouse: ClickHouse, sets: readonly number[]): Promise<void> {
  if (sets.length === 0) return
  await clickhouse.run(`delete from saved_search_matches where match_set in (${sets.map(whole).join(', ')})`)
}

/** The sets below a number of which the store has anything. */
export async function storedSets(clickhouse: ClickHouse, below: number): Promise<number[]> {
  const rows = await clickhouse.rows<{ set: number }>(
    'select distinct match_set as set from saved_search_matches where match_set < {below:UInt32}',
    { below },
    { isHeavy: true, seconds: 60, resultRows: 10_000_000 },
  )
  return rows.map(({ set }) => set)
}

/** What goes into a statement as it is, where nothing can be bound, must be a whole number. */
function whole(value: number): number {
  if (!Number.isSafeInteger(value) || value < 0) throw new Error(`${value} is no set and no number of rows`)
  return value
}
