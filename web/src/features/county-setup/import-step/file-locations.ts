import type { FileLocation } from '@dooryard/contract/data/datasets/refresh-plans'
import type { CountySetup } from '@dooryard/contract/data/sources/county-setups'
import type { SetupFile, SetupTable } from '@dooryard/contract/data/sources/setup-files'

export type SetupFiles = Pick<CountySetup, 'files' | 'tables'>

type LoadedTable = { table: SetupTable; file: SetupFile | undefined }

const listTables = ({ files, tables }: SetupFiles): LoadedTable[] =>
  tables.map((table) => ({ table, file: files.find(({ id }) => id === table.fileId) }))

/** The folder that was added as a whole, as one archive: a refresh reads one file of it. */
const findWholeFolder = ({ file }: LoadedTable): string | undefined =>
  file?.origin === 'FOLDER' && file.location && file.location.split('/').at(-1) !== file.fileName
    ? file.location
    : undefined

/** Formats with several files for a table, which a refresh reads only when they are packed into one. */
const isSeveralFiles = ({ table: { detected, choices } }: LoadedTable) =>
  ['SHAPEFILE', 'FILE_GEODATABASE'].includes(choices.format ?? detected.format ?? '')

/** A sheet or a layer is named after its file. */
const toFilePath = (name: string) => /^.*?\.(?:xlsx|gpkg|json|geojson|fgb|parquet)(?=\/)/i.exec(name)?.[0] ?? name

function findLocation(loaded: LoadedTable): string | undefined {
  const folder = findWholeFolder(loaded)
  if (folder === undefined) return loaded.file?.location ?? undefined
  if (isSeveralFiles(loaded)) return undefined
  // A file alone in its folder has no name of its own.
  return `${folder}/${toFilePath(loaded.table.name) || '*'}`
}

/**
 * Where each table is read from: where its file was fetched from, or where the refresh finds another table of the same
 * file. A table that was uploaded has no location.
 */
export function listLocations(setup: SetupFiles, planned: readonly FileLocation[] = []): FileLocation[] {
  const all = listTables(setup)
  const findPlanned = ({ table: { fileId } }: LoadedTable) =>
    planned.find(({ file }) => all.some(({ table }) => table.fileId === fileId && table.id === file))?.location
  return all.flatMap((loaded) => {
    const location = findLocation(loaded) ?? findPlanned(loaded)
    return location === undefined ? [] : [{ file: loaded.table.id, location }]
  })
}

/** The folder of a table that was added as a whole and cannot be refreshed as it is. */
export const findUnpackedFolder = (setup: SetupFiles): string | undefined =>
  listTables(setup).filter(isSeveralFiles).map(findWholeFolder).find(Boolean)

const datePattern = /(?:19|20)\d{2}(?:[-_.]?\d{2}){0,2}(?!\d)/

/** The pattern for the first file of the import folder with a date in its name: the next one has another name. */
export const suggestPattern = (locations: readonly string[]): string | undefined =>
  locations
    .filter((location) => !/^(?:https?|s3):/i.test(location) && !location.includes('*'))
    .map((location) => {
      const name = location.split('/').at(-1) ?? ''
      return location.slice(0, location.length - name.length) + name.replace(datePattern, '*')
    })
    .find((pattern) => pattern.includes('*'))
