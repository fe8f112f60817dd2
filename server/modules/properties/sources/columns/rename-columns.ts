import type { KeyColumns, SourceDocument, SourceJoin } from '@dooryard/contract/data/sources/source-document'
import type { FieldSource } from '@dooryard/contract/data/sources/transforms'

type NewNames = ReadonlyMap<string, string>

/** Gives columns other names wherever a source reads them; both are names as they stand in the source. */
export function renameColumns(document: SourceDocument, names: NewNames): SourceDocument {
  if (names.size === 0) return document
  const rename = (name: string) => names.get(name) ?? name
  const { key, county, property, sale, uses, loans, joins } = document
  return {
    ...document,
    key: renameSource(key, names),
    county: 'of' in county ? { ...county, of: renameSource(county.of, names) } : county,
    ...(property && { property: renameFields(property, names) }),
    ...(sale && { sale: renameFields(sale, names) }),
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
export function renameSource(source: FieldSource, names: NewNames): FieldSource {
  if ('firstOf' in source) return { firstOf: source.firstOf.map((one) => renameSource(one, names)) }
  if (!('columns' in source)) return source
  return { ...source, columns: source.columns.map((name) => names.get(name) ?? name) }
}

const renameFields = <Fields extends Partial<Record<string, FieldSource>>>(fields: Fields, names: NewNames) =>
  mapValues(fields, (source) => source && renameSource(source, names))

const mapValues = <Values extends object>(values: Values, map: (value: never) => unknown): Values =>
  // Each value stays one of its kind.
  Object.fromEntries(Object.entries(values).map(([key, value]) => [key, map(value as never)])) as Values

/** Columns of the joined file stand in its join without its id. */
function renameJoin(join: SourceJoin, rename: (name: string) => string): SourceJoin {
  const { file, on, take } = join
  const renameOwn = (name: string) => rename(`${file}.${name}`).slice(file.length + 1)
  return {
    ...join,
    on: on.map(({ column, equals }) => ({ column: renameKey(column, rename), equals: renameKey(equals, renameOwn) })),
    take: take.rows === 'LATEST' ? { ...take, by: renameOwn(take.by) } : take,
  }
}

const renameKey = (columns: KeyColumns, rename: (name: string) => string): KeyColumns =>
  typeof columns === 'string' ? rename(columns) : columns.map(rename)
