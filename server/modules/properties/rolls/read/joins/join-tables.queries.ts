import type { SourceJoin } from '@dooryard/contract/data/sources/source-document'
import type { ClickHouse } from '../../../../../platform/clickhouse/client.ts'
import {
  boundedSettings,
  buildKeySlices,
  countRows,
  dropTable,
  loadLimits,
  requireSlug,
} from '../../ingest/ingest-tables.queries.ts'
import type { JoinMatches } from '../source-table.ts'

/** A table of texts: the columns `c0`, `c1`… of the main file, and `f0_c0`… of the first joined one. */
export type TextTable = { name: string; columns: string[] }

const toPrefix = (source: string) => `join_${requireSlug(source).replaceAll('-', '_')}__`

/** Drops the tables of a join, also those that a killed import left. */
export async function dropJoinTables(clickhouse: ClickHouse, source: string): Promise<void> {
  const pattern = `${toPrefix(source).replaceAll('_', '\\_')}%`
  const left = await clickhouse.rows<{ name: string }>(
    'select name from system.tables where database = currentDatabase() and name like {pattern:String}',
    { pattern },
  )
  for (const { name } of left) await dropTable(clickhouse, name)
}

/** The sources with tables of a join: it is in progress, or a killed process left them. */
export async function listJoinedSources(clickhouse: ClickHouse): Promise<string[]> {
  const found = await clickhouse.rows<{ prefix: string }>(
    `select distinct splitByString('__', name)[1] as prefix from system.tables
     where database = currentDatabase() and startsWith(name, 'join_')`,
  )
  return found.map(({ prefix }) => prefix.slice('join_'.length).replaceAll('_', '-'))
}

export async function createTextTable(
  clickhouse: ClickHouse,
  source: string,
  suffix: string,
  columns: string[],
): Promise<TextTable> {
  const name = `${toPrefix(source)}${suffix}`
  const texts = columns.map((column) => `, ${column} String`).join('')
  await clickhouse.run(
    `create table ${name} (line UInt64, place UInt64${texts}) engine = MergeTree order by (line, place)`,
  )
  return { name, columns }
}

export type JoinTask = {
  take: SourceJoin['take']
  /** Pairs of columns, one or several on each side, whose texts are equal. */
  on: { left: string[]; right: string[] }[]
  match: SourceJoin['match']
  /** The column of the right table by which the latest row is told. */
  by: string | undefined
}

/**
 * Writes the rows of `left` with those of `right` into a new table. Rows without a counterpart get empty texts, and an
 * empty key has none.
 */
export async function joinTextTables(
  clickhouse: ClickHouse,
  tables: { left: TextTable; right: TextTable; into: TextTable },
  { take, on, match, by }: JoinTask,
): Promise<void> {
  const { left, right, into } = tables
  const { sides, toKey } = buildKeys(tables, on, match)
  const rank = by === undefined ? '' : `${toRank(by)} desc, `
  const once = take.rows === 'ALL' ? '' : 'limit 1 by key'
  const leftColumns = left.columns.map((column) => `l.${column}`)
  const rightColumns = right.columns.map((column) => `r.${column}`)
  const place = take.rows === 'ALL' ? 'r.line' : 'l.place'
  const rows = Math.max(await countRows(clickhouse, left.name), await countRows(clickhouse, right.name))
  for (const slice of buildKeySlices(rows)) {
    const inSlice = slice(`cityHash64(${shortKey})`)
    const key = toKey(inSlice)
    await clickhouse.run(`insert into ${into.name} (line, place, ${into.columns.join(', ')})
      select l.line, ${place}, ${[...leftColumns, ...rightColumns].join(', ')}
      from (select *, ${sides.left.key}, ${key} as key from ${left.name} where ${inSlice}) as l
      left join (
        select ${sides.right.key}, ${key} as key, line, ${right.columns.join(', ')} from ${right.name}
        where ${inSlice} and ${isKeyFilled(fullKey)}
        order by key, ${rank}line ${once}
      ) as r using key ${boundedSettings}`)
  }
}

const isKeyFilled = (key: string) => `replaceAll(${key}, '\\0', '') != ''`

/** How many rows of two tables have a counterpart in the other. */
export async function countMatches(
  clickhouse: ClickHouse,
  { left, right }: { left: TextTable; right: TextTable },
  { on, match }: JoinTask,
): Promise<Omit<JoinMatches, 'file'>> {
  const { sides, toKey } = buildKeys({ left, right }, on, match)
  const counts = { rows: 0, unmatched: 0, joinedRows: 0, unmatchedJoined: 0, isUnique: true }
  const all = (await countRows(clickhouse, left.name)) + (await countRows(clickhouse, right.name))
  for (const slice of buildKeySlices(all)) {
    const inSlice = slice(`cityHash64(${shortKey})`)
    const key = toKey(inSlice)
    const [found = {}] = await clickhouse.rows<Record<string, string>>(
      `select sum(l) as rows, sumIf(l, r = 0) as unmatched, sum(r + blank) as joinedRows,
        sumIf(r, l = 0) + sum(blank) as unmatchedJoined, max(r) as rowsPerKey
      from (
        select key, sum(is_left) as l, sum(is_right) as r, sum(is_blank) as blank from (
          select ${sides.left.key}, ${key} as key, 1 as is_left, 0 as is_right, 0 as is_blank
          from ${left.name} where ${inSlice}
          union all
          select ${sides.right.key}, ${key} as key, 0, ${isKeyFilled(fullKey)}, not ${isKeyFilled(fullKey)}
          from ${right.name} where ${inSlice}
        ) group by key
      ) ${boundedSettings}`,
      {},
      loadLimits,
    )
    counts.rows += Number(found.rows)
    counts.unmatched += Number(found.unmatched)
    counts.joinedRows += Number(found.joinedRows)
    counts.unmatchedJoined += Number(found.unmatchedJoined)
    counts.isUnique &&= Number(found.rowsPerKey) <= 1
  }
  return counts
}

const [fullKey, shortKey] = ['full_key', 'short_key']

/** The key of a row as `createKeyReader` spells it, with and without zeros at the beginning. */
function toKeySql(pairs: readonly (readonly string[])[], match: SourceJoin['match']): string {
  const texts = pairs.map(toTextSql)
  const join = (parts: readonly string[]) => `concat(${parts.map((part) => `${part}, '\\0'`).join(', ')})`
  if (match === undefined) return `${join(texts)} as ${fullKey}, ${fullKey} as ${shortKey}`
  const parts = texts.map((text) => `extractAll(upper(${text}), '[A-Z0-9]+')`)
  const separator = match === 'PARTS' ? '-' : ''
  const full = parts.map((part) => `arrayStringConcat(${part}, '${separator}')`)
  const short =
    match === 'PARTS'
      ? parts.map((part) => `arrayStringConcat(arrayMap(one -> ${withoutZeros('one')}, ${part}), '-')`)
      : full.map(withoutZeros)
  return `${join(full)} as ${fullKey}, ${join(short)} as ${shortKey}`
}

const toTextSql = (columns: readonly string[]) =>
  columns.length === 1
    ? `${columns[0]}`
    : `arrayStringConcat(arrayFilter(part -> part != '', [${columns.join(', ')}]), '-')`

const withoutZeros = (text: string) => `replaceRegexpOne(${text}, '^0+(.)', '\\\\1')`

/** The keys of both tables, and the one by which they are compared within a slice of the short keys. */
function buildKeys(
  { left, right }: { left: TextTable; right: TextTable },
  on: JoinTask['on'],
  match: SourceJoin['match'],
) {
  const toSide = ({ name }: TextTable, columns: readonly (readonly string[])[]) => ({
    table: name,
    key: toKeySql(columns, match),
  })
  const sides = {
    left: toSide(
      left,
      on.map((pair) => pair.left),
    ),
    right: toSide(
      right,
      on.map((pair) => pair.right),
    ),
  }
  const toKey = (inSlice: string) => (match === undefined ? shortKey : toSharedKey([sides.left, sides.right], inSlice))
  return { sides, toKey }
}

/** Zeros at the beginning count only where two keys of one table would be the same without them. */
function toSharedKey(sides: readonly { table: string; key: string }[], inSlice: string): string {
  const ambiguous = sides.map(
    ({ table, key }) => `select ${shortKey} from (select ${key} from ${table} where ${inSlice})
      group by ${shortKey} having uniqExact(${fullKey}) > 1`,
  )
  return `if(${shortKey} in (${ambiguous.join(' union all ')}), concat(${fullKey}, '\\x01'), ${shortKey})`
}

/** Numbers, dates and texts, each in their own order; a column has one kind. */
const toRank = (column: string) => `(
  coalesce(toFloat64OrNull(replaceRegexpAll(${column}, '[$, ]', '')),
    toFloat64(toUnixTimestamp64Milli(parseDateTime64BestEffortUSOrNull(${column}, 3))), -1e300), ${column})`

const rowsPerPage = 20_000

/** The rows of the lines from `from` to before `to`, in their order, by pages: a line can have any number of them. */
export async function* listJoinedRows(
  clickhouse: ClickHouse,
  { name, columns }: TextTable,
  { from, to }: { from: number; to: number },
): AsyncGenerator<{ line: string; cells: string[] }[]> {
  for (let offset = 0; ; offset += rowsPerPage) {
    // Rows that are alike in all cells can change places between pages.
    const rows = await clickhouse.rows<{ line: string; cells: string[] }>(
      `select line, [${columns.join(', ')}] as cells from ${name}
      where line >= {from:UInt64} and line < {to:UInt64} order by line, place, cells
      limit ${rowsPerPage} offset ${offset}`,
      { from, to },
      { ...loadLimits, resultRows: rowsPerPage },
    )
    yield rows
    if (rows.length < rowsPerPage) return
  }
}

export async function findLastLine(clickhouse: ClickHouse, { name }: TextTable): Promise<number> {
  const [row] = await clickhouse.rows<{ last: string }>(`select max(line) as last from ${name}`)
  return Number(row?.last ?? 0)
}
