import { expect, test } from 'vitest'
import { z } from 'zod'
import { optional, pageSearch, searchBy, textSearch } from './search-params.ts'

const { validateSearch, search } = searchBy(z.object({ ...pageSearch, search: textSearch, id: optional(z.uuid()) }))
const [leaveOut] = search.middlewares

test('nonsense in an address is as good as nothing', () => {
  const read = validateSearch.parse({ page: -1, limit: 'many', search: 90210, id: 'none', other: 1 })
  expect(read).toEqual({ page: 1, limit: 10, search: '90210', id: undefined })
})

test('an address does not say what is meant without it', () => {
  type Search = z.infer<typeof validateSearch>
  const written = (state: Search) => leaveOut?.({ search: state, next: (same: Search) => same })
  expect(written({ page: 1, limit: 25, search: undefined })).toEqual({ limit: 25 })
  expect(written({ page: 3, limit: 10, search: 'oak' })).toEqual({ page: 3, search: 'oak' })
})
