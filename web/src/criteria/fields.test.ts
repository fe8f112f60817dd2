import { expect, test } from 'vitest'
import { countsIn } from './fields.ts'

const facet = (values: { value: string; count: number }[]) => ({
  kind: 'VALUES' as const,
  key: 'location.zips' as const,
  unknown: 0,
  values,
})

test('a value that a facet does not name has none', () => {
  const countOf = countsIn(facet([{ value: '37203', count: 7 }]))
  expect(['37203', '37204'].map(countOf)).toEqual([7, 0])
})

test('of a facet that is full, what it does not name is unknown', () => {
  const full = Array.from({ length: 1000 }, (_, at) => ({ value: String(10_000 + at), count: 1 }))
  expect(['10000', '99999'].map(countsIn(facet(full)))).toEqual([1, undefined])
})

test('before a facet is there nothing is known', () => {
  expect(countsIn(undefined)('37203')).toBeUndefined()
})
