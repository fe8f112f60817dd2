import { expect, test } from 'vitest'
import { changesInWords, lineThrough } from './search-words.ts'

const box = { width: 64, height: 20 }

test('a line goes from edge to edge, the least count at the bottom and the most at the top', () => {
  expect(lineThrough([10, 30, 20], box)).toBe('2,18 32,2 62,10')
})

test('counts that are all the same are a flat line, and a single one is a point of it', () => {
  expect(lineThrough([7, 7], box)).toBe('2,10 62,10')
  expect(lineThrough([7], box)).toBe('2,10')
})

test('changes are said with the day of the last visit, where there was one', () => {
  const changes = { entered: 1_400, left: 3 }
  expect(changesInWords({ changes, visitedAt: '2026-11-02T12:00:00Z' })).toBe(
    '1,400 entered and 3 left since Nov 2, 2026',
  )
  expect(changesInWords({ changes, visitedAt: null })).toBe('1,400 entered and 3 left')
})
