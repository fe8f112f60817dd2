import type { PropertyField, SaleField } from '@dooryard/contract/data/sources/fields'
import type { Transform } from '@dooryard/contract/data/sources/transforms'
import type { Candidate } from '../columns/candidate.ts'
import { isAtArmsLength, saysArmsLength } from '../values/arms-length.ts'
import { findDeedType } from '../values/deed-types.ts'
import { saysHomestead } from '../values/homestead.ts'
import { countCells, measureShare } from '../values/profile.ts'
import { readDate } from './place-measures.ts'
import { type PlacedField, placeField, type TableView } from './placed-field.ts'

const saleFieldByPropertyField: Partial<Record<PropertyField, SaleField>> = {
  lastSaleDate: 'recordedOn',
  lastSalePrice: 'price',
  lastSaleDeedType: 'deedType',
  lastSaleDocument: 'document',
  armsLength: 'armsLength',
  cashPurchase: 'cashPurchase',
}

/** The last sale of a property, or the sale that a row is. */
export function placeSales(table: TableView, isSale: boolean, today: string): PlacedField[] {
  const fields = [
    ...placeDate(table, today),
    ...placePlain(table, ['lastSalePrice', 'previousSalePrice']),
    ...placePrevious(table, today),
    ...placeDocument(table),
    ...placeDeed(table),
    ...placeQualified(table),
  ]
  if (!isSale) return fields
  const several = table.assigned.get('isMultiParcel')
  const month = table.assigned.get('saleMonth')
  const months: PlacedField[] =
    month && !hasDays(month) ? [{ field: 'isMonthOnly', source: { constant: true }, confidence: 1, doubt: null }] : []
  return [
    ...fields.flatMap((placed) => {
      const field = saleFieldByPropertyField[placed.field as PropertyField]
      return field ? [{ ...placed, field }] : []
    }),
    ...(fields.some(({ field }) => field === 'lastSaleDate') ? months : []),
    ...placePlain(table, ['sellerNames', 'buyerNames']),
    ...(several ? placeAnswers('isMultiParcel', several) : []),
  ]
}

function placeDate({ assigned }: TableView, today: string): PlacedField[] {
  const day = assigned.get('lastSaleDate')
  const recorded = assigned.get('saleRecordedOn')
  const year = assigned.get('saleYear')
  const month = assigned.get('saleMonth')
  const isEmpty = day?.profile.rows !== 0 && day?.profile.cells.length === 0
  const first = isEmpty && year && month ? recorded : (day ?? recorded)
  if (!first && year && month)
    return [placeField('lastSaleDate', [year, month], [{ type: 'YEAR_MONTH_DAY', hasDay: hasDays(month) }])]
  if (!first) return []
  return [
    placeField('lastSaleDate', [first], readDate(first, today)),
    ...(day && recorded ? [placeField('saleRecordedOn', [recorded], readDate(recorded, today))] : []),
  ]
}

/** Month and day in one column, such as 1231. */
const hasDays = ({ profile: { median } }: Candidate) => median !== null && median > 12

function placePrevious({ assigned }: TableView, today: string): PlacedField[] {
  const previous = assigned.get('previousSaleDate')
  return previous ? [placeField('previousSaleDate', [previous], readDate(previous, today))] : []
}

const placePlain = (
  { assigned }: TableView,
  targets: readonly ('lastSalePrice' | 'previousSalePrice' | 'sellerNames' | 'buyerNames')[],
) =>
  targets.flatMap((target) => {
    const candidate = assigned.get(target)
    return candidate ? [placeField(target, [candidate])] : []
  })

function placeDocument({ assigned, rows }: TableView): PlacedField[] {
  const number = assigned.get('lastSaleDocument')
  const book = assigned.get('deedBook')
  const page = assigned.get('deedPage')
  const isPair = book !== undefined && page !== undefined && Math.abs(page.profile.at - book.profile.at) === 1
  if (isPair && (!number || number.profile.filled <= book.profile.filled || number.profile.filled < 0.5))
    return [
      placeField('lastSaleDocument', number && completes(rows, number, book) ? [book, page, number] : [book, page], [
        { type: 'BOOK_AND_PAGE' },
      ]),
    ]
  return number ? [placeField('lastSaleDocument', [number])] : []
}

const leastCompleted = 0.01

/** Some rows have a document number where they have no book. */
function completes(rows: TableView['rows'], number: Candidate, book: Candidate): boolean {
  if (rows.length === 0) return true
  const isNone = (cell = '') => /^0*$/.test(cell.trim())
  const completed = rows.filter((row) => isNone(row[book.profile.at]) && !isNone(row[number.profile.at]))
  return completed.length > rows.length * leastCompleted
}

const leastKnown = 0.5

/** The kinds of deeds in the words of the county, where half of the rows or more say a known one. */
function placeDeed({ assigned }: TableView): PlacedField[] {
  const candidate = assigned.get('lastSaleDeedType')
  if (!candidate) return []
  const counted = countCells(candidate.profile.cells)
  const table = Object.fromEntries(
    counted.flatMap(([cell]) => {
      const deed = findDeedType(cell)
      return deed ? [[cell, deed] as const] : []
    }),
  )
  const known = counted.filter(([cell]) => cell in table).reduce((sum, [, rows]) => sum + rows, 0)
  if (known < candidate.profile.cells.length * leastKnown || known === 0) return []
  return [placeField('lastSaleDeedType', [candidate], [{ type: 'LOOKUP', table, otherwise: 'UNKNOWN' }])]
}

const answers: Record<string, boolean> = {
  q: true,
  u: false,
  y: true,
  n: false,
  yes: true,
  no: false,
  t: true,
  f: false,
  true: true,
  false: false,
}

/** Only codes that say yes or no by themselves: others are the county's own. */
function placeQualified({ assigned }: TableView): PlacedField[] {
  const candidate = assigned.get('armsLength')
  if (!candidate) return []
  const counted = countCells(candidate.profile.cells)
  // Others, such as "Unverified", say neither.
  const saying = counted.filter(([cell]) => saysArmsLength(cell))
  if (saying.length === 0) return placeAnswers('armsLength', candidate)
  const table = Object.fromEntries(saying.slice(0, maxTerms).map(([cell]) => [cell, isAtArmsLength(cell)]))
  return [placeField('armsLength', [candidate], [{ type: 'LOOKUP', table, otherwise: 'UNKNOWN' }])]
}

const maxTerms = 100

export function placeAnswers(
  field: 'armsLength' | 'isHomestead' | 'isVacant' | 'isMultiParcel',
  candidate: Candidate,
): PlacedField[] {
  const { cells, numeric } = candidate.profile
  if (cells.length === 0) return [placeField(field, [candidate])]
  const found = countCells(cells.map((cell) => cell.toLowerCase()))
  const isAnswer = found.every(([cell]) => cell in answers)
  if (isAnswer) {
    const table = Object.fromEntries(
      [...new Set(cells)].map((cell) => [cell, answers[cell.toLowerCase()] ?? false] as const),
    )
    return [placeField(field, [candidate], [{ type: 'LOOKUP', table, otherwise: 'UNKNOWN' }])]
  }
  if (field !== 'isHomestead') return []
  if (numeric > 0.95) return [placeField(field, [candidate], [{ type: 'IS_POSITIVE' }])]
  if (measureShare(cells, saysHomestead) > 0.05) {
    const table = Object.fromEntries([...new Set(cells)].slice(0, maxTerms).map((cell) => [cell, saysHomestead(cell)]))
    return [placeField(field, [candidate], [{ type: 'LOOKUP', table, otherwise: 'UNKNOWN' }])]
  }
  const isCode = found.every(([cell]) => /^[a-z]\d{1,2}$/.test(cell))
  const table = Object.fromEntries(
    found.slice(0, 40).flatMap(([cell]) => (isCode ? [[cell, !/^[a-z]0+$/.test(cell)]] : readHomestead(cell))),
  )
  if (Object.keys(table).length === 0) return []
  const doubt = isCode
    ? `The codes of ${JSON.stringify(candidate.profile.column)} are read as yes, except those with 0.`
    : null
  const lookup: Transform = { type: 'LOOKUP', table: matchCase(table, cells), otherwise: 'UNKNOWN' }
  return [placeField(field, [candidate], [lookup], doubt)]
}

const readHomestead = (cell: string): [string, boolean][] => {
  if (/^(?:non|no\b|not|none)/.test(cell)) return [[cell, false]]
  if (cell === 'h') return [[cell, true]]
  if (cell === 'n') return [[cell, false]]
  return /^(?:full|partial|half|homestead|hs|owner|ag(?:ricultural)? homestead|res(?:idential)? homestead)/.test(cell)
    ? [[cell, true]]
    : []
}

const matchCase = (table: Record<string, boolean>, cells: readonly string[]) =>
  Object.fromEntries(
    [...new Set(cells)].flatMap((cell) => {
      const value = table[cell.toLowerCase()]
      return value === undefined ? [] : [[cell, value] as const]
    }),
  )
