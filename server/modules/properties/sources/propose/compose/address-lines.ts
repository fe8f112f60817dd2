import { continuesLine } from '../columns/continues-line.ts'
import { isCityStateZip } from '../values/cells.ts'
import { type ColumnProfile, measureShare } from '../values/profile.ts'
import type { TableView } from './placed-field.ts'

const maxLines = 5

/**
 * The address lines that begin with a column, where city, state and ZIP stand in the last filled one instead of
 * columns of their own; null otherwise.
 */
export function findAddressLines(table: TableView, first: ColumnProfile): ColumnProfile[] | null {
  const lines = [first]
  for (const next of table.profiles.slice(first.at + 1, first.at + maxLines)) {
    if (!continuesLine(first.column, next.column, lines.length + 1)) break
    lines.push(next)
  }
  if (lines.length < 2) return null
  const last = table.rows.flatMap((row) => {
    const cells = lines.map(({ at }) => row[at] ?? '').filter((cell) => cell !== '')
    return cells.slice(1).slice(-1)
  })
  return last.length > 0 && measureShare(last, isCityStateZip) > 0.4 ? lines : null
}
