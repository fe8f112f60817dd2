import { createReadStream } from 'node:fs'
import { readdir, stat } from 'node:fs/promises'
import { dirname, join, relative } from 'node:path'
import type { ClickHouse } from '../../clickhouse/client.ts'
import { isAppError } from '../../errors/app-error.ts'
import { type Archive, openArchive } from '../content/archive.ts'
import { unprocessable } from '../content/input-file.ts'
import { isWorkbook, openWorkbook } from '../content/workbook.ts'
import { type EntryGroup, groupEntries } from './archive/group-entries.ts'
import {
  type FileToRead,
  isGzip,
  isZip,
  type Meter,
  readEntry,
  readFile,
  readGzip,
  readStart,
} from './archive/measured-streams.ts'
import { createWorkspace, type Workspace } from './archive/workspace.ts'
import { openLayers } from './geometry/layer-tables.ts'
import { toPlacedTable } from './geometry/placed-text.ts'
import { requireWholeShapefile } from './geometry/require-whole-shapefile.ts'
import { openPart } from './open-part.ts'
import type { ParquetStore } from './parquet.queries.ts'
import type { TableChoices, TableHandle } from './table.ts'
import { toTextTable } from './text/delimited.ts'

export type OpenTables = {
  tables: TableHandle[]
  /** The share of the table opened last that is read, from 0 to 1; 1 where it is not known. */
  progress: () => number
  close: () => Promise<void>
}

/**
 * Opens a file, or a folder of files, whatever its format: the content decides, not the name. `choices` overrule what is
 * detected. The store reads Parquet, which is refused without one. UNPROCESSABLE for a file that is none of those that are read, with a sentence about what to do.
 */
export async function openTables(
  file: FileToRead,
  choices: TableChoices = {},
  clickhouse?: ClickHouse,
): Promise<OpenTables> {
  const workspace = createWorkspace(file.name)
  const closers: (() => void)[] = []
  const meter: Meter = { share: () => 1 }
  const context = {
    choices,
    workspace,
    meter,
    store: clickhouse && { clickhouse, makeFolder: workspace.makeFolder },
    onClose: (close: () => void) => closers.push(close),
  }
  const close = async () => {
    for (const end of closers) end()
    await workspace.remove()
  }
  try {
    const entry = await stat(file.path).catch(() => undefined)
    if (!entry) throw unprocessable(`There is no file at ${file.path}.`)
    const opened = entry.isDirectory() ? await openFolder(file, context) : await openFile(file, context)
    const tables = isPlacedText(choices) ? opened.map((table) => toPlacedTable(table, choices, workspace)) : opened
    return { tables, progress: () => Math.min(meter.share(), 1), close }
  } catch (error) {
    await close()
    throw error
  }
}

/** Only text has its coordinates in columns; the formats with outlines know their system, or take the choice. */
const isPlacedText = ({ crs, format }: TableChoices) =>
  crs !== undefined && (format === 'DELIMITED' || format === 'FIXED_WIDTH' || format === 'XLSX')

type Context = {
  choices: TableChoices
  workspace: Workspace
  meter: Meter
  store: ParquetStore | undefined
  onClose: (close: () => void) => void
}
/** A file of an archive, or of a folder, where it has a path. */
type Entry = { fileName: string; read: () => AsyncIterable<Buffer>; path?: string }

async function openFile(file: FileToRead, context: Context): Promise<TableHandle[]> {
  if (file.size === 0) throw unprocessable(`The file ${file.name} is empty.`)
  const read = () => readFile(file, context.meter)
  const head = await readStart(read)
  if (isZip(head)) return openZip(file, context)
  if (isGzip(head)) return openGzip(file, context)
  return openPart(
    { name: '', fileName: file.name, head, read, toPath: async () => file.path },
    context.choices,
    context.store,
  )
}

async function openGzip(file: FileToRead, { choices, workspace, meter, store }: Context): Promise<TableHandle[]> {
  const fileName = file.name.replace(/\.gz$/i, '')
  const read = () => readGzip(file, meter)
  const head = await readStart(read)
  if (isZip(head) || isGzip(head)) throw isNested(file.name)
  const toPath = async () => (await workspace.unpack([{ fileName, read }]))[0] ?? ''
  return openPart({ name: '', fileName: file.name, head, read, toPath }, choices, store)
}

const isNested = (name: string) =>
  unprocessable(`The archive ${name} has another packed file in it: unpack it, and give what is in it.`)

async function openZip(file: FileToRead, context: Context): Promise<TableHandle[]> {
  const archive = await openArchive(file.path, file.name)
  context.onClose(archive.close)
  if (isWorkbook(archive)) return toSheetTables(archive, context.choices)
  const entries = archive.entries.map((entry) => ({
    fileName: entry.fileName,
    read: () => readEntry(archive, entry, context.meter),
  }))
  return openEntries(file.name, entries, context)
}

async function toSheetTables(archive: Archive, choices: TableChoices): Promise<TableHandle[]> {
  const { sheets } = await openWorkbook(archive)
  return sheets.map(({ name, read }, at) => {
    const table = sheets.length > 1 ? name || `Sheet ${at + 1}` : ''
    return toTextTable({ name: table, fileName: archive.name, read, format: 'XLSX' }, choices)
  })
}

async function openFolder(folder: FileToRead, context: Context): Promise<TableHandle[]> {
  const found = await readdir(folder.path, { recursive: true, withFileTypes: true })
  const isGeodatabase = found.some(({ name }) => /\.gdbtable$/i.test(name)) && /\.gdb$/i.test(folder.path)
  const entries = found
    .filter((entry) => entry.isFile())
    .map(({ parentPath, name }) => {
      const path = join(parentPath, name)
      const below = relative(folder.path, path)
      return { fileName: isGeodatabase ? `data.gdb/${below}` : below, read: () => createReadStream(path), path }
    })
    .sort((a, b) => (a.fileName < b.fileName ? -1 : 1))
  return openEntries(folder.name, entries, context)
}

/** The tables of all files in an archive or a folder. One alone needs no name of its own. */
async function openEntries(name: string, entries: readonly Entry[], context: Context): Promise<TableHandle[]> {
  const groups = chooseGroups(groupEntries(entries), context.choices.table)
  const tables: TableHandle[] = []
  let refusal: unknown
  for (const group of groups.chosen)
    try {
      tables.push(...(await openGroup(name, { ...group, name: groups.isAlone ? '' : group.name }, context)))
    } catch (error) {
      // A file that is no table may lie beside those that are.
      if (!isAppError(error)) throw error
      refusal ??= error
    }
  if (tables.length > 0) return tables
  throw refusal ?? unprocessable(`${name} has no file in it that can be read.`)
}

/** Of an archive of a gigabyte only what is wanted is unpacked. */
function chooseGroups(groups: EntryGroup<Entry>[], table: string | undefined) {
  const named = groups.filter(({ name }) => table === name || table?.startsWith(`${name}/`))
  return { chosen: named.length > 0 ? named : groups, isAlone: groups.length === 1 }
}

async function openGroup(archiveName: string, group: EntryGroup<Entry>, context: Context): Promise<TableHandle[]> {
  const [entry] = group.entries
  if (!entry) return []
  const fileName = `${archiveName}: ${entry.fileName}`
  if (group.kind === 'FILE') return openEntry(entry, { name: group.name, fileName }, context)
  const paths = entry.path ? group.entries.map(({ path = '' }) => path) : await context.workspace.unpack(group.entries)
  if (group.kind === 'GEODATABASE')
    return openLayers(
      {
        path: dirname(paths[0] ?? ''),
        name: archiveName,
        format: 'FILE_GEODATABASE',
        prefix: group.name,
        hasOwnName: false,
      },
      context.choices,
    )
  await requireWholeShapefile(paths, archiveName)
  const main = paths.find((path) => /\.shp$/i.test(path)) ?? paths.find((path) => /\.dbf$/i.test(path)) ?? ''
  if (!paths.some((path) => /\.dbf$/i.test(path)))
    throw unprocessable(`The shapefile ${fileName} lacks its .dbf, which has its columns: pack it too.`)
  return openLayers(
    {
      path: main,
      name: archiveName,
      format: 'SHAPEFILE',
      prefix: group.name,
      hasOwnName: false,
      openOptions: toEncodingOptions(context.choices),
    },
    context.choices,
  )
}

const toEncodingOptions = ({ encoding }: TableChoices) =>
  encoding === undefined ? [] : [`ENCODING=${encoding === 'windows-1252' ? 'CP1252' : encoding.toUpperCase()}`]

async function openEntry(entry: Entry, { name, fileName }: { name: string; fileName: string }, context: Context) {
  const { read } = entry
  const head = await readStart(read)
  if (head.length === 0) throw unprocessable(`The file ${fileName} is empty.`)
  const toPath = async () => entry.path ?? (await context.workspace.unpack([entry]))[0] ?? ''
  if (!isZip(head) && !isGzip(head))
    return openPart({ name, fileName, head, read, toPath }, context.choices, context.store)
  if (!entry.path && !/\.xlsx$/i.test(entry.fileName)) throw isNested(fileName)
  const path = await toPath()
  const { size } = await stat(path)
  const tables = await openFile({ path, name: fileName, size }, context)
  const prefixed = (own: string) => [name, own].filter((part) => part !== '').join('/')
  return tables.map((table) => renameTable(table, prefixed(table.name)))
}

const renameTable = (table: TableHandle, name: string): TableHandle => ({
  name,
  open: async (options) => {
    const { facts, ...opened } = await table.open(options)
    return { ...opened, facts: { ...facts, name, file: { ...facts.file, ...(name !== '' && { table: name }) } } }
  },
})
