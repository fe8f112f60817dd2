import { expect, test } from 'vitest'
import { formatMatchCount, getFinderCount, isSameCriteria } from './saved-search-rules.ts'

test('criteria are equal regardless of key order and empty parts', () => {
  const one = { location: { states: ['TN'] }, property: { units: { min: 2, max: 4 } } }
  const other = { property: { units: { max: 4, min: 2 }, stories: undefined }, owner: {}, location: { states: ['TN'] } }
  expect(isSameCriteria(one, other as typeof one)).toBe(true)
  expect(isSameCriteria({}, { exclude: {} })).toBe(true)
})

test('a different or additional value makes a different search', () => {
  const one = { location: { states: ['TN'] } }
  expect(isSameCriteria(one, { location: { states: ['OH'] } })).toBe(false)
  expect(isSameCriteria(one, { location: { states: ['TN', 'OH'] } })).toBe(false)
  expect(isSameCriteria(one, { ...one, exclude: { delivered: false } })).toBe(false)
})

test('a saved search shows the same count as the lead finder', () => {
  expect(getFinderCount({ lastCount: 412, delivered: 12 })).toBe(400)
  expect(getFinderCount({ lastCount: 412 })).toBe(412)
  expect(getFinderCount({ lastCount: null })).toBeNull()
})

test('the match count equals that of the lead finder, and delivered leads are shown separately', () => {
  expect(formatMatchCount({ lastCount: 1412, delivered: 12 })).toBe('1,400 new · 12 already purchased')
  expect(formatMatchCount({ lastCount: 2, delivered: 1 })).toBe('1 new · 1 already purchased')
  expect(formatMatchCount({ lastCount: 412 })).toBe('412 matches')
  expect(formatMatchCount({ lastCount: null })).toBeUndefined()
})
