import type { DeedType } from '@dooryard/contract/api/enums'
import type { PropertyField, SaleField } from '@dooryard/contract/data/sources/fields'
import type { Candidate } from '../columns/candidate.ts'
import { countCells } from '../values/profile.ts'
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
  const months: PlacedField[] = table.assigned.has('saleMonth')
    ? [{ field: 'isMonthOnly', source: { constant: true }, confidence: 1, doubt: null }]
    : []
  return [
    ...fields.flatMap((placed) => {
      const field = saleFieldByPropertyField[placed.field as PropertyField]
      return field ? [{ ...placed, field }] : []
    }),
    ...(fields.some(({ field }) => field === 'lastSaleDate') ? months : []),
    ...placePlain(table, ['sellerNames', 'buyerNames']),
  ]
}

function placeDate({ assigned }: TableView, today: string): PlacedField[] {
  const day = assigned.get('lastSaleDate')
  const recorded = assigned.get('saleRecordedOn')
  const year = assigned.get('saleYear')
  const month = assigned.get('saleMonth')
  const first = day ?? recorded
  if (!first && year && month)
    return [placeField('lastSaleDate', [year, month], [{ type: 'YEAR_MONTH_DAY', hasDay: false }])]
  if (!first) return []
  return [
    placeField('lastSaleDate', [first], readDate(first, today)),
    ...(day && recorded ? [placeField('saleRecordedOn', [recorded], readDate(recorded, today))] : []),
  ]
}

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

function placeDocument({ assigned }: TableView): PlacedField[] {
  const number = assigned.get('lastSaleDocument')
  const book = assigned.get('deedBook')
  const page = assigned.get('deedPage')
  const isPair = book !== undefined && page !== undefined && page.profile.at - book.profile.at === 1
  if (isPair && (!number || number.profile.filled <= book.profile.filled || number.profile.filled < 0.5))
    return [placeField('lastSaleDocument', number ? [book, page, number] : [book, page], [{ type: 'BOOK_AND_PAGE' }])]
  return number ? [placeField('lastSaleDocument', [number])] : []
}

const deeds: readonly (readonly [words: RegExp, deed: DeedType])[] = [
  [/special|limited|^(?:sw|swd|lwd)$/i, 'SPECIAL_WARRANTY'],
  [/quit|^(?:qc|qcd|qd)$/i, 'QUITCLAIM'],
  [/sheriff|foreclos|master'?s|^(?:sd|shd)$/i, 'FORECLOSURE'],
  [/tax deed|^(?:tx|txd|td)$/i, 'TAX'],
  [/trustee|executor|administrat|fiduciary|^(?:tr|trd|exd|ed)$/i, 'TRUSTEE'],
  [/warr|^(?:wd|gwd)$/i, 'WARRANTY'],
  [/grant|^gd$/i, 'GRANT'],
]

const leastKnown = 0.5

/** The kinds of deeds in the words of the county, where half of the rows or more say a known one. */
function placeDeed({ assigned }: TableView): PlacedField[] {
  const candidate = assigned.get('lastSaleDeedType')
  if (!candidate) return []
  const counted = countCells(candidate.profile.cells)
  const table = Object.fromEntries(
    counted.flatMap(([cell]) => {
      const found = deeds.find(([words]) => words.test(cell))
      return found ? [[cell, found[1]] as const] : []
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
}

/** Only codes that say yes or no by themselves: others are the county's own. */
function placeQualified({ assigned }: TableView): PlacedField[] {
  const candidate = assigned.get('armsLength')
  return candidate ? placeAnswers('armsLength', candidate) : []
}

export function placeAnswers(field: 'armsLength' | 'isHomestead' | 'isVacant', candidate: Candidate): PlacedField[] {
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
  const table = Object.fromEntries(found.slice(0, 20).flatMap(([cell]) => readHomestead(cell)))
  if (Object.keys(table).length === 0) return []
  return [placeField(field, [candidate], [{ type: 'LOOKUP', table: matchCase(table, cells), otherwise: 'UNKNOWN' }])]
}

const readHomestead = (cell: string): [string, boolean][] => {
  if (/^(?:non|no\b|not|none)/.test(cell)) return [[cell, false]]
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
