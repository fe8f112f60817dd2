import type { DateFormat } from '@dooryard/contract/data/sources/transforms'

const month = '(?:0?[1-9]|1[0-2])'
const day = '(?:0?[1-9]|[12]\\d|3[01])'
const year = '(?:1[6-9]|20)\\d\\d'

const patterns: readonly (readonly [DateFormat, RegExp])[] = [
  ['YYYY-MM-DD', new RegExp(`^${year}[-/]${month}[-/]${day}(?:[T ].*)?$`)],
  ['YYYYMMDD', new RegExp(`^${year}(?:0[1-9]|1[0-2])(?:0[1-9]|[12]\\d|3[01])(?:\\.0+)?$`)],
  ['M/D/YYYY', new RegExp(`^${month}[-/]${day}[-/]${year}(?: .*)?$`)],
  ['M/D/YY', new RegExp(`^${month}[-/]${day}[-/]\\d\\d(?: .*)?$`)],
  ['MMDDYYYY', new RegExp(`^(?:0?[1-9]|1[0-2])(?:0[1-9]|[12]\\d|3[01])${year}$`)],
  ['D-MON-YYYY', /^\d{1,2}-[a-z]{3}-(?:\d\d)?\d\d(?: .*)?$/i],
  ['Month D, YYYY', /^[a-z]{3,9}\.? \d{1,2}, ?\d{4}/i],
  ['Unix milliseconds', /^-?\d{11,13}(?:\.0+)?$/],
  ['Excel days', /^[1-5]\d{4}(?:\.\d+)?$/],
  ['YYYY', new RegExp(`^${year}(?:\\.0+)?$`)],
]

const isEmptyDate = (cell: string) => /^[0/\-.: ]+$/.test(cell)

/**
 * The formats in which at least nine of ten cells of a column are dates, the likeliest first, and cells that mean no
 * date, such as 0; null when the column has no dates.
 */
export function findDateFormats(cells: readonly string[]): { formats: DateFormat[]; unknown: string[] } | null {
  const dated = cells.filter((cell) => !isEmptyDate(cell))
  if (dated.length === 0) return null
  const formats: DateFormat[] = []
  let left = dated
  for (const [format, pattern] of patterns) {
    const rest = left.filter((cell) => !pattern.test(cell))
    if (left.length - rest.length <= dated.length * 0.005) continue
    formats.push(format)
    left = rest
  }
  if (left.length > dated.length * 0.1 || formats.length > 3) return null
  return { formats, unknown: [...new Set(cells.filter(isEmptyDate))].slice(0, 5) }
}
