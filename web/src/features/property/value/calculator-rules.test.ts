import { expect, test } from 'vitest'
import { calculateOffer, parseCalculatorField } from './calculator-rules.ts'
import { addProperty, excludeProperty, includeProperty, isAutomatic, toValuationQuery } from './valuation-state.ts'

test.each([
  ['value', '$412,000', { amount: 412_000 }],
  ['repairs', '', { amount: undefined }],
  ['repairs', '4,20', { problem: 'Enter whole dollars, such as 25,000.' }],
  ['fee', '-5', { problem: 'Enter an amount of 0 or more.' }],
  ['value', '2000000000', { problem: 'Enter at most 1,000,000,000.' }],
  ['percent', '72.5%', { amount: 72.5 }],
  ['percent', '101', { problem: 'Enter a percentage from 1 to 100.' }],
  ['percent', '0', { problem: 'Enter a percentage from 1 to 100.' }],
] as const)('%s typed as “%s” is read as %o', (field, typed, expected) => {
  expect(parseCalculatorField(field, typed)).toEqual(expected)
})

test('the maximum offer is a share of the after-repair value, less repairs and fee', () => {
  expect(calculateOffer({ repairs: 30_000, fee: 10_000 }, 400_000)).toBe(240_000)
  expect(calculateOffer({ value: 300_000, percent: 75, fee: 5_000 }, 400_000)).toBe(220_000)
  expect(calculateOffer({ repairs: 400_000 }, 400_000)).toBe(-120_000)
  expect(calculateOffer({ repairs: 30_000 }, undefined)).toBeUndefined()
})

test('a comparable is either added or excluded, and nothing chosen is the automatic choice', () => {
  const excluded = excludeProperty({ added: ['7'] }, '7')
  expect(excluded).toEqual({ excluded: ['7'], added: undefined })
  expect(toValuationQuery(excluded)).toEqual({ excluded: ['7'] })
  expect(addProperty(excluded, '7')).toEqual({ excluded: undefined, added: ['7'] })
  expect(isAutomatic({ ...excluded, ...includeProperty(excluded, '7') })).toBe(true)
})
