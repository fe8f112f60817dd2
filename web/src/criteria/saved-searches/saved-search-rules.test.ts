import { expect, test } from 'vitest'
import { countInFinder, countInWords, isSameCriteria } from './saved-search-rules.ts'

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

test('a saved search counts what the lead finder shows of it', () => {
  expect(countInFinder({ lastCount: 412, delivered: 12 })).toBe(400)
  expect(countInFinder({ lastCount: 412 })).toBe(412)
  expect(countInFinder({ lastCount: null })).toBeNull()
})

test('a number is called matches where it is that of the lead finder, and what the user has is said besides', () => {
  expect(countInWords({ lastCount: 1412, delivered: 12 })).toBe('1,400 matches, 12 more yours already')
  expect(countInWords({ lastCount: 2, delivered: 1 })).toBe('1 match, 1 more yours already')
  expect(countInWords({ lastCount: 412 })).toBe('412 matches')
  expect(countInWords({ lastCount: null })).toBeUndefined()
})
