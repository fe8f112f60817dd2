import type { JoinCount } from '@dooryard/contract/data/sources/setup-proposal'
import { listKeyColumns, type SourceDocument, type SourceFile } from '@dooryard/contract/data/sources/source-document'
import type { Services } from '../../../../platform/context.ts'
import { type InputFile, unprocessable } from '../../../../platform/files/content/input-file.ts'
import { type OpenTables, openTables } from '../../../../platform/files/tables/open-tables.ts'
import type { TableHandle } from '../../../../platform/files/tables/table.ts'
import { endStream, endWith } from '../../../../platform/files/tables/text/byte-stream.ts'
import { countJoins, joinTables } from './joins/join-tables.ts'
import type { SourceTable } from './source-table.ts'

export type SourceFiles = Readonly<Record<string, InputFile>>

/** What is unpacked goes beside the files, if they are given. */
export type ReadServices = Pick<Services, 'clickhouse'> & Partial<Pick<Services, 'files'>>

/**
 * Opens the files of a source, each given by its id, as one table. UNPROCESSABLE for a file that is missing or cannot
 * be read. The caller holds the import lock of the source: the tables of a join are named after it.
 */
export async function openSourceTable(
  services: ReadServices,
  document: SourceDocument,
  files: SourceFiles,
  { countsMatches }: { countsMatches?: boolean | undefined } = {},
): Promise<SourceTable> {
  const names = listNames(document)
  const [main] = document.files
  if (!main) throw unprocessable('The source has no file.')
  const open = createOpener(services, document, { files, names })
  if (!document.joins?.length) return open(main)
  // The geometry of the first file is kept, whether the source names it or not.
  const isNeeded = (column: string) => names.has(column) || column.startsWith('@')
  return joinTables(services.clickhouse, document, { open, isNeeded, countsMatches })
}

/**
 * Counts the rows of the first file that have one in each joined file, over whole files. The source names the tables
 * that are made for it, so no import of it may run.
 */
export const countSourceJoins = (
  services: ReadServices,
  document: SourceDocument,
  files: SourceFiles,
): Promise<JoinCount[]> =>
  countJoins(services.clickhouse, document, createOpener(services, document, { files, names: listNames(document) }))

const createOpener =
  (services: ReadServices, document: SourceDocument, { files, names }: GivenFiles) =>
  (file: SourceFile): Promise<SourceTable> =>
    openSourceFile(services, file, { files, names: listFileNames(document, file.id, names) })

const columnKeys = new Set(['columns', 'column', 'equals', 'by', 'refinedBy', 'loans', 'count'])

/** The names of columns anywhere in the document: others need not be kept, and a header is told by them. */
function listNames(value: unknown, names = new Set<string>(), isColumn = false): Set<string> {
  if (typeof value === 'string') return isColumn ? names.add(value) : names
  if (typeof value !== 'object' || value === null) return names
  const isList = Array.isArray(value)
  for (const [key, item] of Object.entries(value))
    listNames(item, names, isColumn && (isList || typeof item === 'string') ? true : columnKeys.has(key))
  return names
}

/** The names of columns as they stand in one of the files. */
export function listFileNames(
  document: SourceDocument,
  id: string,
  names: ReadonlySet<string> = listNames(document),
): Set<string> {
  const { files, joins = [] } = document
  const prefix = `${id}.`
  const join = joins.find(({ file }) => file === id)
  const own = [...names].filter((name) => name.startsWith(prefix)).map((name) => name.slice(prefix.length))
  if (join) return new Set([...own, ...join.on.flatMap(({ equals }) => listKeyColumns(equals))])
  return new Set([...own, ...[...names].filter((name) => !files.some((file) => name.startsWith(`${file.id}.`)))])
}

type GivenFiles = { files: SourceFiles; names: ReadonlySet<string> }

async function openSourceFile(
  services: ReadServices,
  file: SourceFile,
  { files, names }: GivenFiles,
): Promise<SourceTable> {
  const given = files[file.id]
  if (!given) throw unprocessable(`The source needs a file for ${file.id}.`)
  const { id: _id, unknown: _, ...choices } = file
  const tables = await openTables(given, choices, services)
  try {
    const chosen = await chooseTable(tables, { fileName: given.name, name: choices.table, names })
    const table = await chosen.open({ names })
    let lines = 0
    const { rowCount } = table.facts
    const count = (chunk: Buffer) => {
      if (rowCount) for (let at = chunk.indexOf(10); at >= 0; at = chunk.indexOf(10, at + 1)) lines += 1
    }
    return {
      header: table.header,
      delimiter: table.delimiter,
      width: table.width,
      line: table.line,
      bytes: observe(table.bytes, count),
      progress: () => (rowCount ? Math.min(lines / rowCount, 1) : tables.progress()),
      close: tables.close,
    }
  } catch (error) {
    await tables.close()
    throw error
  }
}

const observe = (bytes: AsyncIterable<Buffer>, see: (chunk: Buffer) => void): AsyncGenerator<Buffer> => {
  const pieces = bytes[Symbol.asyncIterator]()
  return endWith(passOn({ [Symbol.asyncIterator]: () => pieces }, see), pieces)
}

async function* passOn(bytes: AsyncIterable<Buffer>, see: (chunk: Buffer) => void): AsyncGenerator<Buffer> {
  for await (const chunk of bytes) {
    see(chunk)
    yield chunk
  }
}

type WantedTable = { fileName: string; name: string | undefined; names: ReadonlySet<string> }

/** The table that the source names, or else the one with most of its columns. */
export async function chooseTable(
  { tables }: Pick<OpenTables, 'tables'>,
  { fileName, name, names }: WantedTable,
): Promise<TableHandle> {
  const [only] = tables
  const named = tables.find((table) => table.name === name)
  // An archive of one file is often renamed from version to version.
  const chosen = named ?? (tables.length === 1 ? only : undefined)
  if (chosen) return chosen
  if (name !== undefined)
    throw unprocessable(`${fileName} has no table ${name}: it has ${tables.map((table) => table.name).join(', ')}.`)
  return findFittingTable(tables, fileName, names)
}

async function findFittingTable(tables: OpenTables['tables'], fileName: string, names: ReadonlySet<string>) {
  const fits: { table: (typeof tables)[number]; count: number; isSheet: boolean }[] = []
  for (const table of tables) {
    const { header, bytes, facts } = await table.open({ names, limit: 1 })
    await endStream(bytes)
    const count = header.filter((column) => names.has(column)).length
    fits.push({ table, count, isSheet: facts.file.format === 'XLSX' })
  }
  const most = Math.max(...fits.map(({ count }) => count))
  const best = fits.filter(({ count }) => count === most)
  const [first] = best
  // Of sheets the first is taken, as people do; of files one could be the old version of the other.
  if (first && (best.length === 1 || first.isSheet)) return first.table
  throw unprocessable(`The archive ${fileName} has ${best.length} files in it: give the one to be read by itself.`)
}
