import { expect, test } from 'vitest'
import { formatArea, formatDistance, getArea, getLength, type Place } from './measures.ts'

/** A square with sides of a thousandth of a degree at the equator: 365.2 feet each. */
const square: Place[] = [
  [0, 0],
  [0.001, 0],
  [0.001, 0.001],
  [0, 0.001],
]

test('a way is as long as its parts, and a field as large as its sides say', () => {
  expect(formatDistance(getLength(square.slice(0, 2)))).toBe('365 ft')
  expect(formatDistance(getLength(square))).toBe('1,094 ft')
  expect(formatArea(getArea(square))).toBe('3.06 acres')
  expect(getArea(square.toReversed())).toBeCloseTo(getArea(square), 9)
})

test('lengths and areas are in the units of their size', () => {
  expect([0.01, 0.3, 12.34, 1200].map(formatDistance)).toEqual(['53 ft', '0.3 mi', '12.3 mi', '1,200 mi'])
  expect([0.0001, 0.0005, 0.1, 2.5].map(formatArea)).toEqual(['2,788 sq ft', '13,939 sq ft', '64 acres', '2.5 sq mi'])
})
