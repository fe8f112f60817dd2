import { listKeyColumns, type SourceDocument } from '@dooryard/contract/data/sources/source-document'
import { fileIdPattern } from '@dooryard/contract/data/sources/source-ids'
import type { FieldSource } from '@dooryard/contract/data/sources/transforms'

/** What is wrong with the files, the joins and the columns of joined files; nothing when all is well. */
export function listFileProblems(document: SourceDocument): string[] {
  const { files, joins = [] } = document
  const [main, ...others] = files.map(({ id }) => id)
  const problems: string[] = []
  const repeated = files.map(({ id }) => id).filter((id, at, ids) => ids.indexOf(id) !== at)
  for (const id of new Set(repeated)) problems.push(`files: Two files have the id ${id}: give each its own.`)
  joins.forEach(({ file, on }, at) => {
    const place = `joins.${at}`
    if (file === main) problems.push(`${place}: ${file} is the first file, to which others are joined.`)
    else if (!others.includes(file)) problems.push(`${place}: There is no file ${file} among the files.`)
    if (joins.findIndex((join) => join.file === file) < at) problems.push(`${place}: ${file} is joined already.`)
    for (const column of on.flatMap((pair) => listKeyColumns(pair.column))) {
      const of = findFile(column, others)
      // A file may be joined by a column of one joined before it.
      if (of !== undefined && !joins.slice(0, at).some((join) => join.file === of))
        problems.push(`${place}: ${column} is a column of ${of}, which must be joined before.`)
    }
  })
  for (const id of others)
    if (!joins.some(({ file }) => file === id))
      problems.push(`files: ${id} is not joined to ${main}: say by which columns, or leave it out.`)
  return [...problems, ...listColumnProblems(document)]
}

function listColumnProblems(document: SourceDocument): string[] {
  const ids = document.files.map(({ id }) => id)
  return listPlaces(document).flatMap(({ place, columns }) =>
    columns.flatMap((column) => {
      const [, id = ''] = /^(.*?)\.@/.exec(column) ?? []
      if (!fileIdPattern.test(id) || ids.includes(id)) return []
      return [`${place}: ${column} is of the file ${id}, which is not among the files.`]
    }),
  )
}

/** The joined file that a column is of; undefined for columns of the first file, whose names may have a point. */
export const findFile = (column: string, joinedIds: readonly string[]): string | undefined =>
  joinedIds.find((id) => column.startsWith(`${id}.`))

type Place = { place: string; columns: readonly string[] }

/** The columns that each place of the document names. */
export function listPlaces({ key, county, property, sale, uses, loans }: SourceDocument): Place[] {
  const fields = [
    ['key', key],
    ...('of' in county ? [['county.of', county.of] as const] : []),
    ...Object.entries({ ...property }).map(([name, source]) => [`property.${name}`, source] as const),
    ...Object.entries({ ...sale }).map(([name, source]) => [`sale.${name}`, source] as const),
  ] as const
  return [
    ...fields.map(([place, source]) => ({ place, columns: source ? listColumns(source) : [] })),
    ...(uses ? [{ place: 'uses', columns: [uses.column, uses.refinedBy ?? []].flat() }] : []),
    ...(loans
      ? [{ place: 'loans', columns: [...loans.loans.flatMap((loan) => Object.values(loan)), loans.count ?? []].flat() }]
      : []),
  ]
}

/** The columns that a field is read from. */
export function listColumns(source: FieldSource): string[] {
  if ('columns' in source) return source.columns
  return 'firstOf' in source ? source.firstOf.flatMap(listColumns) : []
}
