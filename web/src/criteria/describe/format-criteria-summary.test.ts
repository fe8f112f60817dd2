import { expect, test } from 'vitest'
import { formatCriteriaSummary } from './format-criteria-summary.ts'

const nothing = { places: null, stacked: 0, chosen: 0, filters: 0, excludesSearches: false }

test('criteria are summarized by places, stacked or chosen items, and number of filters', () => {
  expect(formatCriteriaSummary(nothing)).toBe('Everything')
  expect(formatCriteriaSummary({ ...nothing, places: 'Tennessee' })).toBe('Tennessee')
  expect(formatCriteriaSummary({ ...nothing, places: 'Tennessee and 2 more', filters: 3 })).toBe(
    'Tennessee and 2 more · 3 filters',
  )
  expect(formatCriteriaSummary({ ...nothing, filters: 1 })).toBe('Anywhere · 1 filter')
  expect(formatCriteriaSummary({ ...nothing, stacked: 3, filters: 1 })).toBe('A stack of 3 searches · 1 filter')
  expect(formatCriteriaSummary({ ...nothing, chosen: 12 })).toBe('12 chosen properties')
})
