import { expect, test } from 'vitest'
import { z } from 'zod'
import { buildSearchOptions, optionalParam, pageSearch, textSearch } from './search-params.ts'

const { validateSearch, search } = buildSearchOptions(
  z.object({ ...pageSearch, search: textSearch, id: optionalParam(z.uuid()) }),
)
const [leaveOut] = search.middlewares

test('an invalid search parameter counts as missing', () => {
  const read = validateSearch.parse({ page: -1, limit: 'many', search: 90210, id: 'none', other: 1 })
  expect(read).toEqual({ page: 1, limit: 10, search: '90210', id: undefined })
})

test('defaults are omitted from the address', () => {
  type Search = z.infer<typeof validateSearch>
  const written = (state: Search) => leaveOut?.({ search: state, next: (same: Search) => same })
  expect(written({ page: 1, limit: 25, search: undefined })).toEqual({ limit: 25 })
  expect(written({ page: 3, limit: 10, search: 'oak' })).toEqual({ page: 3, search: 'oak' })
})
