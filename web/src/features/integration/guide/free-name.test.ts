import { expect, test } from 'vitest'
import { getFreeName } from './free-name.ts'

test('a taken name gets the first free number', () => {
  expect(getFreeName('First call', ['CRM'])).toBe('First call')
  expect(getFreeName('First call', ['CRM', 'first call'])).toBe('First call 2')
  expect(getFreeName('First call', ['First call', 'First call 3', 'First call 2'])).toBe('First call 4')
})
