import { expect, test } from 'vitest'
import { freeName } from './free-name.ts'

test('a name that is taken gets the first number that is free', () => {
  expect(freeName('First call', ['CRM'])).toBe('First call')
  expect(freeName('First call', ['CRM', 'first call'])).toBe('First call 2')
  expect(freeName('First call', ['First call', 'First call 3', 'First call 2'])).toBe('First call 4')
})
