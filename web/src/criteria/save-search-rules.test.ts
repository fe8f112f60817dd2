import { expect, test } from 'vitest'
import { isSameCriteria } from './save-search-rules.ts'

test('criteria are the same whatever the order of their fields and whatever says nothing', () => {
  const one = { location: { states: ['TN'] }, property: { units: { min: 2, max: 4 } } }
  const other = { property: { units: { max: 4, min: 2 }, stories: undefined }, owner: {}, location: { states: ['TN'] } }
  expect(isSameCriteria(one, other as typeof one)).toBe(true)
  expect(isSameCriteria({}, { exclude: {} })).toBe(true)
})

test('another value, and one more, are another search', () => {
  const one = { location: { states: ['TN'] } }
  expect(isSameCriteria(one, { location: { states: ['OH'] } })).toBe(false)
  expect(isSameCriteria(one, { location: { states: ['TN', 'OH'] } })).toBe(false)
  expect(isSameCriteria(one, { ...one, exclude: { delivered: false } })).toBe(false)
})
