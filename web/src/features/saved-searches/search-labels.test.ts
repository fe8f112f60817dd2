import { expect, test } from 'vitest'
import { formatSearchChanges, toSparklinePath } from './search-labels.ts'

const size = { width: 64, height: 20 }

test('a sparkline spans the width, from the lowest count at the bottom to the highest on top', () => {
  expect(toSparklinePath([10, 30, 20], size)).toBe('2,18 32,2 62,10')
})

test('equal counts form a flat line, and a single count is a point', () => {
  expect(toSparklinePath([7, 7], size)).toBe('2,10 62,10')
  expect(toSparklinePath([7], size)).toBe('2,10')
})

test('changes show the day of the last visit, if any', () => {
  const changes = { entered: 1_400, left: 3 }
  expect(formatSearchChanges({ changes, visitedAt: '2026-11-02T12:00:00Z' })).toBe(
    '1,400 new and 3 removed since Nov 2, 2026',
  )
  expect(formatSearchChanges({ changes, visitedAt: null })).toBe('1,400 new and 3 removed')
})
