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
  /** Pairs of columns whose texts are equal. */
  on: { left: string; right: string }[]
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
  { take, on, by }: JoinTask,
): Promise<void> {
  const { left, right, into } = tables
  const leftKey = toKey(on.map((pair) => pair.left))
  const rightKey = toKey(on.map((pair) => pair.right))
  const rank = by === undefined ? '' : `${toRank(by)} desc, `
  const once = take.rows === 'ALL' ? '' : 'limit 1 by key'
  // A part of a key, such as a qualifier, is often empty.
  const isFilled = `(${on.map(({ right: column }) => `${column} != ''`).join(' or ')})`
  const leftColumns = left.columns.map((column) => `l.${column}`)
  const rightColumns = right.columns.map((column) => `r.${column}`)
  const place = take.rows === 'ALL' ? 'r.line' : 'l.place'
  const rows = Math.max(await countRows(clickhouse, left.name), await countRows(clickhouse, right.name))
  for (const slice of buildKeySlices(rows))
    await clickhouse.run(`insert into ${into.name} (line, place, ${into.columns.join(', ')})
      select l.line, ${place}, ${[...leftColumns, ...rightColumns].join(', ')}
      from (select *, ${leftKey} as key from ${left.name} where ${slice('cityHash64(key)')}) as l
      left join (
        select ${rightKey} as key, line, ${right.columns.join(', ')} from ${right.name}
        where ${slice('cityHash64(key)')} and ${isFilled}
        order by key, ${rank}line ${once}
      ) as r using key ${boundedSettings}`)
}

const toKey = (columns: readonly string[]) => `concat(${columns.map((column) => `${column}, '\\0'`).join(', ')})`

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
