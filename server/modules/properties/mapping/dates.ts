import { isDigits, parseDigits } from '../../../platform/util/digits.ts'
import { cellReader, implausible, type Reader, type ReadResult } from './reader.ts'

export type DayFormat = 'YYYY-MM-DD' | 'YYYYMMDD' | 'M/D/YYYY' | 'Month D, YYYY'

/** All known formats. No format accepts another's dates. */
export const anyDay: readonly DayFormat[] = ['YYYY-MM-DD', 'YYYYMMDD', 'M/D/YYYY', 'Month D, YYYY']

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

// A time after the date is ignored.
const parserByFormat: Record<DayFormat, (cell: string) => string | undefined> = {
  'YYYY-MM-DD': (cell) => {
    if (isIsoDay(cell))
      return isInCalendar(parseDigits(cell, 0, 4), parseDigits(cell, 5, 7), parseDigits(cell, 8, 10)) ? cell : undefined
    const [, year, month, day] = /^(\d{4})-(\d\d)-(\d\d)(?:[T ].*)?$/.exec(cell) ?? []
    return toDay({ year, month, day })
  },
  YYYYMMDD: (cell) => {
    const [, year, month, day] = /^(\d{4})(\d\d)(\d\d)$/.exec(cell) ?? []
    return toDay({ year, month, day })
  },
  'M/D/YYYY': (cell) => {
    const [, month, day, year] = /^(\d{1,2})\/(\d{1,2})\/(\d{4})(?: .*)?$/.exec(cell) ?? []
    return toDay({ year, month, day })
  },
  'Month D, YYYY': (cell) => {
    const [, name, day, year] = /^([A-Za-z]{3,9})\.? (\d{1,2}),? (\d{4})$/.exec(cell) ?? []
    return toDay({ year, month: parseMonth(name), day })
  },
}

type DateOptions = {
  /** The roll's date format; several when it is inconsistent. */
  as?: DayFormat | readonly DayFormat[]
  unknown?: readonly string[]
  plausible?: readonly [from: string, to: string | 'today']
  /** The roll stored two-digit years, so a future date means a century earlier. */
  wrapped?: boolean
}

export const date = (column: string, options: DateOptions = {}): Reader<string> => {
  const { as = 'YYYY-MM-DD', unknown = [], plausible: [from, to] = ['1900-01-01', 'today'], wrapped } = options
  const parsers = [as].flat().map((format) => parserByFormat[format as DayFormat])
  return cellReader(column, (cell, today) => {
    if (unknown.includes(cell)) return null
    const day = parseFirst(parsers, cell)
    if (!day) return implausible
    const known = wrapped && day > today ? toEarlierCentury(day) : day
    return known >= from && known <= (to === 'today' ? today : to) ? known : implausible
  })
}

export const isDay = (cell: string, format: DayFormat) => parserByFormat[format](cell) !== undefined

/** The first of the month, for rolls with year and month in two columns and no day. */
export const firstOfMonth = (yearColumn: string, monthColumn: string): Reader<string> => ({
  needs: [yearColumn, monthColumn],
  read: (cell, today): ReadResult<string> => {
    const [year, month] = [cell(yearColumn), cell(monthColumn)]
    if (Number(year) === 0 || Number(month) === 0) return null
    const day = toDay({ year: /^\d{4}$/.test(year) ? year : undefined, month, day: '1' })
    return day && day >= '1900-01-01' && day <= today ? day : implausible
  },
})

/** 1 January of the year before a fiscal year: the assessment date of a state such as Massachusetts. */
export const assessedForFiscalYear = (column: string): Reader<string> =>
  cellReader(column, (cell) => (/^(19|20)\d\d$/.test(cell) ? `${Number(cell) - 1}-01-01` : implausible))

function parseFirst(parsers: readonly ((cell: string) => string | undefined)[], cell: string): string | undefined {
  for (const parse of parsers) {
    const day = parse(cell)
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
