import { expect, test } from 'vitest'
import { z } from 'zod'
import { dollarsField, formatDollarInput, parseCents, parseWholeNumber } from './parse-typed.ts'

test.each([
  ['250', 250],
  ['1,200', 1200],
  [' 12 000 ', 12_000],
  ['-50', -50],
  ['−50', -50],
  ['+7', 7],
  ['1,234,567', 1_234_567],
  ['1,2', Number.NaN],
  ['50,00', Number.NaN],
  ['1,2345', Number.NaN],
  ['12 34', Number.NaN],
  [',500', Number.NaN],
  ['', Number.NaN],
  ['1.5', Number.NaN],
  ['ten', Number.NaN],
  ['9'.repeat(30), Number.NaN],
])('"%s" is the whole number %s', (typed, whole) => expect(parseWholeNumber(typed)).toBe(whole))

test.each([
  ['49', 4900],
  ['$1,234.5', 123_450],
  ['0.07', 7],
  ['$ 10,000', 1_000_000],
  ['50,00', Number.NaN],
  ['1,50', Number.NaN],
  ['1.234,50', Number.NaN],
  ['1,234567', Number.NaN],
  ['49.', 4900],
  ['', Number.NaN],
  ['49.005', Number.NaN],
  ['1234.50.99', Number.NaN],
  ['1,234.50.99', Number.NaN],
  ['$1,000.00.00', Number.NaN],
  ['-1', Number.NaN],
  ['.5', Number.NaN],
])('"%s" is %s cents', (typed, cents) => expect(parseCents(typed)).toBe(cents))

test.each([0, 7, 100, 4950, 123_450, 99_999_999])('%s cents are unchanged after formatting and parsing', (cents) => {
  expect(parseCents(formatDollarInput(cents))).toBe(cents)
})

test('a field shows its schema’s errors, and asks for dollars rather than cents', () => {
  const field = dollarsField(z.int('Enter whole cents').min(50, 'Too little'))
  expect(field.safeParse('much').error?.issues[0]?.message).toBe('Enter an amount in dollars')
  expect(field.safeParse('0.49').error?.issues[0]?.message).toBe('Too little')
  expect(field.parse('0.50')).toBe(50)
})
