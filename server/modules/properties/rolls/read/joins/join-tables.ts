import type { JoinCount } from '@dooryard/contract/data/sources/setup-proposal'
import {
  listKeyColumns,
  type SourceDocument,
  type SourceFile,
  type SourceJoin,
} from '@dooryard/contract/data/sources/source-document'
import type { ClickHouse } from '../../../../../platform/clickhouse/client.ts'
import { toCsvField } from '../../../../../platform/files/content/cell-text.ts'
import { unprocessable } from '../../../../../platform/files/content/input-file.ts'
import { createBatchLoader } from '../../../../../platform/files/native/batch-loader.ts'
import { column } from '../../../../../platform/files/native/column-batch.ts'
import { text, uint53 } from '../../../../../platform/files/native/column-types.ts'
import { lineColumn } from '../../../../../platform/files/tables/table.ts'
import { recordChunks } from '../../../../../platform/files/tables/text/record-chunks.ts'
import { createRecordReader, forEachRecord } from '../../../../../platform/files/tables/text/records.ts'
import { toUtf8Lines } from '../../../../../platform/files/tables/text/text-decoding.ts'
import { createRowNumbers } from '../../map-rows/joined-lines.ts'
import type { JoinMatches, SourceTable } from '../source-table.ts'
import {
  countMatches,
  createTextTable,
  dropJoinTables,
  findLastLine,
  type JoinTask,
  joinTextTables,
  listJoinedRows,
  type TextTable,
} from './join-tables.queries.ts'

type JoinOptions = {
  open: (file: SourceFile) => Promise<SourceTable>
  /** Whether a column, by its name in the source, is read by anything. */
  isNeeded: (column: string) => boolean
  /** Whether to count what matches, which takes another scan of both tables. */
  countsMatches?: boolean | undefined
}

type Joined = { table: TextTable /** The names of its columns, in order. */; names: string[]; counts: JoinMatches[] }

/**
 * Joins the files of a source in the property store, and reads the result back in the order of the first file. Its
 * tables are dropped when the result is closed, or before the next import after one that was killed.
 */
export async function joinTables(
  clickhouse: ClickHouse,
  document: SourceDocument,
  options: JoinOptions,
): Promise<SourceTable> {
  const { source } = document
  await dropJoinTables(clickhouse, source)
  try {
    const joined = await joinAll(clickhouse, document, options)
    const lastLine = await findLastLine(clickhouse, joined.table)
    let line = 0
    const onLine = (at: number) => {
      line = at
    }
    return {
      header: [lineColumn, ...joined.names],
      joins: joined.counts,
      delimiter: ',',
      width: joined.names.length + 1,
      line: 1,
      bytes: readJoined(clickhouse, joined.table, { lastLine, onLine }),
      progress: () => line / Math.max(lastLine, 1),
      close: () => dropJoinTables(clickhouse, source),
    }
  } catch (error) {
    await dropJoinTables(clickhouse, source)
    throw error
  }
}

/** Joins the key columns of the files of a source, and counts. Its tables are dropped at the end. */
export async function countJoins(
  clickhouse: ClickHouse,
  document: SourceDocument,
  open: JoinOptions['open'],
): Promise<JoinCount[]> {
  const { source, joins = [] } = document
  const first = joins.map((join) => ({ ...join, take: { rows: 'FIRST' as const } }))
  const keys = new Set(
    joins.flatMap(({ file, on }) =>
      on.flatMap(({ column, equals }) => [
        ...listKeyColumns(column),
        ...listKeyColumns(equals).map((name) => `${file}.${name}`),
      ]),
    ),
  )
  await dropJoinTables(clickhouse, source)
  try {
    const isNeeded = (column: string) => keys.has(column)
    const { counts } = await joinAll(clickhouse, { ...document, joins: first }, { open, isNeeded, countsMatches: true })
    return counts.flatMap(({ rows, unmatched, isUnique }, at) => {
      const join = joins[at]
      return join ? [{ join, rows, matchedRows: rows - unmatched, isUnique }] : []
    })
  } finally {
    await dropJoinTables(clickhouse, source)
  }
}

async function joinAll(clickhouse: ClickHouse, document: SourceDocument, options: JoinOptions): Promise<Joined> {
  const { source, files, joins = [] } = document
  const [main] = files
  if (!main) throw unprocessable('The source has no file.')
  let left = await loadFile(clickhouse, { source, file: main, name: 'main', prefix: '' }, options)
  for (const [at, join] of joins.entries()) {
    const file = files.find(({ id }) => id === join.file)
    if (!file) throw unprocessable(`The source joins ${join.file}, which is not among its files.`)
    const right = await loadFile(clickhouse, { source, file, name: `file_${at}`, prefix: `f${at}_` }, options)
    const columns = [...left.table.columns, ...right.table.columns]
    const into = await createTextTable(clickhouse, source, `joined_${at}`, columns)
    const tables = { left: left.table, right: right.table, into }
    const task = toTask(join, left, right)
    const { counts } = left
    if (options.countsMatches) counts.push({ file: join.file, ...(await countMatches(clickhouse, tables, task)) })
    await joinTextTables(clickhouse, tables, task)
    left = { table: into, names: [...left.names, ...right.names], counts }
  }
  return left
}

function toTask({ file, on, match, take }: SourceJoin, left: Joined, right: Joined): JoinTask {
  return {
    take,
    match,
    on: on.map((pair) => ({
      left: listKeyColumns(pair.column).map((column) => findColumn(left, column, 'The first file')),
      right: listKeyColumns(pair.equals).map((column) => findColumn(right, `${file}.${column}`, `The file ${file}`)),
    })),
    by: take.rows === 'LATEST' ? findColumn(right, `${file}.${take.by}`, `The file ${file}`) : undefined,
  }
}

function findColumn({ table, names }: Joined, name: string, where: string): string {
  const found = table.columns[names.indexOf(name)]
  if (found === undefined) throw unprocessable(`${where} has no column ${name}, by which it is joined.`)
  return found
}

/** `name` is of its table, which the id of a file could be too. */
type LoadTask = { source: string; file: SourceFile; name: 'main' | `file_${number}`; prefix: string }
type TextRow = { line: number; cells: string[] }

/** Loads the columns of a file that anything reads. A row of the first file that cannot be read is kept, as empty. */
async function loadFile(clickhouse: ClickHouse, task: LoadTask, { open, isNeeded }: JoinOptions): Promise<Joined> {
  const { source, file, name: suffix, prefix } = task
  const isMain = suffix === 'main'
  const opened = await open(file)
  try {
    const kept = opened.header
      .map((header, place) => ({ name: isMain ? header : `${file.id}.${header}`, header, place }))
      .filter(({ name, header }) => isNeeded(name) || (!isMain && isNeeded(header)))
    const columns = kept.map((_, at) => `${prefix}c${at}`)
    const table = await createTextTable(clickhouse, source, suffix, columns)
    const loader = await createBatchLoader(clickhouse, table.name, {
      line: column(uint53, (row: TextRow) => row.line),
      ...Object.fromEntries(columns.map((name, at) => [name, column(text, (row: TextRow) => row.cells[at] ?? '')])),
    })
    try {
      for await (const row of readRows(
        opened,
        kept.map(({ place }) => place),
        isMain,
      )) {
        const full = loader.add(row)
        if (full) await full
      }
      await loader.end()
    } finally {
      await loader.close()
    }
    return { table, names: kept.map(({ name }) => name), counts: [] }
  } finally {
    await opened.close()
  }
}

async function* readRows(table: SourceTable, places: readonly number[], keepsBroken: boolean): AsyncGenerator<TextRow> {
  const reader = createRecordReader(table.delimiter, table.width)
  for await (const chunk of recordChunks(table.bytes, table)) {
    const rows: TextRow[] = []
    forEachRecord(reader, toUtf8Lines(Buffer.from(chunk.bytes)), chunk.line, ({ count, isWhole }, line) => {
      if (isWhole && count >= table.width) rows.push({ line, cells: places.map((place) => reader.trimmedField(place)) })
      else if (keepsBroken) rows.push({ line, cells: [] })
    })
    yield* rows
  }
}

const linesPerRead = 2_000

async function* readJoined(
  clickhouse: ClickHouse,
  table: TextTable,
  { lastLine, onLine }: { lastLine: number; onLine: (line: number) => void },
): AsyncGenerator<Buffer> {
  const toRowNumber = createRowNumbers()
  for (let from = 0; from <= lastLine; from += linesPerRead) {
    for await (const rows of listJoinedRows(clickhouse, table, { from, to: from + linesPerRead })) {
      onLine(from)
      const lines = rows.map(({ line, cells }) => {
        const number = toRowNumber(Number(line))
        // A row that could not be read has its number alone, so that it is rejected under its line.
        return cells.every((cell) => cell === '') ? `${number}\n` : `${[number, ...cells.map(toCsvField)].join(',')}\n`
      })
      if (lines.length > 0) yield Buffer.from(lines.join(''))
    }
  }
  onLine(lastLine)
}
