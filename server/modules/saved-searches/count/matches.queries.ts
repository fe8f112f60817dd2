import { type PageQuery, toSlice } from '@dooryard/contract/api/paging'
import type { ClickHouse, ReadOptions } from '../../../platform/clickhouse/client.ts'
import { buildMatchingSql, createBinder, idListSql, type MatchingSql, type Selection } from '../../properties/index.ts'

/** A background count may take longer than an interactive one, and yields to it. */
const backgroundOptions = { isHeavy: true, isPatient: true, seconds: 60 } as const

type MatchQuery = Selection & { isUnhurried?: boolean }

const getReadOptions = ({ options }: MatchingSql, { isUnhurried = false }: MatchQuery): ReadOptions =>
  isUnhurried ? { ...options, ...backgroundOptions } : options

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
  selection: MatchQuery,
): Promise<{ count: number; delivered: number }> {
  const matching = buildMatchingSql(selection)
  const sql = `select count() as count, countIf(${matching.bindPurchased().any}) as delivered
    from properties where ${matching.matches} ${matching.settings}`
  const options = getReadOptions(matching, selection)
  const row = await readRow<{ count: string; delivered: string }>(clickhouse, sql, matching.params, options)
  return { count: Number(row.count), delivered: Number(row.delivered) }
}

/** A fingerprint that tells whether two sets are equal. */
const print = "concat(toString(count()), ' ', toString(groupBitXor(cityHash64(property_id))))"

export type Matches = { ids: string[]; print: string }

/** Returns the ids of up to `max` + 1 matches, delivered or not. */
export async function readMatches(clickhouse: ClickHouse, selection: MatchQuery, max: number): Promise<Matches> {
  const matching = buildMatchingSql(selection)
  const sql = `select groupArray(property_id) as ids, ${print} as print from (
      select property_id from properties where ${matching.matches} limit ${assertInteger(max + 1)}) ${matching.settings}`
  return readRow<Matches>(clickhouse, sql, matching.params, getReadOptions(matching, selection))
}

export async function getSetFingerprint(clickhouse: ClickHouse, set: number): Promise<string> {
  const sql = `select ${print} as print from saved_search_matches where match_set = {set:UInt32}`
  return (await readRow<{ print: string }>(clickhouse, sql, { set })).print
}

/** Writes matches into an empty set, without waiting for roll imports. */
export async function insertMatches(
  clickhouse: ClickHouse,
  set: number,
  { ids, signal }: { ids: readonly string[]; signal?: AbortSignal | undefined },
): Promise<void> {
  if (ids.length === 0) return
  await clickhouse.run(
    `insert into saved_search_matches (match_set, property_id)
     select toUInt32(${assertInteger(set)}), toUInt64(arrayJoin({ids:Array(String)}))`,
    { ids },
    { isShort: true, signal },
  )
}

type MatchesAmong = { set: number; among: readonly string[] }

/** Writes the matches of other sets that are among these ids into an empty set, each once. */
export async function copyMatches(
  clickhouse: ClickHouse,
  set: number,
  [one, other]: readonly [MatchesAmong, MatchesAmong],
): Promise<void> {
  const { bind, params } = createBinder()
  const select = ({ set: from, among }: MatchesAmong) => `select property_id from saved_search_matches
    where match_set = ${assertInteger(from)} and property_id in ${idListSql(bind, among)}`
  await clickhouse.run(
    `insert into saved_search_matches (match_set, property_id)
     select toUInt32(${assertInteger(set)}), property_id from (${select(one)} union distinct ${select(other)})`,
    params,
    { isShort: true },
  )
}

export async function getSetSize(clickhouse: ClickHouse, set: number): Promise<number> {
  const sql = 'select count() as count from saved_search_matches where match_set = {set:UInt32}'
  return Number((await readRow<{ count: string }>(clickhouse, sql, { set })).count)
}

export type MatchDifference = { entered: number; departed: number }

export async function getSetDifference(clickhouse: ClickHouse, older: number, newer: number): Promise<MatchDifference> {
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

export async function listMatchesOnlyIn(
  clickhouse: ClickHouse,
  { set, without }: { set: number; without: number },
  page: PageQuery,
): Promise<string[]> {
  const { limit, offset } = toSlice(page)
  const rows = await clickhouse.rows<{ propertyId: string }>(
    `select property_id as propertyId from saved_search_matches where match_set = {set:UInt32}
       and property_id not in (select property_id from saved_search_matches where match_set = {without:UInt32})
     order by property_id limit ${assertInteger(limit)} offset ${assertInteger(offset)}`,
    { set, without },
  )
  return rows.map(({ propertyId }) => propertyId)
}

/** For a secondary number: it yields to searches and has a short timeout. */
const sideCountOptions = { isHeavy: true, seconds: 3 } as const

export async function countDelivered(
  clickhouse: ClickHouse,
  sets: readonly number[],
  { ownLeads, asOf, signal }: Pick<Selection, 'ownLeads' | 'asOf' | 'signal'>,
): Promise<Map<number, number>> {
  const { params, bindPurchased } = buildMatchingSql({ criteria: {}, ownLeads, asOf })
  const { any } = bindPurchased()
  if (sets.length === 0 || any === 'false') return new Map()
  const rows = await clickhouse.rows<{ set: number; count: string }>(
    `select match_set as set, count() as count from saved_search_matches
     where match_set in (${sets.map(assertInteger).join(', ')})
       and property_id in (select property_id from properties where ${any}) group by match_set`,
    params,
    { ...sideCountOptions, signal },
  )
  return new Map(rows.map(({ set, count }) => [set, Number(count)]))
}

export async function dropSets(clickhouse: ClickHouse, sets: readonly number[]): Promise<void> {
  if (sets.length === 0) return
  await clickhouse.run(`delete from saved_search_matches where match_set in (${sets.map(assertInteger).join(', ')})`)
}

/** Lists the sets below an id that have rows in the store. */
export async function listStoredSets(clickhouse: ClickHouse, below: number): Promise<number[]> {
  const rows = await clickhouse.rows<{ set: number }>(
    'select distinct match_set as set from saved_search_matches where match_set < {below:UInt32}',
    { below },
    { isHeavy: true, seconds: 60, resultRows: 10_000_000 },
  )
  return rows.map(({ set }) => set)
}

/** Values inserted into a statement without binding must be integers. */
function assertInteger(value: number): number {
  if (!Number.isSafeInteger(value) || value < 0) throw new Error(`${value} is no set and no number of rows`)
  return value
}
