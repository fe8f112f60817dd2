import { expect, test } from 'vitest'
import { getAmountError, parseAmount } from './use-range-texts.ts'

test.each([
  ['', undefined],
  ['  ', undefined],
  ['3', 3],
  ['2.5', 2.5],
  ['.5', 0.5],
  ['1,500', 1500],
  ['350k', 350_000],
  ['$1.2M', 1_200_000],
  ['80%', 80],
  ['2 000 000', 2_000_000],
  ['abc', null],
  ['1.2.3', null],
  ['-5', null],
  ['5x', null],
  ['9'.repeat(20), null],
])('typing "%s" means %s', (typed, amount) => {
  expect(parseAmount(typed)).toBe(amount)
})

test.each([
  ['', undefined],
  ['350k', undefined],
  ['-5', '0 or more, please'],
  ['9'.repeat(20), 'Less than that, please'],
  ['abc', 'A number, please'],
])('typing "%s" shows the error: %s', (typed, problem) => {
  expect(getAmountError(typed)).toBe(problem)
})

test('discrete units take whole numbers only', () => {
  expect(getAmountError('2.5', { isWhole: true })).toBe('A whole number, please')
  expect(getAmountError('1.5k', { isWhole: true })).toBeUndefined()
  expect(getAmountError('abc', { isWhole: true })).toBe('A number, please')
  expect(getAmountError('2.5')).toBeUndefined()
})
