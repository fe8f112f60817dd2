import type { KeyColumns, SourceDocument, SourceJoin } from './source-document.ts'
import type { FieldSource } from './transforms.ts'

/** The new name of a column, or the one it has; both as they stand in the source. */
type Rename = (column: string) => string

/** Gives columns other names wherever a source reads them. */
export function renameColumns(document: SourceDocument, rename: Rename): SourceDocument {
  const { key, county, property, sale, uses, loans, joins } = document
  return {
    ...document,
    key: renameSource(key, rename),
    county: 'of' in county ? { ...county, of: renameSource(county.of, rename) } : county,
    ...(property && { property: renameFields(property, rename) }),
    ...(sale && { sale: renameFields(sale, rename) }),
    ...(uses && {
      uses: {
        ...uses,
        column: rename(uses.column),
        ...(uses.refinedBy !== undefined && { refinedBy: rename(uses.refinedBy) }),
      },
    }),
    ...(loans && {
      loans: {
        loans: loans.loans.map((loan) => mapValues(loan, rename)),
        ...(loans.count !== undefined && { count: rename(loans.count) }),
      },
    }),
    ...(joins && { joins: joins.map((join) => renameJoin(join, rename)) }),
  }
}

/** The same in what one field is read from. */
export function renameSource(source: FieldSource, rename: Rename): FieldSource {
  if ('firstOf' in source) return { firstOf: source.firstOf.map((one) => renameSource(one, rename)) }
  if (!('columns' in source)) return source
  return { ...source, columns: source.columns.map(rename) }
}

/** Gives files other ids, in the joins and in the names of their columns too. */
export function renameFiles(document: SourceDocument, names: ReadonlyMap<string, string>): SourceDocument {
  const rename = (id: string) => names.get(id) ?? id
  const joined = new Set(document.joins?.map(({ file }) => file))
  const renamed = renameColumns(document, (column) => {
    const at = column.indexOf('.')
    const file = column.slice(0, at)
    return at > 0 && joined.has(file) ? `${rename(file)}${column.slice(at)}` : column
  })
  return {
    ...renamed,
    files: renamed.files.map((file) => ({ ...file, id: rename(file.id) })),
    ...(renamed.joins && { joins: renamed.joins.map((join) => ({ ...join, file: rename(join.file) })) }),
  }
}

const renameFields = <Fields extends Partial<Record<string, FieldSource>>>(fields: Fields, rename: Rename) =>
  mapValues(fields, (source) => source && renameSource(source, rename))

const mapValues = <Values extends object>(values: Values, map: (value: never) => unknown): Values =>
  // Each value stays one of its kind.
  Object.fromEntries(Object.entries(values).map(([key, value]) => [key, map(value as never)])) as Values

/** Columns of the joined file stand in its join without its id. */
function renameJoin(join: SourceJoin, rename: Rename): SourceJoin {
  const { file, on, take } = join
  const renameOwn = (name: string) => {
    const renamed = rename(`${file}.${name}`)
    return renamed.slice(renamed.indexOf('.') + 1)
  }
  return {
    ...join,
    on: on.map(({ column, equals }) => ({ column: renameKey(column, rename), equals: renameKey(equals, renameOwn) })),
    take: take.rows === 'LATEST' ? { ...take, by: renameOwn(take.by) } : take,
  }
}

const renameKey = (columns: KeyColumns, rename: Rename): KeyColumns =>
  typeof columns === 'string' ? rename(columns) : columns.map(rename)
