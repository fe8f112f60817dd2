import { isMailingState } from '../../places/states.ts'
import { anyDay, isDay } from '../dates.ts'

const maxWordsNamed = 12

const kinds: readonly (readonly [looks: string, is: (cell: string) => boolean])[] = [
  ['yes or no', (cell) => /^(y|n|yes|no|true|false)$/i.test(cell)],
  ['states', (cell) => isMailingState(cell.toUpperCase())],
  ['dates', (cell) => anyDay.some((format) => isDay(cell, format))],
  ['years', (cell) => /^(1[789]|20)\d\d$/.test(cell)],
  ['five digits', (cell) => /^\d{5}(-\d{4})?$/.test(cell)],
  ['coordinates', (cell) => /^-?\d{1,3}\.\d{4,}$/.test(cell) && Math.abs(Number(cell)) <= 180],
  ['money', (cell) => /^\$\s?[\d,]+(\.\d\d)?$/.test(cell)],
  ['numbers', (cell) => /^-?[\d,]*\.?\d+$/.test(cell)],
]

/** What the cells of a column look like, in a word or two; none of them is repeated. */
export function looksLike(cells: readonly string[]): string {
  const said = cells.filter((cell) => cell !== '')
  const different = new Set(said)
  if (said.length === 0) return 'empty'
  if (different.size === 1 && said.length > 1) return 'the same in every row'
  const kind = kinds.find(([, is]) => said.filter(is).length >= said.length * 0.95)
  if (kind) return kind[0]
  return different.size <= maxWordsNamed ? `one of ${different.size} words` : 'text'
}
