import { expect, test } from 'vitest'
import { readFacetCounts } from './fields.ts'

const facet = (values: { value: string; count: number }[]) => ({
  kind: 'VALUES' as const,
  key: 'location.zips' as const,
  unknown: 0,
  values,
})

test('a value missing from a facet has no matches', () => {
  const getCount = readFacetCounts(facet([{ value: '37203', count: 7 }]))
  expect(['37203', '37204'].map(getCount)).toEqual([7, 0])
})

test('a value missing from a full facet is unknown', () => {
  const full = Array.from({ length: 1000 }, (_, at) => ({ value: String(10_000 + at), count: 1 }))
  expect(['10000', '99999'].map(readFacetCounts(facet(full)))).toEqual([1, undefined])
})

test('without a facet all counts are unknown', () => {
  expect(readFacetCounts(undefined)('37203')).toBeUndefined()
})
