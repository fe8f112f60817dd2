import { cellReader, implausible, type Read, type Reader } from './reader.ts'

/** The ways in which rolls write a day. */
export type DayFormat = 'YYYY-MM-DD' | 'YYYYMMDD' | 'M/D/YYYY' | 'Month D, YYYY'

/** Every way that is known here. None of them takes the day of another for its own. */
export const anyDay: readonly DayFormat[] = ['YYYY-MM-DD', 'YYYYMMDD', 'M/D/YYYY', 'Month D, YYYY']

const months = 'JAN FEB MAR APR MAY JUN JUL AUG SEP OCT NOV DEC'.split(' ')
const monthOfName = (name = '') => months.indexOf(name.slice(0, 3).toUpperCase()) + 1

type Parts = { year: string | undefined; month: string | number | undefined; day: string | undefined }

// A time of day after the day is left out.
const formats: Record<DayFormat, (cell: string) => Parts> = {
  'YYYY-MM-DD': (cell) => {
    const [, year, month, day] = /^(\d{4})-(\d\d)-(\d\d)(?:[T ].*)?$/.exec(cell) ?? []
    return { year, month, day }
  },
  YYYYMMDD: (cell) => {
    const [, year, month, day] = /^(\d{4})(\d\d)(\d\d)$/.exec(cell) ?? []
    return { year, month, day }
  },
  'M/D/YYYY': (cell) => {
    const [, month, day, year] = /^(\d{1,2})\/(\d{1,2})\/(\d{4})(?: .*)?$/.exec(cell) ?? []
    return { year, month, day }
  },
  'Month D, YYYY': (cell) => {
    const [, name, day, year] = /^([A-Za-z]{3,9})\.? (\d{1,2}),? (\d{4})$/.exec(cell) ?? []
    return { year, month: monthOfName(name), day }
  },
}

type DateOptions = {
  /** How the roll writes days; several where it does not make up its mind. */
  as?: DayFormat | readonly DayFormat[]
  /** What the roll writes where it does not know. */
  unknown?: readonly string[]
  /** The first and last day that can be true. */
  plausible?: readonly [from: string, to: string | 'today']
  /** The roll once kept two digits of the year, so a day that is still to come was a hundred years earlier. */
  wrapped?: boolean
}

/** A calendar day. A time of day after it is left out. */
export const date = (column: string, options: DateOptions = {}): Reader<string> => {
  const { as = 'YYYY-MM-DD', unknown = [], plausible: [from, to] = ['1900-01-01', 'today'], wrapped } = options
  const parsers = [as].flat().map((format) => formats[format as DayFormat])
  return cellReader(column, (cell, today) => {
    if (unknown.includes(cell)) return null
    const day = firstDay(parsers, cell)
    if (!day) return implausible
    const known = wrapped && day > today ? earlierCentury(day) : day
    return known >= from && known <= (to === 'today' ? today : to) ? known : implausible
  })
}

/** Whether a text is a day as this format writes it. */
export const isDay = (cell: string, format: DayFormat) => dayOf(formats[format](cell)) !== undefined

/** The first of a month, where a roll says the year and the month of something in two columns, and no day. */
export const firstOfMonth = (yearColumn: string, monthColumn: string): Reader<string> => ({
  needs: [yearColumn, monthColumn],
  read: (cell, today): Read<string> => {
    const [year, month] = [cell(yearColumn), cell(monthColumn)]
    if (Number(year) === 0 || Number(month) === 0) return null
    const day = dayOf({ year: /^\d{4}$/.test(year) ? year : undefined, month, day: '1' })
    return day && day >= '1900-01-01' && day <= today ? day : implausible
  },
})

/** 1 January of the year before a fiscal year: the day as of which a state of the old Commonwealth assesses for it. */
export const assessedForFiscalYear = (column: string): Reader<string> =>
  cellReader(column, (cell) => (/^(19|20)\d\d$/.test(cell) ? `${Number(cell) - 1}-01-01` : implausible))

function firstDay(parsers: readonly ((cell: string) => Parts)[], cell: string): string | undefined {
  for (const parse of parsers) {
    const day = dayOf(parse(cell))
    if (day) return day
  }
  return undefined
}

const daysInMonth = [31, 29, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31]
const twoDigits = (number: number) => String(number).padStart(2, '0')

function dayOf({ year, month, day }: Parts): string | undefined {
  if (year === undefined || month === undefined || day === undefined) return undefined
  const [y, m, d] = [Number(year), Number(month), Number(day)]
  const isLeap = y % 4 === 0 && (y % 100 !== 0 || y % 400 === 0)
  const last = m === 2 && !isLeap ? 28 : (daysInMonth[m - 1] ?? 0)
  return d >= 1 && d <= last ? `${year}-${twoDigits(m)}-${twoDigits(d)}` : undefined
}

const earlierCentury = (day: string) => `${Number(day.slice(0, 4)) - 100}${day.slice(4)}`
