import type { FileLocation } from '@dooryard/contract/data/datasets/refresh-plans'
import type { CountySetup } from '@dooryard/contract/data/sources/county-setups'

export type SetupFiles = Pick<CountySetup, 'files' | 'tables'>

/** Where the files were fetched from. A folder that was added as a whole is no location: a refresh reads one file. */
export function listLocations({ files, tables }: SetupFiles): FileLocation[] {
  return tables.flatMap(({ id, fileId }) => {
    const file = files.find((one) => one.id === fileId)
    if (!file?.location) return []
    const isWholeFolder = file.origin === 'FOLDER' && file.location.split('/').at(-1) !== file.fileName
    return isWholeFolder ? [] : [{ file: id, location: file.location }]
  })
}

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
