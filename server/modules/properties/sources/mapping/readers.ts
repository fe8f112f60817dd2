import { parseNumber } from '../../../../platform/util/digits.ts'
import { collapseBlanks } from '../../derive/collapse-blanks.ts'
import { cellReader, implausible, isTooLong, maxCellLength, type Reader, type ReadResult } from './reader.ts'

export const text = (column: string): Reader<string> => cellReader(column, collapseBlanks)

export const legalDescription = (column: string): Reader<string> => cellReader(column, collapseBlanks, maxCellLength)

export const always = <T>(value: T): Reader<T> => ({ needs: [], read: () => value })

export const coalesce = <T>(...readers: readonly Reader<T>[]): Reader<T> => ({
  needs: readers.flatMap(({ needs }) => needs),
  read: (cell, today) => {
    let result: ReadResult<T> = null
    for (const reader of readers) {
      const value = reader.read(cell, today)
      if (value !== null && value !== implausible) return value
      result = value ?? result
    }
    return result
  },
})

/** Converts the value of a reader. */
export const mapReader = <T, Result>(
  { needs, read }: Reader<T>,
  convert: (value: T) => ReadResult<Result>,
): Reader<Result> => ({
  needs,
  read: (cell, today) => {
    const value = read(cell, today)
    if (value === null) return null
    return value === implausible ? implausible : convert(value)
  },
})

function parseAmount(cell: string): number {
  const plain = parseNumber(cell)
  return Number.isNaN(plain) ? Number(cell.replace(/[$,\s]/g, '')) : plain
}

/** Systems fill an unknown amount with nines; seven and fewer can be a price. */
const isPlaceholder = (value: number) => value >= 99_999_999 && /^9+$/.test(String(value))

type NumberOptions = { min?: number; max: number; whole?: boolean; zero?: 'is unknown' }

export const number = (column: string, { min = 0, max, whole = false, zero }: NumberOptions): Reader<number> =>
  cellReader(column, (cell) => {
    const value = parseAmount(cell)
    if (Number.isNaN(value)) return implausible
    if (value === 0 && zero) return null
    if (value < min || value > max || isPlaceholder(value)) return implausible
    return whole ? Math.round(value) : value
  })

// The maximum of the ClickHouse columns.
const maxMoney = 4_294_967_295
export const maxAreaSqft = 4_294_967_295

/** Whole dollars. Rolls write 0 for unknown. */
export const money = (column: string) => number(column, { max: maxMoney, whole: true, zero: 'is unknown' })

export const count = (column: string, max: number) => number(column, { max, whole: true, zero: 'is unknown' })

export const quantity = (column: string, max: number) => number(column, { max, zero: 'is unknown' })

/** Square feet. Values below 20 are placeholders. */
export const area = (column: string, max = maxAreaSqft) =>
  number(column, { min: 20, max, whole: true, zero: 'is unknown' })

const toAreaNumber = (cell: string) => Number(cell.replaceAll(',', ''))

/** An area in the unit that another column names, in any case. */
export const areaIn = (
  column: string,
  unitColumn: string,
  { sqftPerUnit, max }: { sqftPerUnit: Readonly<Record<string, number>>; max: number },
) => {
  const sqftByUnit = new Map(Object.entries(sqftPerUnit).map(([unit, sqft]) => [unit.toLowerCase(), sqft]))
  const reader: Reader<number> = {
    needs: [column, unitColumn],
    read: (cell) => {
      const value = toAreaNumber(cell(column))
      return value === 0 ? null : checkArea(value * (sqftByUnit.get(cell(unitColumn).toLowerCase()) ?? Number.NaN), max)
    },
  }
  return reader
}

/** An area in a unit of `sqftPerUnit` square feet. */
export const areaInUnit = (column: string, sqftPerUnit: number, max = maxAreaSqft): Reader<number> =>
  cellReader(column, (cell) => {
    const value = toAreaNumber(cell)
    return value === 0 ? null : checkArea(value * sqftPerUnit, max)
  })

function checkArea(exactSqft: number, max: number): ReadResult<number> {
  const sqft = Math.round(exactSqft)
  return sqft >= 20 && sqft <= max ? sqft : implausible
}

/** Number of bathrooms; a half bath has no tub: 2 full and 1 half are 2.5. Rolls write 0 full baths for unknown. */
export const bathrooms = (full: string, half: string): Reader<number> => {
  const [whole, halves] = [count(full, 200), count(half, 200)]
  return {
    needs: [full, half],
    read: (cell, today) => {
      const baths = whole.read(cell, today)
      const halfBaths = halves.read(cell, today)
      return typeof baths === 'number' && typeof halfBaths === 'number' ? baths + halfBaths / 2 : baths
    },
  }
}

/** A year from `first` on; next year is allowed for buildings under construction. */
export const year = (column: string, first = 1600): Reader<number> =>
  cellReader(column, (cell, today) => {
    const value = parseNumber(cell)
    if (value === 0) return null
    return Number.isInteger(value) && value >= first && value <= Number(today.slice(0, 4)) + 1 ? value : implausible
  })

// Below this a deed names no real price: the law only requires some consideration.
const nominalConsideration = 100

/** The price paid. A nominal consideration such as $1 is not a price, and 0 is unknown. */
export const salePrice = (column: string): Reader<number> =>
  mapReader(money(column), (price) => (price <= nominalConsideration ? null : price))

/** A sale for a nominal consideration was not at arm's length. For others it is unknown. */
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
// Marianas and the last of the Aleutians beyond the 180th meridian.
export const latitude = (column: string) => degrees(column, [13, 72], [-15, -11])
export const longitude = (column: string) => degrees(column, [-180, -64], [144, 180])

const degrees = (column: string, ...ranges: readonly [min: number, max: number][]): Reader<number> =>
  cellReader(column, (cell) => {
    const value = parseNumber(cell)
    if (value === 0) return null
    return ranges.some(([min, max]) => value >= min && value <= max) ? value : implausible
  })

type Vocabulary<T extends string> = { values: readonly T[] }

const toVocabularyKey = (word: string) =>
  word
    .trim()
    .toUpperCase()
    .replace(/[\s-]+/g, '_')

/** A term of one or several of our vocabularies; `Single family` is SINGLE_FAMILY. */
export const term = <T extends string>(column: string, ...lists: readonly Vocabulary<T>[]): Reader<T> => {
  const valueByWord = new Map(lists.flatMap(({ values }) => values).map((value) => [value as string, value]))
  return cellReader(column, (cell) => valueByWord.get(toVocabularyKey(cell)) ?? implausible)
}

/**
 * Several terms of one of our vocabularies in a cell, separated by semicolons. An unknown term invalidates the cell.
 */
export const terms = <T extends string>(column: string, { values }: Vocabulary<T>): Reader<T[]> => {
  const valueByWord = new Map(values.map((value) => [value as string, value]))
  return cellReader(column, (cell): ReadResult<T[]> => {
    const found = cell
      .split(';')
      .flatMap((word) => (word.trim() === '' ? [] : [valueByWord.get(toVocabularyKey(word))]))
    return found.every((value) => value !== undefined) ? [...new Set(found)] : implausible
  })
}

const yesByWord = new Map([
  ...['Y', 'YES', 'TRUE', 'T', '1'].map((word): [string, boolean] => [word, true]),
  ...['N', 'NO', 'FALSE', 'F', '0'].map((word): [string, boolean] => [word, false]),
])

/** Yes or no in any spelling; other words are implausible. */
export const yesNo = (column: string): Reader<boolean> =>
  cellReader(column, (cell) => yesByWord.get(cell.toUpperCase()) ?? implausible)

/** True for a number above 0, and false for 0: an exemption by its amount. */
export const isPositive = (column: string): Reader<boolean> =>
  cellReader(column, (cell) => {
    const value = parseAmount(cell)
    return value >= 0 ? value > 0 : implausible
  })

/** True when the cell has any content; the roll leaves it empty otherwise. */
export const isMarked = (column: string): Reader<boolean> => ({ needs: [column], read: (cell) => cell(column) !== '' })

/** Both are zero where there is no deed. */
const isReference = (book: string, page: string) => book !== '' && page !== '' && /[^0]/.test(book + page)

/** Book and page of a deed; for counties that number instruments, the number in the last column, where given. */
export const documentNumber = (book: string, page: string, instrument?: string): Reader<string> => ({
  needs: [book, page, ...(instrument === undefined ? [] : [instrument])],
  read: (cell) => {
    const otherwise = instrument === undefined ? '' : cell(instrument)
    const reference = isReference(cell(book), cell(page)) ? `${cell(book)}/${cell(page)}` : otherwise
    return isTooLong(reference) ? implausible : reference || null
  },
})
