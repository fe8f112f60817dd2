import { getFieldInfo } from '@dooryard/contract/data/sources/fields'
import { listJoinColumns, type SourceDocument } from '@dooryard/contract/data/sources/source-document'
import { compileSource } from '../compile/compile-source.ts'
import { findFile, listPlaces } from '../compile/list-file-problems.ts'
import { listNeededColumns } from '../mapping/roll.ts'

/** A column that a source needs and a file lacks, with what is read from it, as people see it. */
export type MissingColumn = { column: string; labels: string[] }

/**
 * The columns without which a source refuses its files that are not among these; not those of a geometry. Only of some
 * files where these are named.
 */
export function listMissingColumns(
  document: SourceDocument,
  header: readonly string[],
  files?: readonly string[],
): MissingColumn[] {
  const [main, ...joined] = document.files.map(({ id }) => id)
  const isOfFiles = (column: string) => !files || files.includes(findFile(column, joined) ?? main ?? '')
  const present = new Set(header)
  const labels = listLabels(document)
  return [
    ...new Set([...listNeededColumns(compileSource(document)), ...(document.joins ?? []).flatMap(listJoinColumns)]),
  ]
    .filter((column) => !present.has(column) && isOfFiles(column) && !/^([a-z][a-z0-9_]*\.)?@/.test(column))
    .map((column) => ({
      column,
      labels: labels.filter((place) => place.columns.includes(column)).map(({ label }) => label),
    }))
}

const fixedLabels: Record<string, string> = {
  key: 'Parcel number',
  'county.of': 'County',
  uses: 'Property type',
  loans: 'Mortgages',
}

const listLabels = (document: SourceDocument) =>
  listPlaces(document).map(({ place, columns }) => ({
    columns,
    label: getFieldInfo(place.replace(/^property\./, ''))?.label ?? fixedLabels[place] ?? place,
  }))

const maxNamed = 8

/**
 * Says in sentences which columns are gone, what was read from each, and their probable new names. `isOther` is a file
 * that has none of the columns of the source.
 */
export function describeMissingColumns(
  missing: readonly MissingColumn[],
  { renamed, isOther }: { renamed: ReadonlyMap<string, string>; isOther: boolean },
): string[] {
  const named = missing.slice(0, maxNamed).map(({ column, labels }) => {
    const read = labels.length > 0 ? ` (${[...new Set(labels)].slice(0, 3).join(', ')})` : ''
    const now = renamed.get(column)
    return `The file no longer has the column ${column}${read}.${now ? ` Its new name is probably ${now}.` : ''}`
  })
  const more = missing.length - named.length
  return [
    ...(isOther ? ['The file has none of the columns that the source reads: it may be another file.'] : []),
    ...named,
    ...(more > 0 ? [`${more} more columns are gone.`] : []),
  ]
}
