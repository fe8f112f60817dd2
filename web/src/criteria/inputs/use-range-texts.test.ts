import { expect, test } from 'vitest'
import { explainRange, getAmountError, normalizeTexts, parseAmount } from './use-range-texts.ts'

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
  ['$ 1 000', 1000],
  ['1,200.5k', 1_200_500],
  ['1,5', null],
  ['12 34', null],
  ['1e3', null],
  ['٣', null],
  ['9'.repeat(20), null],
])('typing "%s" means %s', (typed, amount) => {
  expect(parseAmount(typed)).toBe(amount)
})

test.each([
  ['', undefined],
  ['350k', undefined],
  ['-5', 'Enter 0 or more'],
  ['9'.repeat(20), 'Enter $5,000,000,000 or less'],
  ['9999999999', 'Enter $5,000,000,000 or less'],
  ['abc', 'Enter a number'],
  ['1e3', 'Enter a number'],
  ['−5', 'Enter 0 or more'],
  ['-1,500', 'Enter 0 or more'],
  ['1,5', 'Write thousands as 1,500 and decimals as 1.5'],
])('typing "%s" shows the error: %s', (typed, problem) => {
  expect(getAmountError(typed, { unit: 'dollars' })).toBe(problem)
})

test('discrete units take whole numbers only', () => {
  const whole = { unit: 'number', isWhole: true } as const
  expect(getAmountError('2.5', whole)).toBe('Enter a whole number')
  expect(getAmountError('1.5k', whole)).toBeUndefined()
  expect(getAmountError('abc', whole)).toBe('Enter a number')
  expect(getAmountError('2.5', { unit: 'number' })).toBeUndefined()
})

test('an invalid range says which range is applied instead', () => {
  const bedrooms = { unit: 'number', isWhole: true } as const
  expect(explainRange({ low: '6', high: '2' }, { min: 6 }, bedrooms)).toBe(
    'Min must not be above max. Still applied: 6 or more',
  )
  expect(explainRange({ low: '6', high: '2' }, undefined, bedrooms)).toBe('Min must not be above max. Not applied')
  expect(explainRange({ low: '2', high: '6' }, { min: 2, max: 6 }, bedrooms)).toBeUndefined()
})

test('amounts are written out when the field is left, and invalid ones stay', () => {
  expect(normalizeTexts({ low: '250k', high: '$1.2m' }, { unit: 'dollars' })).toEqual({
    low: '250,000',
    high: '1,200,000',
  })
  expect(normalizeTexts({ low: '1980', high: 'abc' }, { unit: 'year', isWhole: true })).toEqual({
    low: '1980',
    high: 'abc',
  })
})
