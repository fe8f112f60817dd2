import { expect, test } from 'vitest'
import { z } from 'zod'
import { PageQuery, pageSchema, toPage, toSlice } from './paging.ts'

const items = Array.from({ length: 25 }, (_, index) => index)
const page = (query: { page?: unknown; limit?: unknown }) => {
  const parsed = PageQuery.parse(query)
  const { limit, offset } = toSlice(parsed)
  return pageSchema(z.int()).parse(toPage(items.slice(offset, offset + limit), items.length, parsed))
}

test('pages cover a list once, in order, from the first to the last', () => {
  const seen: number[] = []
  const visited: number[] = []
  for (let next: number | null = 1; next !== null; ) {
    const { currentPage, nextPage, items: some } = page({ page: next })
    seen.push(...some)
    visited.push(currentPage)
    next = nextPage
  }
  expect(seen).toEqual(items)
  expect(visited).toEqual([1, 2, 3])
})

test('a page has its number, size and totals', () => {
  expect(page({ page: '2', limit: '10' })).toMatchObject({
    currentPage: 2,
    totalPages: 3,
    totalCount: 25,
    pageSize: 10,
    nextPage: 3,
    previousPage: 1,
  })
  expect(page({})).toMatchObject({ currentPage: 1, pageSize: 10, previousPage: null })
})

test('a page past the end is empty and refers to the last page as its previous one', () => {
  expect(page({ page: 9 })).toMatchObject({ items: [], currentPage: 9, nextPage: null, previousPage: 3 })
  expect(toPage([], 0, { page: 9, limit: 10 })).toMatchObject({ totalPages: 0, nextPage: null, previousPage: null })
})

test('the last possible page has a safe integer as its offset', () => {
  const { offset } = toSlice(PageQuery.parse({ page: Number.MAX_SAFE_INTEGER, limit: 100 }))
  expect(offset).toBe(Number.MAX_SAFE_INTEGER)
})

test.each([{ page: 0 }, { page: -1 }, { page: 1.5 }, { page: 'two' }, { limit: 0 }, { limit: 101 }, { page: 1e300 }])(
  '%j is rejected',
  (query) => {
    expect(PageQuery.safeParse(query).success).toBe(false)
  },
)

test('a list that counts more than it lists has pages for the listed rows only', () => {
  expect(toPage([], 260_000, { page: 1_001, limit: 100 }, 100_000)).toMatchObject({
    totalCount: 260_000,
    totalPages: 1_000,
    nextPage: null,
    previousPage: 1_000,
  })
})
