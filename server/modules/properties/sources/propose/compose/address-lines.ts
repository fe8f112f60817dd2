import { continuesLine } from '../columns/continues-line.ts'
import { isAddressee, isCityStateZip, isStreetLine, isUnitLine } from '../values/cells.ts'
import { type ColumnProfile, measureShare } from '../values/profile.ts'
import type { TableView } from './placed-field.ts'

const maxLines = 5
const leastRead = 0.6

/**
 * The numbered address lines that a column is one of, where they have to be read together: city, state and ZIP stand in
 * the last filled one, or a suite or an addressee in a line of its own. Null otherwise.
 */
export function findAddressLines(
  table: TableView,
  known: ColumnProfile,
): { profiles: ColumnProfile[]; hasCity: boolean } | null {
  const lines = listLines(table, known)
  if (lines.length < 2) return null
  const last = table.rows.flatMap((row) => {
    const cells = lines.map(({ at }) => row[at] ?? '').filter((cell) => cell !== '')
    return cells.slice(1).slice(-1)
  })
  if (last.length > 0 && measureShare(last, isCityStateZip) > 0.4) return { profiles: lines, hasCity: true }
  const end = lines.findIndex(({ cells }) => measureShare(cells, isPartOfStreet) < leastRead)
  const streets = lines.slice(0, end < 0 ? lines.length : end)
  return streets.length > 1 && streets.includes(known) ? { profiles: streets, hasCity: false } : null
}

/** The lines from the first, which is empty or an addressee in some files, to the one before another column. */
function listLines({ profiles, assigned }: TableView, known: ColumnProfile): ColumnProfile[] {
  const used = new Set([...assigned.values()].map(({ profile }) => profile))
  const before = profiles[known.at - 1]
  const first = before && !used.has(before) && continuesLine(before.column, known.column, 2) ? before : known
  const lines = [first]
  for (const next of profiles.slice(first.at + 1, first.at + maxLines)) {
    if (!continuesLine(first.column, next.column, lines.length + 1)) break
    lines.push(next)
  }
  return lines
}

const isPartOfStreet = (cell: string) => isStreetLine(cell) || isUnitLine(cell) || isAddressee(cell)
