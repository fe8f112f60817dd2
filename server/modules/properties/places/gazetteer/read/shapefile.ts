import { openArchive } from '../../../../../platform/files/content/archive.ts'
import { toCsvField } from '../../../../../platform/files/content/cell-text.ts'
import { type FileContents, type InputFile, unprocessable } from '../../../../../platform/files/content/input-file.ts'
import { openTables, type TableServices } from '../../../../../platform/files/tables/open-tables.ts'
import type { TableHandle } from '../../../../../platform/files/tables/table.ts'

/** Whether it is a zip with a shapefile, such as those of TIGER/Line. */
export async function isShapefile({ path, name }: InputFile): Promise<boolean> {
  // Any other file is no whole archive.
  const archive = await openArchive(path, name).catch(() => null)
  archive?.close()
  return archive?.entries.some(({ fileName }) => /\.shp$/i.test(fileName)) ?? false
}

/** The one layer of a shapefile as CSV with its header: a line as well-known text, a point by its coordinates. */
export async function openShapefile(file: InputFile, files: TableServices['files']): Promise<FileContents> {
  const { tables, progress, close } = await openTables(file, { format: 'SHAPEFILE' }, { files })
  const [table, ...others] = tables
  if (!table || others.length > 0) {
    await close()
    throw unprocessable(`The archive ${file.name} has several tables: pack the shapefile of one county by itself.`)
  }
  return { sheets: [{ read: () => readRows(table), delimiters: [','] }], progress, close: () => void close() }
}

async function* readRows(table: TableHandle): AsyncGenerator<Buffer> {
  const { header, bytes } = await table.open({ keepsLines: true })
  yield Buffer.from(`${header.map((name) => toCsvField(name)).join(',')}\n`)
  for await (const piece of bytes) yield piece
}
