import { expect, test } from 'vitest'
import { countInFinder, countInWords } from './saved-search-count.ts'

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
