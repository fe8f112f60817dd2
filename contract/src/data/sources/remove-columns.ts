import { listKeyColumns, type SourceDocument } from './source-document.ts'
import type { FieldSource, Transform } from './transforms.ts'

/**
 * A document without one of its joined files: the file, its join, those that hang on it, and what is read from their
 * columns are left out. Null where the document cannot do without: the file is its first one, or has the key.
 */
export function removeFile(document: SourceDocument, id: string): SourceDocument | null {
  if (document.files[0]?.id === id) return null
  if (!document.files.some((file) => file.id === id)) return document
  const dependent = document.joins?.find(
    ({ file, on }) =>
      file !== id && on.some(({ column }) => listKeyColumns(column).some((one) => one.startsWith(`${id}.`))),
  )
  if (dependent) {
    const rest = removeFile(document, dependent.file)
    return rest && removeFile(rest, id)
  }
  const kept = removeColumnsFrom(document, (column) => column.startsWith(`${id}.`))
  return (
    kept && {
      ...kept,
      files: document.files.filter((file) => file.id !== id),
      ...(document.joins && { joins: document.joins.filter(({ file }) => file !== id) }),
    }
  )
}

/** A document without what is read from some columns. Null where these have the key, or alone the county. */
function removeColumnsFrom(document: SourceDocument, isGone: IsGone): SourceDocument | null {
  const { property, sale, uses, loans, ...others } = document
  const key = removeColumns(document.key, isGone)
  const county = removeFromCounty(document.county, isGone)
  const keptUses = removeFromUses(uses, isGone)
  const keptLoans = removeFromLoans(loans, isGone)
  const keptSale = sale && removeFromFields(sale, isGone)
  if (!key || !county) return null
  return {
    ...{ ...others, key, county },
    ...(property && { property: removeFromFields(property, isGone) }),
    // A sale without its date is none.
    ...(keptSale?.recordedOn && { sale: keptSale }),
    ...(keptUses && { uses: keptUses }),
    ...(keptLoans && { loans: keptLoans }),
  }
}

type IsGone = (column: string) => boolean

/** Transforms whose columns each have a meaning of their own. */
const positional: Transform['type'][] = ['NUMBER', 'FULL_AND_HALF', 'YEAR_MONTH_DAY', 'BOOK_AND_PAGE']

function removeColumns(source: FieldSource, isGone: IsGone): FieldSource | undefined {
  if ('firstOf' in source) {
    const [first, ...rest] = source.firstOf.flatMap((one) => removeColumns(one, isGone) ?? [])
    return first && (rest.length === 0 ? first : { firstOf: [first, ...rest] })
  }
  if (!('columns' in source) || !source.columns.some(isGone)) return source
  const columns = source.columns.filter((column) => !isGone(column))
  const isWhole = source.transforms?.some((one) => positional.includes(one.type) || (one.type === 'JOIN' && one.size))
  return columns.length === 0 || isWhole ? undefined : { ...source, columns }
}

const removeFromFields = <Fields extends Partial<Record<string, FieldSource>>>(fields: Fields, isGone: IsGone) =>
  Object.fromEntries(
    Object.entries(fields).flatMap(([field, source]) => {
      const kept = source && removeColumns(source, isGone)
      return kept ? [[field, kept]] : []
    }),
  ) as Fields

function removeFromCounty(county: SourceDocument['county'], isGone: IsGone): SourceDocument['county'] | null {
  if (!('of' in county)) return county
  const of = removeColumns(county.of, isGone)
  if (of) return { ...county, of }
  return county.otherwise === undefined ? null : { fips: county.otherwise }
}

function removeFromUses(uses: SourceDocument['uses'], isGone: IsGone): SourceDocument['uses'] {
  if (!uses || isGone(uses.column)) return undefined
  const { refinedBy, codes, ...rest } = uses
  if (refinedBy === undefined || !isGone(refinedBy)) return uses
  const plain = Object.entries(codes).map(([code, { refined: _, ...use }]) => [code, use] as const)
  return { ...rest, codes: Object.fromEntries(plain) }
}

function removeFromLoans(loans: SourceDocument['loans'], isGone: IsGone): SourceDocument['loans'] {
  if (!loans) return undefined
  const kept = loans.loans.flatMap((loan) => {
    const parts = Object.entries(loan).filter(([, column]) => !isGone(column))
    return parts.length === 0 ? [] : [Object.fromEntries(parts) as typeof loan]
  })
  const { count } = loans
  return { loans: kept, ...(count !== undefined && !isGone(count) && { count }) }
}
