import { toPlainName } from '../headers/header-words.ts'
import type { SampledTable } from '../proposal.ts'
import { isFilled } from '../values/cells.ts'
import { type ColumnProfile, measureShare } from '../values/profile.ts'

const nameParts = (names: string) =>
  new RegExp(`^(?:mblu|mbl|prop|parcel|gis)?(?:${names})(?:code|cd|number|num|no|nbr|id)?$`)

/** The parts of a parcel number by names that say nothing else, as `LotArea` does. */
const partNames = {
  town: nameParts('town|township|twp|municipality|muni|mun|boro|borough|swis|ward'),
  section: nameParts('section|sect|sec'),
  book: nameParts('book|bk'),
  map: nameParts('map|taxmap'),
  block: nameParts('block|blk|taxblock'),
  parcel: nameParts('parcel|parc|pcl'),
  lot: nameParts('lot|taxlot'),
  unit: nameParts('unit|suffix|qualifier|qual'),
}
type Part = keyof typeof partNames

// Not all parcels have one, and without towns or sections the sample may be of one.
const sparse: readonly Part[] = ['unit']
const leastFilled = 0.95
const leastDistinct = 0.98
const leastRows = 10
const longest = 12

/**
 * The columns that are the parcel number only together, such as borough, block and lot; null where they do not tell rows
 * apart. Of a part with two columns, such as the name and the code of a town, the code is taken.
 */
export function findKeyParts(table: SampledTable, profiles: readonly ColumnProfile[]): string[] | null {
  if (table.rows.length < leastRows) return null
  const found = new Map<Part, ColumnProfile>()
  for (const profile of profiles) {
    const part = findPart(profile)
    const known = part && found.get(part)
    if (part && (!known || known.numeric < profile.numeric)) found.set(part, profile)
  }
  if (!found.has('lot') && !found.has('parcel')) return null
  const filled = [...found].filter(([part, profile]) => !sparse.includes(part) && profile.filled >= leastFilled)
  return [filled, [...found]].map(toColumns).find((columns) => columns.length > 1 && isDistinct(table, columns)) ?? null
}

function findPart({ column, cells }: ColumnProfile): Part | undefined {
  if (cells.length === 0 || measureShare(cells, (cell) => cell.length <= longest) < 1) return undefined
  const plain = toPlainName(column)
  // Its keys are those of the object.
  const parts = Object.entries(partNames) as [Part, RegExp][]
  return parts.find(([, name]) => name.test(plain))?.[0]
}

const toColumns = (parts: readonly (readonly [Part, ColumnProfile])[]): string[] =>
  parts
    .map(([, profile]) => profile)
    .sort((a, b) => a.at - b.at)
    .map(({ column }) => column)

function isDistinct({ header, rows }: SampledTable, columns: readonly string[]): boolean {
  const places = columns.map((column) => header.indexOf(column))
  const keys = rows.map((row) => places.map((at) => (isFilled(row[at] ?? '') ? row[at] : '')).join('\0'))
  return new Set(keys).size >= rows.length * leastDistinct
}
