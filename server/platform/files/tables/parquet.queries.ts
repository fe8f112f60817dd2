import { createReadStream } from 'node:fs'
import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import type { ClickHouse } from '../../clickhouse/client.ts'
import { quoteIdentifier, quoteLiteral } from '../../clickhouse/params.ts'
import { unprocessable } from '../content/input-file.ts'
import { type OpenOptions, type OpenTable, type Part, type TableHandle, toUniqueNames } from './table.ts'
import { requireColumns } from './text/open-text.ts'

type ParquetColumn = { name: string; type: string }

export type ParquetStore = { clickhouse: ClickHouse; makeFolder: () => Promise<string> }

/** A table of Parquet, which the property store turns into CSV. It must be the embedded one: a server has no such file. */
export const toParquetTable = (part: Part, store: ParquetStore | undefined): TableHandle => ({
  name: part.name,
  open: async (options = {}) => {
    if (!store)
      throw unprocessable(`The file ${part.fileName} is Parquet, which cannot be read here: export it as CSV.`)
    return openParquet(part, store, options)
  },
})

async function openParquet(part: Part, store: ParquetStore, { limit }: OpenOptions): Promise<OpenTable> {
  const { clickhouse } = store
  const path = await part.toPath()
  const source = `file(${quoteLiteral(path)}, 'Parquet')`
  const refuse = () =>
    unprocessable(`The file ${part.fileName} is damaged, or the property store cannot read it: export it as CSV.`)
  if (/[*?{}]/.test(path)) throw refuse()
  const columns = await clickhouse.rows<ParquetColumn>(`describe table ${source}`).catch(() => {
    throw refuse()
  })
  requireColumns(columns.length, part.fileName)
  const [count] = await clickhouse.rows<{ rows: string }>(`select count() as rows from ${source}`)
  const copy = join(await store.makeFolder(), `${columns.length}-${limit ?? 'all'}.csv`)
  await rm(copy, { force: true })
  await clickhouse
    .run(
      `insert into function file(${quoteLiteral(copy)}, 'CSV') select ${columns.map(toTextSql).join(', ')} from ${source}
      ${limit === undefined ? '' : `limit ${limit}`} settings max_threads = 1`,
    )
    .catch(() => {
      throw refuse()
    })
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
      doubts: columns.some(({ name }) => name === 'geometry')
        ? ['The outlines of the column geometry are not read: export the file as GeoPackage to have them.']
        : [],
      rowCount: Number(count?.rows ?? 0),
    },
  }
}

/** One line of text: lists and records as JSON, and nothing for bytes that are no text, such as outlines. */
function toTextSql({ name, type }: ParquetColumn): string {
  const column = quoteIdentifier(name)
  if (/^(Array|Map|Tuple|Nested)/.test(type)) return `toJSONString(${column})`
  const text = `ifNull(toString(${column}), '')`
  return `replaceRegexpAll(if(isValidUTF8(${text}), ${text}, ''), '[\\r\\n\\0]+', ' ')`
}
