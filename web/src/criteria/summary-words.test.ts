import { expect, test } from 'vitest'
import { summaryInWords } from './summary-words.ts'

const nothing = { places: null, stacked: 0, chosen: 0, filters: 0, leavesOutSearches: false }

test('criteria are summed up by where, what is stacked or chosen, and how many filters are set', () => {
  expect(summaryInWords(nothing)).toBe('Everything')
  expect(summaryInWords({ ...nothing, places: 'Tennessee' })).toBe('Tennessee')
  expect(summaryInWords({ ...nothing, places: 'Tennessee and 2 more', filters: 3 })).toBe(
    'Tennessee and 2 more · 3 filters',
  )
  expect(summaryInWords({ ...nothing, filters: 1 })).toBe('Anywhere · 1 filter')
  expect(summaryInWords({ ...nothing, stacked: 3, filters: 1 })).toBe('A stack of 3 searches · 1 filter')
  expect(summaryInWords({ ...nothing, chosen: 12 })).toBe('12 chosen properties')
})
