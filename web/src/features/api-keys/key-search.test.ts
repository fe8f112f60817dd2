import { expect, test } from 'vitest'
import { keySearch } from './key-search.ts'

test('of a key that was pasted whole, the address keeps what anybody may see', () => {
  expect(keySearch.parse('dyk_7Hq2ZsT0yLwq9vN4bXc8RfGm1PjK6dAeU3oIhY5tBnSxQw')).toBe('dyk_7Hq2')
  expect(keySearch.parse('Bearer dyk_7Hq2ZsT0yLwq9')).toBe('dyk_7Hq2')
})

test('whatever else is searched for stays as it is', () => {
  for (const text of ['dyk_', 'dyk_7Hq2', 'CRM nightly import', 'erin@example.com'])
    expect(keySearch.parse(text)).toBe(text)
  expect(keySearch.parse(undefined)).toBeUndefined()
})
