import { expect, test } from 'vitest'
import { type Bucket, getBarHeights, getBarIndex, getBarsRange, isWithin } from './histogram.tsx'

const buildBuckets = (...edges: number[]): Bucket[] =>
  [...edges, null].map((to, at) => ({ from: edges[at - 1] ?? null, to, count: at }))

const years = buildBuckets(1980, 1986, 1992)
const dollars = buildBuckets(50_000, 100_000, 150_000)
const baths = buildBuckets(1, 1.5, 2)

test.each([
  [years, 1, 1, 'year', { min: 1980, max: 1985 }],
  [years, 1, 2, 'year', { min: 1980, max: 1991 }],
  [years, 2, 1, 'year', { min: 1980, max: 1991 }],
  [years, 0, 0, 'year', { max: 1979 }],
  [years, 3, 3, 'year', { min: 1992 }],
  [years, 0, 3, 'year', {}],
  [dollars, 1, 2, 'dollars', { min: 50_000, max: 150_000 }],
  [baths, 1, 1, 'number', { min: 1, max: 1 }],
  [baths, 1, 2, 'number', { min: 1, max: 1.5 }],
  [baths, 0, 0, 'number', { max: 0 }],
] as const)('the bars of %j from %i to %i in %s are the range %j', (buckets, one, other, unit, range) => {
  expect(getBarsRange(buckets, one, other, unit)).toEqual(range)
})

const listLitBars = (buckets: readonly Bucket[], range: object | undefined, unit: 'year' | 'dollars' | 'number') =>
  buckets.map((bucket) => (isWithin(bucket, range, unit) ? 'x' : '.')).join('')

test.each([
  [years, undefined, 'year', 'xxxx'],
  [years, { min: 1984 }, 'year', '.xxx'],
  [years, { max: 1985 }, 'year', 'xx..'],
  [years, { max: 1986 }, 'year', 'xxx.'],
  [dollars, { min: 50_000, max: 100_000 }, 'dollars', '.x..'],
  [dollars, { min: 100_000, max: 100_000 }, 'dollars', '..x.'],
  [dollars, { max: 100_001 }, 'dollars', 'xxx.'],
] as const)('the bars of %j lit by the range %j in %s are %s', (buckets, range, unit, bars) => {
  expect(listLitBars(buckets, range, unit)).toBe(bars)
})

test('a range drawn over bars lights exactly those bars', () => {
  for (const [buckets, unit] of [
    [years, 'year'],
    [dollars, 'dollars'],
    [baths, 'number'],
  ] as const)
    for (let one = 0; one < 4; one += 1)
      for (let other = one; other < 4; other += 1) {
        const bars = [0, 1, 2, 3].map((bar) => (bar >= one && bar <= other ? 'x' : '.')).join('')
        expect(listLitBars(buckets, getBarsRange(buckets, one, other, unit), unit)).toBe(bars)
      }
})

test('the highest bar is full, the smallest is visible, and an empty one has no height', () => {
  expect(
    getBarHeights(buildBuckets(1, 2).map((bucket, at) => ({ ...bucket, count: [10_000, 1, 0][at] ?? 0 }))),
  ).toEqual([1, 0.06, 0])
  expect(getBarHeights(buildBuckets(1).map((bucket) => ({ ...bucket, count: 0 })))).toEqual([0, 0])
})

test('a pointer beyond the ends is at the first or the last bar', () => {
  expect([-0.2, 0, 0.5, 0.99, 1, 1.4].map((share) => getBarIndex(share, 4))).toEqual([0, 0, 2, 3, 3, 3])
})
