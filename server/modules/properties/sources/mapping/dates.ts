import type { DateFormat } from '@dooryard/contract/data/sources/transforms'
import { isDigits, parseDigits } from '../../../../platform/util/digits.ts'
import { cellReader, implausible, type Reader, type ReadResult } from './reader.ts'

/** The formats whose dates say everything. None accepts another's dates. */
export const anyDay: readonly DateFormat[] = ['YYYY-MM-DD', 'YYYYMMDD', 'M/D/YYYY', 'Month D, YYYY', 'D-MON-YYYY']

const months = 'JAN FEB MAR APR MAY JUN JUL AUG SEP OCT NOV DEC'.split(' ')
const parseMonth = (name = '') => months.indexOf(name.slice(0, 3).toUpperCase()) + 1

/** Most dates are ISO dates. */
const isIsoDay = (cell: string) =>
  cell.length === 10 &&
  cell[4] === '-' &&
  cell[7] === '-' &&
  isDigits(cell, 0, 4) &&
  isDigits(cell, 5, 7) &&
  isDigits(cell, 8, 10)

// A time after the date is ignored, and so is the fraction of a number that was stored with one.
const parserByFormat: Record<DateFormat, DayParser> = {
  'YYYY-MM-DD': (cell) => {
    if (isIsoDay(cell))
      return isInCalendar(parseDigits(cell, 0, 4), parseDigits(cell, 5, 7), parseDigits(cell, 8, 10)) ? cell : undefined
    const [, year, month, day] = /^(\d{4})[-/.](\d\d?)[-/.](\d\d?)(?:[T ].*)?$/.exec(cell) ?? []
    return toDay({ year, month, day })
  },
  YYYYMMDD: (cell) => {
    const [, year, month, day] = /^(\d{4})(\d\d)(\d\d)(?:\.0+|[T ].*)?$/.exec(cell) ?? []
    return toDay({ year, month, day })
  },
  // The first of the month, where no day is known.
  YYYYMM: (cell) => {
    const [, year, month] = /^(\d{4})(\d\d)(?:\.0+)?$/.exec(cell) ?? []
    return toDay({ year, month, day: '1' })
  },
  YYMMDD: (cell, today) => {
    const [, year, month, day] = /^(\d\d)(\d\d)(\d\d)(?:\.0+)?$/.exec(cell) ?? []
    return toDay({ year: toFullYear(year, today), month, day })
  },
  'M/D/YYYY': (cell) => {
    const [, month, day, year] = /^(\d{1,2})[-/](\d{1,2})[-/](\d{4})(?:,? .*)?$/.exec(cell) ?? []
    return toDay({ year, month, day })
  },
  'M/D/YY': (cell, today) => {
    const [, month, day, year] = /^(\d{1,2})[-/](\d{1,2})[-/](\d\d)(?:,? .*)?$/.exec(cell) ?? []
    return toDay({ year: toFullYear(year, today), month, day })
  },
  MMDDYYYY: (cell) => {
    // Spreadsheets remove the leading zero of the month.
    const [, month, day, year] = /^(\d\d?)(\d\d)(\d{4})(?:\.0+)?$/.exec(cell) ?? []
    return toDay({ year, month, day })
  },
  'D-MON-YYYY': (cell, today) => {
    const [, day, name, year] = /^(\d{1,2})-([A-Za-z]{3,9})-(\d{4}|\d\d)(?:[: ].*)?$/.exec(cell) ?? []
    return toDay({ year: toFullYear(year, today), month: parseMonth(name), day })
  },
  'Month D, YYYY': (cell) => {
    const [, name, day, year] = /^([A-Za-z]{3,9})\.? {1,2}(\d{1,2})(?:, ?| )(\d{4})(?:,? .*)?$/.exec(cell) ?? []
    return toDay({ year, month: parseMonth(name), day })
  },
  YYYY: (cell) => {
    const [, year] = /^(\d{4})(?:\.0+)?$/.exec(cell) ?? []
    return toDay({ year, month: 1, day: '1' })
  },
  'Excel days': (cell) => toUtcDay((Number(cell) - daysFrom1900To1970) * msPerDay),
  'Unix milliseconds': (cell) => toUtcDay(Number(cell)),
}

const msPerDay = 86_400_000
const daysFrom1900To1970 = 25_569
const maxDateMs = 8.64e15

const toUtcDay = (ms: number) =>
  Math.abs(ms) <= maxDateMs ? new Date(ms).toISOString().replace(/T.*$/, '') : undefined

/** Of two digits, the latest such year that is not to come. */
function toFullYear(year: string | undefined, today: string): string | undefined {
  if (year?.length !== 2) return year
  const century = Number(today.slice(0, 2)) - (year > today.slice(2, 4) ? 1 : 0)
  return `${century}${year}`
}

/** Days that systems write where they have none. Those before 1900 and those to come are implausible anyway. */
const placeholderDays = new Set(['1900-01-01', '1901-01-01'])

type DateOptions = {
  /** The roll's date format; several when it is inconsistent. */
  as?: DateFormat | readonly DateFormat[]
  unknown?: readonly string[]
  /** The roll stored two-digit years, so a future date means a century earlier. */
  wrapped?: boolean
  /** Only the year counts, so that the first day of 1900 is no placeholder. */
  isYear?: boolean
}

export const date = (column: string, options: DateOptions = {}): Reader<string> => {
  const { as = 'YYYY-MM-DD', unknown = [], wrapped, isYear } = options
  const parsers = [as].flat().map((format) => parserByFormat[format as DateFormat])
  return cellReader(column, (cell, today) => {
    if (unknown.includes(cell)) return null
    const day = parseFirst(parsers, cell, today)
    if (!day) return implausible
    const known = wrapped && day > today ? toEarlierCentury(day) : day
    if (!isYear && placeholderDays.has(known)) return implausible
    return known >= '1900-01-01' && known <= today ? known : implausible
  })
}

/** A date in several columns. Without a column of days, or with the day 0, it is the first of the month. */
export const yearMonthDay = (yearColumn: string, monthColumn: string, dayColumn?: string): Reader<string> => ({
  needs: [yearColumn, monthColumn, ...(dayColumn === undefined ? [] : [dayColumn])],
  read: (cell, today) =>
    readParts({ year: cell(yearColumn), month: cell(monthColumn), day: dayColumn ? cell(dayColumn) : '1' }, today),
})

/** A date of which one column has the year and another month and day, such as 1231; 507 is the 7th of May. */
export const yearAndMonthDay = (yearColumn: string, monthDayColumn: string): Reader<string> => ({
  needs: [yearColumn, monthDayColumn],
  read: (cell, today) => {
    const both = cell(monthDayColumn)
    return readParts({ year: cell(yearColumn), month: both.slice(0, -2), day: both.slice(-2) }, today)
  },
})

function readParts({ year, month, day }: Record<keyof DateParts, string>, today: string): ReadResult<string> {
  if (Number(year) === 0 || Number(month) === 0) return null
  const isKnown = Number(day) !== 0
  const date = toDay({ year: /^\d{4}$/.test(year) ? year : undefined, month, day: isKnown ? day : '1' })
  return date && date >= '1900-01-01' && date <= today && !placeholderDays.has(date) ? date : implausible
}

/** 1 January of the year before a fiscal year: the assessment date of a state such as Massachusetts. */
export const assessedForFiscalYear = (column: string): Reader<string> =>
  cellReader(column, (cell) => (/^(19|20)\d\d$/.test(cell) ? `${Number(cell) - 1}-01-01` : implausible))

/** The day of a cell in a format; undefined when it is none. */
export const parseDay = (format: DateFormat, cell: string, today: string): string | undefined =>
  parserByFormat[format](cell, today)

type DayParser = (cell: string, today: string) => string | undefined

function parseFirst(parsers: readonly DayParser[], cell: string, today: string): string | undefined {
  for (const parse of parsers) {
    const day = parse(cell, today)
    if (day) return day
  }
  return undefined
}

const daysInMonth = [31, 29, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31]
const padTwoDigits = (number: number) => String(number).padStart(2, '0')

function isInCalendar(year: number, month: number, day: number): boolean {
  const isLeap = year % 4 === 0 && (year % 100 !== 0 || year % 400 === 0)
  const last = month === 2 && !isLeap ? 28 : (daysInMonth[month - 1] ?? 0)
  return day >= 1 && day <= last
}

type DateParts = { year: string | undefined; month: string | number | undefined; day: string | undefined }

function toDay({ year, month, day }: DateParts): string | undefined {
  if (year === undefined || month === undefined || day === undefined) return undefined
  const [m, d] = [Number(month), Number(day)]
  return isInCalendar(Number(year), m, d) ? `${year}-${padTwoDigits(m)}-${padTwoDigits(d)}` : undefined
}

const toEarlierCentury = (day: string) => `${Number(day.slice(0, 4)) - 100}${day.slice(4)}`
