import {
  type Arbitrary,
  array,
  assert,
  boolean,
  constantFrom,
  integer,
  property,
  record,
  string,
  tuple,
} from 'fast-check'
import { expect, test } from 'vitest'
import { parseNumberLine, parsePlainNumber } from './number-line-rules.ts'

const digits = (length: number) =>
  integer({ min: 0, max: 10 ** length - 1 }).map((n) => String(n).padStart(length, '0'))
const area = tuple(integer({ min: 2, max: 9 }), digits(2)).map(([first, rest]) => `${first}${rest}`)
const blank = constantFrom('', ' ', '  ')
const surroundWithBlanks = (text: Arbitrary<string>) =>
  tuple(blank, constantFrom('', '"'), text, blank).map(
    ([before, quote, inner, after]) => before + quote + inner + quote + after,
  )

/** A number in any accepted format, with its expected value. */
const numberItems = tuple(area, digits(3), digits(4)).chain(([npa, nxx, last]) =>
  constantFrom(
    [npa, nxx + last],
    [npa, `${nxx}-${last}`],
    [npa + nxx + last],
    [`1${npa}${nxx}${last}`],
    [`${npa}-${nxx}-${last}`],
    [`(${npa}) ${nxx}-${last}`],
  ).map((items) => ({ items, number: Number(npa + nxx + last) })),
)

const added = constantFrom('A', 'a', 'Add', 'ADD')
const deleted = constantFrom('D', 'd', 'Delete', 'DELETE')
const otherItems = constantFrom('2026-11-01', '20261101', '11/01/2026', '')

/** Items after a number: at most one flag among items that are ignored. */
const flagItems = record({
  isAdded: constantFrom(true, false, null),
  before: array(otherItems),
  after: array(otherItems),
}).chain(({ isAdded, before, after }) =>
  (isAdded ? added : deleted).map((flag) => ({
    isAdded,
    items: [...before, ...(isAdded === null ? [] : [flag]), ...after],
  })),
)

const line = tuple(numberItems, flagItems).chain(([number, more]) =>
  tuple(...[...number.items, ...more.items].map((item) => surroundWithBlanks(constantFrom(item)))).map((items) => ({
    text: items.join(','),
    said: { number: number.number, isAdded: more.isAdded },
  })),
)

test('a line is parsed into its number and flag, in any accepted format', () => {
  assert(property(line, ({ text, said }) => void expect(parseNumberLine(text)).toEqual(said)))
})

test('parsing bytes and parsing text give the same result', () => {
  const plain = tuple(area, digits(7), boolean()).map(([npa, rest, isParted]) => `${npa}${isParted ? ',' : ''}${rest}`)
  const agrees = (text: string) => {
    const number = parsePlainNumber(Buffer.from(`x${text}y`), 1, 1 + text.length)
    if (number !== undefined) expect(parseNumberLine(text)).toEqual({ number, isAdded: null })
    return number
  }
  assert(property(plain, (text) => void expect(agrees(text)).toBeDefined()))
  // Never finds a number in a text without one.
  assert(
    property(
      string({ unit: constantFrom(...'0123456789, a'), minLength: 9, maxLength: 12 }),
      (text) => void agrees(text),
    ),
  )
})

test.each([
  ['', null],
  ['   ', null],
  ['615', 'It has an area code and no number of seven digits.'],
  ['615,555014', 'It has an area code and no number of seven digits.'],
  ['115,5550142', 'It has no number of ten digits.'],
  ['61555501423', 'It has no number of ten digits.'],
  ['phone', 'It has no number of ten digits.'],
  ['615,5550142,A,D', 'It says both Add and Delete.'],
])('%j is not a number: %j', (text, reason) => {
  expect(parseNumberLine(text)).toBe(reason)
})
