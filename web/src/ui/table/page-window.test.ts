import { expect, test } from 'vitest'
import { formatPageSummary, getPageWindow } from './page-window.ts'

test.each([
  [1, 0, ''],
  [1, 1, '1'],
  [1, 3, '1 2 3'],
  [1, 10, '1 2 3 … 10'],
  [3, 10, '1 2 3 4 5 … 10'],
  [4, 10, '1 2 3 4 5 6 … 10'],
  [5, 10, '1 … 3 4 5 6 7 … 10'],
  [5, 25, '1 … 3 4 5 6 7 … 25'],
  [6, 10, '1 … 4 5 6 7 8 … 10'],
  [7, 10, '1 … 5 6 7 8 9 10'],
  [6, 12, '1 … 4 5 6 7 8 … 12'],
  [23, 25, '1 … 21 22 23 24 25'],
  [10, 10, '1 … 8 9 10'],
  [99, 10, '1 … 10'],
])('page %i of %i shows "%s"', (current, total, numbers) => {
  expect(getPageWindow(current, total).join(' ')).toBe(numbers)
})

test.each([
  [{ page: 1, limit: 10, total: 35 }, 'Showing 1 to 10 of 35 results'],
  [{ page: 4, limit: 10, total: 35 }, 'Showing 31 to 35 of 35 results'],
  [{ page: 1, limit: 10, total: 0 }, 'Showing 0 to 0 of 0 results'],
  [{ page: 9, limit: 10, total: 35 }, 'Showing 0 to 0 of 35 results'],
  [{ page: 101, limit: 10, total: 41210 }, 'Showing 1,001 to 1,010 of 41,210 results'],
  [{ page: 1, limit: 10, total: 10000, hasMore: false }, 'Showing 1 to 10 of 10,000 results'],
  [{ page: 1, limit: 10, total: 10000, hasMore: true }, 'Showing 1 to 10 of more than 10,000 results'],
])('%j reads "%s"', (page, words) => {
  expect(formatPageSummary(page)).toBe(words)
})
