import type { SourceDocument } from '@dooryard/contract/data/sources/source-document'
import type { FieldSource, Transform } from '@dooryard/contract/data/sources/transforms'
import { emptyValue } from '../../../../lib/format/format.ts'

export type SourceMode = 'COLUMNS' | 'CONSTANT' | 'FIRST_OF'
export type ColumnsSource = Extract<FieldSource, { columns: string[] }>

export const getMode = (source: FieldSource): SourceMode =>
  'columns' in source ? 'COLUMNS' : 'constant' in source ? 'CONSTANT' : 'FIRST_OF'

/** The columns that a source reads, each once. */
export function listColumns(source: FieldSource | undefined): string[] {
  if (!source || 'constant' in source) return []
  const columns = 'columns' in source ? source.columns : source.firstOf.flatMap(listColumns)
  return [...new Set(columns)]
}

/** Whether a value that is the same for all rows is still to be entered. */
export function isIncomplete(source: FieldSource | undefined): boolean {
  if (!source || 'columns' in source) return false
  return 'constant' in source ? String(source.constant).trim() === '' : source.firstOf.some(isIncomplete)
}

/** Whether a field of the document has such a value. */
export function isDocumentIncomplete({ key, county, property = {}, sale = {} }: SourceDocument): boolean {
  const fields = [key, 'of' in county ? county.of : undefined, ...Object.values(property), ...Object.values(sale)]
  return fields.some(isIncomplete)
}

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

/** Reads another column in the place of one, or one more; what is done to the cells stays. */
export function setColumnAt(source: FieldSource | undefined, at: number, column: string): FieldSource {
  if (!source || !('columns' in source)) return { columns: [column] }
  const columns = [...source.columns]
  columns[at] = column
  return { ...source, columns }
}

export function setTransforms({ columns }: ColumnsSource, transforms: Transform[]): FieldSource {
  return { columns, ...(transforms.length > 0 && { transforms }) }
}

/** Changes how a field gets its value and keeps what fits: the columns become the first choice of several. */
export function setMode(source: FieldSource | undefined, mode: SourceMode, spare: string): FieldSource {
  if (source && getMode(source) === mode) return source
  const columns = listColumns(source)
  const first: FieldSource =
    source && 'columns' in source ? source : { columns: columns.slice(0, 1).concat(spare).slice(0, 1) }
  if (mode === 'CONSTANT') return { constant: '' }
  if (mode === 'FIRST_OF') return { firstOf: [first, { columns: [spare] }] }
  return source && 'firstOf' in source ? (source.firstOf.find((part) => 'columns' in part) ?? first) : first
}

/** `SITUS`, `CITY + ZIP`, `“TN”`, `PRICE, else VALUE`. */
export function describeSource(source: FieldSource): string {
  if (isIncomplete(source)) return emptyValue
  if ('columns' in source) return source.columns.join(' + ')
  if ('constant' in source) return `“${source.constant}”`
  return source.firstOf.map(describeSource).join(', else ')
}
