import { cellReader, implausible, type Read, type Reader } from './reader.ts'

const oneBlank = (text: string) => text.replace(/\s+/g, ' ')

/** Text as published, with runs of blanks made one. */
export const text = (column: string): Reader<string> => cellReader(column, oneBlank)

/** The same for every row of the roll. */
export const always = <T>(value: T): Reader<T> => ({ needs: [], read: () => value })

/** The first of several readers that has something. */
export const firstOf = <T>(...readers: readonly Reader<T>[]): Reader<T> => ({
  needs: readers.flatMap(({ needs }) => needs),
  read: (cell, today) => {
    let result: Read<T> = null
    for (const reader of readers) {
      const value = reader.read(cell, today)
      if (value !== null && value !== implausible) return value
      result = value ?? result
    }
    return result
  },
})

type NumberOptions = { min?: number; max: number; whole?: boolean; zero?: 'is unknown' }

/** A number, whatever dollar signs and thousands separators are in it. */
export const number = (column: string, { min = 0, max, whole = false, zero }: NumberOptions): Reader<number> =>
  cellReader(column, (cell) => {
    const value = Number(cell.replace(/[$,\s]/g, ''))
    if (Number.isNaN(value)) return implausible
    if (value === 0 && zero) return null
    if (value < min || value > max) return implausible
    return whole ? Math.round(value) : value
  })

// The largest that the store's columns hold.
const maxMoney = 4_294_967_295
const maxAreaSqft = 4_294_967_295

/** Whole dollars. Rolls write 0 where they do not know. */
export const money = (column: string) => number(column, { max: maxMoney, whole: true, zero: 'is unknown' })

/** How many there are of something in a building. Rolls write 0 where they do not know. */
export const count = (column: string, max: number) => number(column, { max, whole: true, zero: 'is unknown' })

/** The like of 1.5 baths or 2.75 stories. */
export const quantity = (column: string, max: number) => number(column, { max, zero: 'is unknown' })

/** Square feet. Nothing built or owned is smaller than 20: what is, is a placeholder. */
export const area = (column: string) => number(column, { min: 20, max: maxAreaSqft, whole: true, zero: 'is unknown' })

/** An area whose unit stands in another column, as square feet. */
export const areaIn = (column: string, unitColumn: string, sqftPerUnit: Record<string, number>): Reader<number> => ({
  needs: [column, unitColumn],
  read: (cell) => {
    const value = Number(cell(column).replaceAll(',', ''))
    if (value === 0) return null
    const sqft = Math.round(value * (sqftPerUnit[cell(unitColumn)] ?? Number.NaN))
    return sqft >= 20 && sqft <= maxAreaSqft ? sqft : implausible
  },
})

/** A year in which something was built; next year's may be under construction. */
export const year = (column: string): Reader<number> =>
  cellReader(column, (cell, today) => {
    const value = Number(cell)
    if (value === 0) return null
    return Number.isInteger(value) && value >= 1600 && value <= Number(today.slice(0, 4)) + 1 ? value : implausible
  })

type DateOptions = {
  as?: 'YYYY-MM-DD' | 'YYYYMMDD'
  /** What the roll writes where it does not know. */
  unknown?: readonly string[]
  /** The first and last day that can be true. */
  plausible?: readonly [from: string, to: string | 'today']
  /** The roll once kept two digits of the year, so a day that is still to come was a hundred years earlier. */
  wrapped?: boolean
}

/** A calendar day. A time of day after it is left out. */
export const date = (column: string, options: DateOptions = {}): Reader<string> =>
  cellReader(column, (cell, today) => {
    if (options.unknown?.includes(cell)) return null
    const day = dayOf(cell, options.as ?? 'YYYY-MM-DD')
    if (!day) return implausible
    const [from, to] = options.plausible ?? ['1900-01-01', 'today']
    const known = options.wrapped && day > today ? earlierCentury(day) : day
    return known >= from && known <= (to === 'today' ? today : to) ? known : implausible
  })

const patterns = { 'YYYY-MM-DD': /^(\d{4})-(\d\d)-(\d\d)(?:[T ].*)?$/, YYYYMMDD: /^(\d{4})(\d\d)(\d\d)$/ }

const daysInMonth = [31, 29, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31]

function dayOf(cell: string, as: keyof typeof patterns): string | undefined {
  const [, year = '', month = '', day = ''] = patterns[as].exec(cell) ?? []
  const isLeap = Number(year) % 4 === 0 && (Number(year) % 100 !== 0 || Number(year) % 400 === 0)
  const last = month === '02' && !isLeap ? 28 : (daysInMonth[Number(month) - 1] ?? 0)
  return Number(day) >= 1 && Number(day) <= last ? `${year}-${month}-${day}` : undefined
}

const earlierCentury = (day: string) => `${Number(day.slice(0, 4)) - 100}${day.slice(4)}`

/** 1 January of the year before a fiscal year: the day as of which a state of the old Commonwealth assesses for it. */
export const assessedForFiscalYear = (column: string): Reader<string> =>
  cellReader(column, (cell) => (/^(19|20)\d\d$/.test(cell) ? `${Number(cell) - 1}-01-01` : implausible))

// A deed that names so little names no price: the law only asks that something be given.
const nominalConsideration = 100

/** What was paid. A nominal consideration, such as $1, is no price, and 0 is unknown. */
export const salePrice = (column: string): Reader<number> => {
  const { needs, read } = money(column)
  return {
    needs,
    read: (cell, today) => {
      const price = read(cell, today)
      return typeof price === 'number' && price <= nominalConsideration ? null : price
    },
  }
}

/** A sale for a nominal consideration was not at arm's length. Of others the roll does not say. */
export const armsLengthBy = (column: string): Reader<boolean> => {
  const { needs, read } = money(column)
  return {
    needs,
    read: (cell, today) => {
      const price = read(cell, today)
      return typeof price === 'number' && price <= nominalConsideration ? false : null
    },
  }
}

/** Degrees within the United States and their territories. */
export const latitude = (column: string) => degrees(column, 13, 72)
export const longitude = (column: string) => degrees(column, -180, -64)

const degrees = (column: string, min: number, max: number): Reader<number> =>
  cellReader(column, (cell) => {
    const value = Number(cell)
    if (value === 0) return null
    return value >= min && value <= max ? value : implausible
  })
