import { expect, test } from 'vitest'
import { listAll } from './list-all.ts'

test('a list longer than a page is read to its end', async () => {
  const pages = [['a', 'b'], ['c']]
  const all = await listAll(async ({ page }) => ({
    items: pages[page - 1] ?? [],
    nextPage: page < pages.length ? page + 1 : null,
  }))
  expect(all).toEqual(['a', 'b', 'c'])
})
