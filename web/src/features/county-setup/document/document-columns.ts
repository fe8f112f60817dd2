import { listKeyColumns, type SourceDocument } from '@dooryard/contract/data/sources/source-document'
import type { FieldSource, Transform } from '@dooryard/contract/data/sources/transforms'

/** Several columns are joined, unless a transform says how they are read. */
const readsSeveral: readonly Transform['type'][] = [
  'JOIN',
  'ADDRESS_LINES',
  'YEAR_MONTH_DAY',
  'FULL_AND_HALF',
  'BOOK_AND_PAGE',
]

/** Replaces the columns and keeps the transforms that still make sense; undefined without a column. */
export function setColumns(source: FieldSource | undefined, columns: string[]): FieldSource | undefined {
  if (columns.length === 0) return undefined
  const old = source && 'columns' in source ? (source.transforms ?? []) : []
  const transforms = columns.length > 1 ? old : old.filter(({ type }) => !readsSeveral.includes(type))
  return { columns, ...(transforms.length > 0 && { transforms }) }
}

/** The new name of a column; undefined takes it out of the document. */
type MapColumn = (column: string) => string | undefined

function mapSource(source: FieldSource | undefined, map: MapColumn): FieldSource | undefined {
  if (!source || 'constant' in source) return source
  if ('columns' in source) {
    const columns = source.columns.flatMap((column) => map(column) ?? [])
    return columns.length === source.columns.length ? { ...source, columns } : setColumns(source, columns)
  }
  const parts = source.firstOf.flatMap((one) => mapSource(one, map) ?? [])
  return parts.length > 1 ? { firstOf: parts } : parts[0]
}

function mapFields<Fields extends object>(fields: Fields, map: MapColumn): Fields {
  const entries = Object.entries(fields).flatMap(([field, source]: [string, FieldSource | undefined]) => {
    const mapped = mapSource(source, map)
    return mapped ? [[field, mapped]] : []
  })
  return Object.fromEntries(entries) as Fields // its own fields, all of which are optional
}

function mapCounty(county: SourceDocument['county'], map: MapColumn): SourceDocument['county'] {
  if ('fips' in county) return county
  const of = mapSource(county.of, map)
  if (of) return { ...county, of }
  return county.otherwise === undefined ? county : { fips: county.otherwise }
}

function mapUses(uses: NonNullable<SourceDocument['uses']>, map: MapColumn): SourceDocument['uses'] {
  const { column, refinedBy, ...rest } = uses
  const mapped = map(column)
  const refined = refinedBy === undefined ? undefined : map(refinedBy)
  return mapped === undefined
    ? undefined
    : { ...rest, column: mapped, ...(refined !== undefined && { refinedBy: refined }) }
}

function mapLoans({ loans, count }: NonNullable<SourceDocument['loans']>, map: MapColumn): SourceDocument['loans'] {
  const mapped = loans.map((loan) => mapNames(loan, map)).filter((loan) => Object.keys(loan).length > 0)
  const counted = count === undefined ? undefined : map(count)
  return mapped.length === 0 ? undefined : { loans: mapped, ...(counted !== undefined && { count: counted }) }
}

function mapNames<Names extends Partial<Record<string, string>>>(names: Names, map: MapColumn): Names {
  const entries = Object.entries(names).flatMap(([part, column]) => {
    const mapped = column === undefined ? undefined : map(column)
    return mapped === undefined ? [] : [[part, mapped]]
  })
  return Object.fromEntries(entries) as Names // its own parts, all of which are optional
}

/** Without its last key a join goes. */
function mapJoins(joins: NonNullable<SourceDocument['joins']>, map: MapColumn): SourceDocument['joins'] {
  const mapped = joins.flatMap((join) => {
    const on = join.on.flatMap(({ column, equals }) => {
      const mapped = listKeyColumns(column).flatMap((one) => map(one) ?? [])
      const [only] = mapped
      if (only === undefined) return []
      return [{ column: mapped.length > 1 ? mapped : only, equals }]
    })
    return on.length > 0 ? [{ ...join, on }] : []
  })
  return mapped.length > 0 ? mapped : undefined
}

/**
 * Gives other names to columns, in every place of a document that names one, or takes columns out with what is read
 * from them alone. The parcel number and the county keep theirs, as a document has both.
 */
export function mapColumns(document: SourceDocument, map: MapColumn): SourceDocument {
  const { key, county, property, sale, uses, loans, joins, ...rest } = document
  const mapped = {
    uses: uses && mapUses(uses, map),
    loans: loans && mapLoans(loans, map),
    joins: joins && mapJoins(joins, map),
  }
  const groups = { property: property && mapFields(property, map), sale: sale && mapFields(sale, map) }
  return {
    ...rest,
    key: mapSource(key, map) ?? key,
    county: mapCounty(county, map),
    ...(groups.property && { property: groups.property }),
    ...(groups.sale && Object.keys(groups.sale).length > 0 && { sale: groups.sale }),
    ...(mapped.uses && { uses: mapped.uses }),
    ...(mapped.loans && { loans: mapped.loans }),
    ...(mapped.joins && { joins: mapped.joins }),
  }
}
