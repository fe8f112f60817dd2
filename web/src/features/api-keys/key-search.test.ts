import { expect, test } from 'vitest'
import { keySearch } from './key-search.ts'

test('a complete key in the URL is reduced to its public prefix', () => {
  expect(keySearch.parse('dyk_7Hq2ZsT0yLwq9vN4bXc8RfGm1PjK6dAeU3oIhY5tBnSxQw')).toBe('dyk_7Hq2')
  expect(keySearch.parse('Bearer dyk_7Hq2ZsT0yLwq9')).toBe('dyk_7Hq2')
  expect(keySearch.parse('dyk_test_7Hq2ZsT0yLwq9')).toBe('dyk_test_7Hq2')
})

test('other search text is unchanged', () => {
  for (const text of ['dyk_', 'dyk_7Hq2', 'dyk_test_', 'dyk_test_7Hq2', 'CRM nightly import', 'erin@example.com'])
    expect(keySearch.parse(text)).toBe(text)
  expect(keySearch.parse(undefined)).toBeUndefined()
})
