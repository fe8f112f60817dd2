import { findWholePart, type ParcelPart } from '../headers/parcel-parts.ts'
import type { SampledTable } from '../proposal.ts'
import { isFilled } from '../values/cells.ts'
import { type ColumnProfile, measureShare } from '../values/profile.ts'

/**
 * Taken where they tell more rows apart. Few parcels have a unit, but without it all those of a lot are one parcel; a
 * district can be that of a tax.
 */
const optional: readonly ParcelPart[] = ['district', 'unit']

const leastFilled = 0.95
const leastDistinct = 0.98
const leastRows = 10
const longest = 12

/**
 * The columns that are the parcel number only together, such as borough, block and lot; null where they do not tell
 * rows apart. Of a part with two columns, such as the name and the code of a town, the code is taken.
 */
export function findKeyParts(table: SampledTable, profiles: readonly ColumnProfile[]): string[] | null {
  if (table.rows.length < leastRows) return null
  const found = new Map<ParcelPart, ColumnProfile>()
  for (const profile of profiles) {
    const part = isCode(profile) ? findWholePart(profile.column) : undefined
    const known = part && found.get(part)
    if (part && (!known || known.numeric < profile.numeric)) found.set(part, profile)
  }
  if (!found.has('lot') && !found.has('parcel')) return null
  let columns = [...found].flatMap(([part, profile]) =>
    !optional.includes(part) && profile.filled >= leastFilled ? [profile] : [],
  )
  for (const part of optional) {
    const profile = found.get(part)
    const more = profile ? [...columns, profile] : columns
    if (countKeys(table, more) > countKeys(table, columns)) columns = more
  }
  if (columns.length < 2 || countKeys(table, columns) < table.rows.length * leastDistinct) return null
  return columns.sort((a, b) => a.at - b.at).map(({ column }) => column)
}

const isCode = ({ cells }: ColumnProfile) =>
  cells.length > 0 && measureShare(cells, (cell) => cell.length <= longest) === 1

const countKeys = ({ rows }: SampledTable, profiles: readonly ColumnProfile[]): number =>
  new Set(rows.map((row) => profiles.map(({ at }) => toPart(row[at])).join('\0'))).size

const toPart = (cell = '') => (isFilled(cell) ? cell : '')
