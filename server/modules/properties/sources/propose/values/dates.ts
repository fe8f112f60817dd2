import { type DateFormat, dateFormats } from '@dooryard/contract/data/sources/transforms'
import { parseDay } from '../../mapping/dates.ts'

// Any number can be read in these formats, so only those as long as days of our time speak for them.
const lengths: Partial<Record<DateFormat, RegExp>> = {
  YYYYMM: /^(?:19|20)\d{2}(?:0[1-9]|1[0-2])(?:\.0+)?$/,
  YYMMDD: /^\d{6}(?:\.0+)?$/,
  // Numbers with leading zeros are those of parcels.
  'Unix milliseconds': /^-?[1-9]\d{10,12}(?:\.0+)?$/,
  'Excel days': /^[1-5]\d{4}(?:\.\d+)?$/,
}

const [earliest, latest] = ['1600-01-01', '2099-12-31']

function isDay(format: DateFormat, cell: string): boolean {
  if (lengths[format]?.test(cell) === false) return false
  const day = parseDay(format, cell, latest)
  return day !== undefined && day >= earliest && day <= latest
}

const isEmptyDate = (cell: string) => /^[0/\-.: ]+$/.test(cell)

/**
 * The formats in which at least nine of ten cells of a column are read as dates, the likeliest first, and cells that
 * mean no date, such as 0; null when the column has no dates.
 */
export function findDateFormats(cells: readonly string[]): { formats: DateFormat[]; unknown: string[] } | null {
  const dated = cells.filter((cell) => !isEmptyDate(cell))
  if (dated.length === 0) return null
  const formats: DateFormat[] = []
  let left = dated
  for (const format of dateFormats) {
    const rest = left.filter((cell) => !isDay(format, cell))
    if (left.length - rest.length <= dated.length * 0.005) continue
    formats.push(format)
    left = rest
  }
  if (left.length > dated.length * 0.1 || formats.length > 3) return null
  return { formats, unknown: [...new Set(cells.filter(isEmptyDate))].slice(0, 5) }
}
