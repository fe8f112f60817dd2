import { numberOf } from '../../../platform/digits.ts'
import { oneBlank } from '../derive/blanks.ts'
import { cellReader, implausible, isTooLong, type Read, type Reader } from './reader.ts'

export const text = (column: string): Reader<string> => cellReader(column, oneBlank)

export const always = <T>(value: T): Reader<T> => ({ needs: [], read: () => value })

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

/** What a reader finds, made into something else. */
export const converted = <T, Result>(
  { needs, read }: Reader<T>,
  convert: (value: T) => Read<Result>,
): Reader<Result> => ({
  needs,
  read: (cell, today) => {
    const value = read(cell, today)
    if (value === null) return null
    return value === implausible ? implausible : convert(value)
  },
})

function amountOf(cell: string): number {
  const plain = numberOf(cell)
  return Number.isNaN(plain) ? Number(cell.replace(/[$,\s]/g, '')) : plain
}

type NumberOptions = { min?: number; max: number; whole?: boolean; zero?: 'is unknown' }

export const number = (column: string, { min = 0, max, whole = false, zero }: NumberOptions): Reader<number> =>
  cellReader(column, (cell) => {
    const value = amountOf(cell)
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

export const count = (column: string, max: number) => number(column, { max, whole: true, zero: 'is unknown' })

export const quantity = (column: string, max: number) => number(column, { max, zero: 'is unknown' })

/** Square feet. Nothing built or owned is smaller than 20: what is, is a placeholder. */
export const area = (column: string) => number(column, { min: 20, max: maxAreaSqft, whole: true, zero: 'is unknown' })

export const areaIn = (column: string, unitColumn: string, sqftPerUnit: Record<string, number>): Reader<number> => ({
  needs: [column, unitColumn],
  read: (cell) => {
    const value = Number(cell(column).replaceAll(',', ''))
    if (value === 0) return null
    return plausibleArea(value * (sqftPerUnit[cell(unitColumn)] ?? Number.NaN))
  },
})

const sqftPerAcre = 43_560

export const acres = (column: string): Reader<number> =>
  cellReader(column, (cell) => {
    const value = Number(cell.replaceAll(',', ''))
    if (value === 0) return null
    return plausibleArea(value * sqftPerAcre)
  })

function plausibleArea(exactSqft: number): Read<number> {
  const sqft = Math.round(exactSqft)
  return sqft >= 20 && sqft <= maxAreaSqft ? sqft : implausible
}

/** Baths, of which a half one has no tub: 2 full and 1 half are 2.5. Rolls write 0 full ones where they do not know. */
export const bathrooms = (full: string, half: string): Reader<number> => ({
  needs: [full, half],
  read: (cell, today) => {
    const whole = count(full, 200).read(cell, today)
    const halves = count(half, 200).read(cell, today)
    return typeof whole === 'number' && typeof halves === 'number' ? whole + halves / 2 : whole
  },
})

/** A year in which something was built; next year's may be under construction. */
export const year = (column: string): Reader<number> =>
  cellReader(column, (cell, today) => {
    const value = numberOf(cell)
    if (value === 0) return null
    return Number.isInteger(value) && value >= 1600 && value <= Number(today.slice(0, 4)) + 1 ? value : implausible
  })

// A deed that names so little names no price: the law only asks that something be given.
const nominalConsideration = 100

/** What was paid. A nominal consideration, such as $1, is no price, and 0 is unknown. */
export const salePrice = (column: string): Reader<number> =>
  converted(money(column), (price) => (price <= nominalConsideration ? null : price))

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

// Within the United States and their territories: American Samoa lies south of the equator, and Guam, the Northern
// Marianas and the last of the Aleutians on the far side of the 180th meridian.
export const latitude = (column: string) => degrees(column, [13, 72], [-15, -11])
export const longitude = (column: string) => degrees(column, [-180, -64], [144, 180])

const degrees = (column: string, ...ranges: readonly [min: number, max: number][]): Reader<number> =>
  cellReader(column, (cell) => {
    const value = numberOf(cell)
    if (value === 0) return null
    return ranges.some(([min, max]) => value >= min && value <= max) ? value : implausible
  })

/** What a closed list of words leads to; null where the word itself says that nobody knows. */
export const oneOf = <T>(column: string, words: Readonly<Record<string, T | null>>): Reader<T> => {
  const known = new Map(Object.entries(words).map(([word, value]) => [word.toUpperCase(), value]))
  return cellReader(column, (cell): Read<T> => {
    const value = known.get(cell.toUpperCase())
    return value === undefined ? implausible : value
  })
}

export const wordFor = <T>(column: string, words: Readonly<Record<string, T>>): Reader<T> => {
  const known = new Map(Object.entries(words))
  return cellReader(column, (cell): Read<T> => known.get(cell) ?? null)
}

type Vocabulary<T extends string> = { values: readonly T[] }

const inVocabulary = (word: string) =>
  word
    .trim()
    .toUpperCase()
    .replace(/[\s-]+/g, '_')

/** A word of one or several closed lists of ours; `Single family` is SINGLE_FAMILY. */
export const term = <T extends string>(column: string, ...lists: readonly Vocabulary<T>[]): Reader<T> => {
  const known = new Map(lists.flatMap(({ values }) => values).map((value) => [value as string, value]))
  return cellReader(column, (cell) => known.get(inVocabulary(cell)) ?? implausible)
}

/** Several words of a closed list of ours in a cell, with semicolons between them. One that is not of it spoils all. */
export const terms = <T extends string>(column: string, { values }: Vocabulary<T>): Reader<T[]> => {
  const known = new Map(values.map((value) => [value as string, value]))
  return cellReader(column, (cell): Read<T[]> => {
    const found = cell.split(';').flatMap((word) => (word.trim() === '' ? [] : [known.get(inVocabulary(word))]))
    return found.every((value) => value !== undefined) ? [...new Set(found)] : implausible
  })
}

const yesWords = { Y: true, YES: true, TRUE: true, T: true, 1: true }
const noWords = { N: false, NO: false, FALSE: false, F: false, 0: false }

export const yesNo = (column: string): Reader<boolean> => oneOf<boolean>(column, { ...yesWords, ...noWords })

/** Yes where the roll writes anything at all: a mark that it leaves out otherwise. */
export const isMarked = (column: string): Reader<boolean> => ({ needs: [column], read: (cell) => cell(column) !== '' })

/** Book and page of a deed; where a county numbers its instruments, the number in the last column. */
export const recordedAs = (book: string, page: string, instrument: string): Reader<string> => ({
  needs: [book, page, instrument],
  read: (cell) => {
    const said = cell(book) && cell(page) ? `${cell(book)}/${cell(page)}` : cell(instrument)
    return isTooLong(said) ? implausible : said || null
  },
})
