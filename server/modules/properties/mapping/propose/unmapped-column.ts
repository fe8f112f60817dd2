import { isMailingState } from '../../places/states.ts'
import { anyDay, isDay } from '../dates.ts'
import { getCells, normalizeHeader, type TableSample } from './assign-columns.ts'
import { headerHints } from './column-patterns.ts'

/** A column of the file that no column of ours takes; `filled` is the share of rows with a value. */
export type UnmappedColumn = { header: string; filled: number; contents: string; hint: string | null }

/** Describes what the cells of a column hold, for the reader of the proposal. */
export function toUnmappedColumn(header: string, sample: TableSample): UnmappedColumn {
  const cells = getCells(header, sample)
  const nonEmpty = cells.filter((cell) => cell !== '').length
  return {
    header,
    filled: cells.length === 0 ? 0 : nonEmpty / cells.length,
    contents: classifyCells(cells),
    hint: headerHints.find(([says]) => says.test(normalizeHeader(header)))?.[1] ?? null,
  }
}

const maxDistinctValues = 12

const cellKinds: readonly (readonly [contents: string, is: (cell: string) => boolean])[] = [
  ['yes or no', (cell) => /^(y|n|yes|no|true|false)$/i.test(cell)],
  ['states', (cell) => isMailingState(cell.toUpperCase())],
  ['dates', (cell) => anyDay.some((format) => isDay(cell, format))],
  ['years', (cell) => /^(1[789]|20)\d\d$/.test(cell)],
  ['five digits', (cell) => /^\d{5}(-\d{4})?$/.test(cell)],
  ['coordinates', (cell) => /^-?\d{1,3}\.\d{4,}$/.test(cell) && Math.abs(Number(cell)) <= 180],
  ['money', (cell) => /^\$\s?[\d,]+(\.\d\d)?$/.test(cell)],
  ['numbers', (cell) => /^-?[\d,]*\.?\d+$/.test(cell)],
]

function classifyCells(cells: readonly string[]): string {
  const nonEmpty = cells.filter((cell) => cell !== '')
  const distinct = new Set(nonEmpty)
  if (nonEmpty.length === 0) return 'empty'
  if (distinct.size === 1 && nonEmpty.length > 1) return 'the same in every row'
  const kind = cellKinds.find(([, is]) => nonEmpty.filter(is).length >= nonEmpty.length * 0.95)
  if (kind) return kind[0]
  return distinct.size <= maxDistinctValues ? `one of ${distinct.size} values` : 'text'
}
