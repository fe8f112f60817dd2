import { createReadStream } from 'node:fs'
import { rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import type { ClickHouse } from '../../clickhouse/client.ts'
import { OverLimitError } from '../../clickhouse/errors.ts'
import { quoteIdentifier, quoteLiteral } from '../../clickhouse/params.ts'
import { isAppError } from '../../errors/app-error.ts'
import { maxUnpackedBytes, rejectZipBomb } from '../content/compression.ts'
import { unprocessable } from '../content/input-file.ts'
import type { Workspace } from './archive/workspace.ts'
import { readParquetGeometry } from './geometry/geo-parquet.ts'
import { toPlacedTable } from './geometry/placed-text.ts'
import {
  addDoubts,
  type OpenOptions,
  type OpenTable,
  type Part,
  type TableChoices,
  type TableHandle,
  toUniqueNames,
} from './table.ts'
import { requireColumns } from './text/open-text.ts'

// Outlines are read by GDAL, as those of all other files are.
const plainBytes = 'settings input_format_parquet_allow_geoparquet_parser = 0'

type ParquetColumn = { name: string; type: string }

export type ParquetReader = Pick<ClickHouse, 'rows' | 'run'>
export type ParquetStore = {
  clickhouse: ParquetReader
  workspace: Workspace
  onClose: (close: () => void) => void
}

/**
 * A table of Parquet, which the property store turns into CSV. It must be the embedded one: a server has no such file.
 */
export const toParquetTable = (part: Part, store: ParquetStore | undefined): TableHandle => ({
  name: part.name,
  open: async (options = {}) => {
    if (!store)
      throw unprocessable(`The file ${part.fileName} is Parquet, which cannot be read here: export it as CSV.`)
    return openParquet(part, store, options)
  },
})

/** As `toParquetTable`, with the place of each row where the file has geometries (GeoParquet). */
export async function toGeoParquetTable(
  part: Part,
  store: ParquetStore | undefined,
  choices: TableChoices,
): Promise<TableHandle> {
  const table = toParquetTable(part, store)
  const geometry = store && (await readParquetGeometry(await part.toPath()))
  if (!geometry) return table
  const crs = choices.crs ?? geometry.crs
  if (crs === undefined) return addDoubts(table, [unknownSystem])
  const placed = toPlacedTable(table, { ...choices, crs }, store)
  return choices.crs === undefined ? nameSystem(placed, geometry.crsName ?? crs) : placed
}

const unknownSystem = 'The file names no coordinate system for its outlines: choose one, such as EPSG:2263.'

/** The system of the file is no choice. */
const nameSystem = (table: TableHandle, crsName: string): TableHandle => ({
  name: table.name,
  open: async (options) => {
    const { facts, ...opened } = await table.open(options)
    const { crs: _, ...file } = facts.file
    return { ...opened, facts: { ...facts, file, crsName } }
  },
})

async function openParquet(part: Part, store: ParquetStore, { limit }: OpenOptions): Promise<OpenTable> {
  const { clickhouse } = store
  const path = await part.toPath()
  const source = `file(${quoteLiteral(path)}, 'Parquet')`
  const refuse = (error: unknown): never => {
    if (isTooLarge(error)) rejectZipBomb(part.fileName, maxBytes + 1, size)
    // It speaks of searches to narrow down.
    if (error instanceof OverLimitError) throw error.cause
    throw isOfFile(error) ? unreadable(part.fileName, error) : error
  }
  if (/[*?{}]/.test(path)) throw unreadable(part.fileName)
  const { size } = await stat(path)
  const maxBytes = maxUnpackedBytes(size)
  const columns = await clickhouse.rows<ParquetColumn>(`describe table ${source} ${plainBytes}`).catch(refuse)
  requireColumns(columns.length, part.fileName)
  const outlines = (await readParquetGeometry(path))?.columns ?? []
  const [count] = await clickhouse.rows<{ rows: string }>(`select count() as rows from ${source}`).catch(refuse)
  const copy = join(await store.workspace.makeFolder(), `${columns.length}-${limit ?? 'all'}.csv`)
  await rm(copy, { force: true })
  await clickhouse
    .run(
      `insert into function file(${quoteLiteral(copy)}, 'CSV') select ${columns.map((column) => toTextSql(column, outlines)).join(', ')} from ${source}
      ${limit === undefined ? '' : `limit ${limit}`} ${plainBytes}, max_threads = 1, max_bytes_to_read = ${maxBytes}`,
    )
    .catch(refuse)
  return {
    header: toUniqueNames(columns.map(({ name }) => name)),
    delimiter: ',',
    width: columns.length,
    line: 1,
    bytes: createReadStream(copy, { highWaterMark: 128 * 1024 }),
    facts: {
      name: part.name,
      file: { format: 'PARQUET', ...(part.name !== '' && { table: part.name }) },
      geometry: null,
      crsName: null,
      doubts: [],
      rowCount: Number(count?.rows ?? 0),
    },
  }
}

function unreadable(fileName: string, cause?: unknown) {
  const error = unprocessable(
    `The file ${fileName} is damaged, or the property store cannot read it: export it as CSV.`,
  )
  error.cause = cause
  return error
}

/** Of the store's own exceptions all but those of its disk, its load and its end speak of the file. */
const isOfFile = (error: unknown) =>
  !isAppError(error) &&
  error instanceof Error &&
  /\bCode: \d+/.test(error.message) &&
  !/\bCode: (74|75|159|160|202|236|241|243|394)\b|No space left/.test(error.message)

const isTooLarge = (error: unknown) => error instanceof Error && /\bCode: 307\b/.test(error.message)

/** One line of text: lists and records as JSON, outlines as hexadecimal digits, and nothing for other bytes. */
function toTextSql({ name, type }: ParquetColumn, outlines: readonly string[]): string {
  const column = quoteIdentifier(name)
  if (outlines.includes(name)) return `lower(hex(ifNull(${column}, '')))`
  if (/^(Array|Map|Tuple|Nested)/.test(type)) return `toJSONString(${column})`
  const text = `ifNull(toString(${column}), '')`
  return `replaceRegexpAll(if(isValidUTF8(${text}), ${text}, ''), '[\\r\\n\\0]+', ' ')`
}
