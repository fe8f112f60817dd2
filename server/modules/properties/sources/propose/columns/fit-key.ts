import { hasStreetType, isIdentity } from '../values/cells.ts'
import { findDateFormats } from '../values/dates.ts'
import { type ColumnProfile, measureShare } from '../values/profile.ts'

/** How far a column can be the parcel number: distinct, 5 to 30 long, no row number, day, amount, area or name. */
export function fitKey(profile: ColumnProfile): number {
  const { cells, rows, isGeometry, distinct, filled, isSequence } = profile
  if (isGeometry || profile.column.trim() === '') return 0
  if (rows === 0) return 0.9
  if (filled < 0.5) return 0
  if (measureShare(cells, isIdentity) > 0.5) return 0
  const isNumber = measureShare(cells, (cell) => /\d/.test(cell)) > 0.85
  if (!isNumber || measureShare(cells, hasWords) > 0.3) return 0.1
  if (measureShare(cells, (cell) => /^-?\d+\.\d*[1-9]\d*$/.test(cell)) > 0.9 && averageLength(cells) < 9) return 0.1
  const repeats = distinct > 0.9 ? 1 : distinct > 0.5 ? 0.85 : rows < 20 ? 0.8 : distinct > 0.1 ? 0.5 : 0.1
  const length = measureShare(cells, (cell) => cell.length >= 5 && cell.length <= 30) > 0.5 ? 1 : 0.85
  const isShort = distinct < 0.98 && measureShare(cells, (cell) => /^\d{1,5}$/.test(cell)) > 0.9
  return repeats * length * (isShort ? 0.4 : 1) * (isSequence ? 0.7 : 1)
}

/** Whether values alone, under a name that says nothing, make a column the parcel number. */
export function looksLikeKey(profile: ColumnProfile): boolean {
  const { cells, distinct, filled, isSequence, rows } = profile
  if (rows < 10 || distinct < 0.98 || filled < 0.95 || isSequence || fitKey(profile) < 0.9) return false
  if (measureShare(cells, (cell) => /\.\d/.test(cell) && !/[-\s]/.test(cell)) > 0.3) return false
  return findDateFormats(cells) === null && measureShare(cells, (cell) => cell.length >= 7) > 0.8
}

const hasWords = (cell: string) => /[a-z]{4}/i.test(cell) || hasStreetType(cell)

const averageLength = (cells: readonly string[]) =>
  cells.reduce((sum, { length }) => sum + length, 0) / Math.max(1, cells.length)
