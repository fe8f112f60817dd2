import type { Stats } from 'node:fs'
import { stat } from 'node:fs/promises'
import { basename, dirname, extname } from 'node:path'
import { isAppError } from '../../errors/app-error.ts'
import { type Archive, openArchive } from '../content/archive.ts'
import { unprocessable } from '../content/input-file.ts'
import { isWorkbook, openWorkbook } from '../content/workbook.ts'
import type { Files } from '../disk-files.ts'
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
import { createWorkspace, type FileToUnpack, type Workspace } from './archive/workspace.ts'
import { openLayers } from './geometry/layer-tables.ts'
import { toPlacedTable } from './geometry/placed-text.ts'
import { requireWholeShapefile } from './geometry/require-whole-shapefile.ts'
import { openPart, type PartContext } from './open-part.ts'
import type { ParquetReader } from './parquet.queries.ts'
import { addDoubts, describePartsLeftOut, type TableChoices, type TableHandle } from './table.ts'
import { checkAtEnd } from './text/byte-stream.ts'
import { toTextTable } from './text/delimited.ts'

export type OpenTables = {
  tables: TableHandle[]
  /** The share of the table opened last that is read, from 0 to 1; 1 where it is not known. */
  progress: () => number
  close: () => Promise<void>
}

/** The store reads Parquet, which is refused without one. What is unpacked goes beside the files, if they are given. */
export type TableServices = { clickhouse?: ParquetReader | undefined; files?: Pick<Files, 'makeFolder'> | undefined }

/**
 * Opens a file whatever its format: the content decides, not the name. `choices` overrule what is detected.
 * UNPROCESSABLE for a file that is none of those that are read, with a sentence about what to do.
 */
export async function openTables(
  file: FileToRead,
  choices: TableChoices = {},
  { clickhouse, files }: TableServices = {},
): Promise<OpenTables> {
  const workspace = createWorkspace(files)
  const closers: (() => void)[] = []
  const meter: Meter = { share: () => 1 }
  const onClose = (end: () => void) => void closers.push(end)
  const context = {
    choices,
    workspace,
    meter,
    store: clickhouse && { clickhouse, workspace, onClose },
    onClose,
    isAlone: true,
  }
  const close = async () => {
    for (const end of closers) end()
    await workspace.remove()
  }
  try {
    const entry = await stat(file.path).catch(() => undefined)
    if (!entry?.isFile()) throw unprocessable(`There is no file at ${file.path}.`)
    const opened = await openFile(file, context)
    const placed = choices.crs ? opened.map((table) => toPlacedTable(table, choices, context)) : opened
    const tables = placed.map((table) => refuseChanges(table, file, entry))
    return { tables, progress: () => Math.min(meter.share(), 1), close }
  } catch (error) {
    await close()
    throw error
  }
}

/** UNPROCESSABLE at the end of a file that changed meanwhile: half of it could be of the version before. */
function refuseChanges(table: TableHandle, { path, name }: FileToRead, before: Stats): TableHandle {
  const check = async () => {
    const after = await stat(path)
    if (before.mtimeMs !== after.mtimeMs || before.size !== after.size)
      throw unprocessable(`The file ${name} changed while it was read: try again once it is complete.`)
  }
  return {
    name: table.name,
    open: async (options) => {
      const opened = await table.open(options)
      return { ...opened, bytes: checkAtEnd(opened.bytes, check) }
    },
  }
}

type Context = PartContext & { workspace: Workspace; meter: Meter }
type Entry = { fileName: string; read: () => AsyncIterable<Buffer> }

async function openFile(file: FileToRead, context: Context): Promise<TableHandle[]> {
  if (file.size === 0) throw unprocessable(`The file ${file.name} is empty.`)
  const read = () => readFile(file, context.meter)
  const head = await readStart(read)
  if (isZip(head)) return openZip(file, context)
  if (isGzip(head)) return openGzip(file, context)
  return openPart({ name: '', fileName: file.name, head, read, toPath: async () => file.path }, context)
}

async function openGzip(file: FileToRead, context: Context): Promise<TableHandle[]> {
  const fileName = file.name.replace(/\.gz$/i, '')
  const read = () => readGzip(file, context.meter)
  const head = await readStart(read)
  if (isZip(head) || isGzip(head)) throw isNested(file.name)
  const toPath = async () => (await context.workspace.unpack([{ fileName, read }]))[0] ?? ''
  return openPart({ name: '', fileName: file.name, head, read, toPath }, context)
}

const isNested = (name: string) =>
  unprocessable(`The archive ${name} has another packed file in it: unpack it, and give what is in it.`)

async function openZip(file: FileToRead, context: Context): Promise<TableHandle[]> {
  const archive = await openArchive(file.path, file.name)
  context.onClose(archive.close)
  if (isWorkbook(archive)) return toSheetTables(archive, context)
  const entries = archive.entries.map((entry) => ({
    fileName: entry.fileName,
    read: () => readEntry(archive, entry, context.meter),
  }))
  return openEntries(file.name, entries, context)
}

async function toSheetTables(archive: Archive, { choices, meter }: Context): Promise<TableHandle[]> {
  const { sheets, progress } = await openWorkbook(archive)
  meter.share = progress
  return sheets.map(({ name, read }, at) => {
    const table = sheets.length > 1 ? name || `Sheet ${at + 1}` : ''
    return toTextTable({ name: table, fileName: archive.name, read, format: 'XLSX' }, choices)
  })
}

/** The tables of all files in an archive. One alone needs no name of its own. */
async function openEntries(name: string, entries: readonly Entry[], context: Context): Promise<TableHandle[]> {
  const groups = chooseGroups(groupEntries(entries), context.choices.table)
  const own = { ...context, isAlone: groups.chosen.length === 1 }
  const tables: TableHandle[] = []
  const refusals: Error[] = []
  for (const group of groups.chosen)
    try {
      tables.push(...(await openGroup(name, { ...group, name: groups.isAlone ? '' : group.name }, own)))
    } catch (error) {
      // A file that is no table may lie beside those that are.
      if (!isAppError(error)) throw error
      refusals.push(error)
    }
  const [first, ...others] = tables
  if (first) return [addDoubts(first, describePartsLeftOut(refusals)), ...others]
  throw refusals[0] ?? unprocessable(`${name} has no file in it that can be read.`)
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
  const paths = await context.workspace.unpack(toGdalNames(group))
  if (group.kind === 'GEODATABASE')
    return openLayers(
      {
        path: dirname(paths[0] ?? ''),
        name: archiveName,
        format: 'FILE_GEODATABASE',
        prefix: group.name,
        hasOwnName: false,
      },
      context,
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
    context,
  )
}

/** GDAL knows the parts of a shapefile by one spelling of their name, and a geodatabase by the ending of its folder. */
const toGdalNames = ({ kind, entries }: EntryGroup<Entry>): FileToUnpack[] =>
  entries.map(({ fileName, read }) => ({
    fileName,
    target: kind === 'GEODATABASE' ? `data.gdb/${basename(fileName)}` : `data${extname(fileName).toLowerCase()}`,
    read,
  }))

const toEncodingOptions = ({ encoding }: TableChoices) =>
  encoding === undefined ? [] : [`ENCODING=${encoding === 'windows-1252' ? 'CP1252' : encoding.toUpperCase()}`]

async function openEntry(entry: Entry, { name, fileName }: { name: string; fileName: string }, context: Context) {
  const { read } = entry
  const head = await readStart(read)
  if (head.length === 0) throw unprocessable(`The file ${fileName} is empty.`)
  const toPath = async () => (await context.workspace.unpack([entry]))[0] ?? ''
  if (!isZip(head) && !isGzip(head)) return openPart({ name, fileName, head, read, toPath }, context)
  if (!isZip(head) || !/\.xlsx$/i.test(entry.fileName)) throw isNested(fileName)
  // An archive that only has the name of a workbook could hold another, and so on.
  const archive = await openArchive(await toPath(), fileName)
  context.onClose(archive.close)
  if (!isWorkbook(archive)) throw isNested(fileName)
  const tables = await toSheetTables(archive, context)
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
