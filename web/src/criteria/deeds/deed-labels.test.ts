import { expect, test } from 'vitest'
import { formatDeedDay, formatDeedPayment, formatDeedPrice, formatDeedType, joinParts } from './deed-labels.ts'

test('a deed known by its month alone is not shown as the first of the month', () => {
  expect(formatDeedDay('2021-03-01', true)).toBe('March 2021')
  expect(formatDeedDay('2021-03-01', false)).toBe('Mar 1, 2021')
  expect(formatDeedDay(null, false)).toBe('–')
})

test('an unknown price is not shown as zero', () => {
  expect([null, 0, 265_000].map(formatDeedPrice)).toEqual(['Price unknown', '$0', '$265,000'])
})

test('an unknown deed type or payment is left out, and an inferred type is marked', () => {
  expect(formatDeedType({ deedType: 'UNKNOWN', isDeedInferred: false })).toBeUndefined()
  expect(formatDeedType({ deedType: 'OTHER', isDeedInferred: false })).toBe('Another kind of deed')
  expect(formatDeedType({ deedType: 'QUITCLAIM', isDeedInferred: true })).toBe('Quitclaim deed (inferred)')
  expect([null, true, false].map(formatDeedPayment)).toEqual([undefined, 'paid in cash', 'bought with a loan'])
})

test('parts are joined into a line that starts with a capital letter', () => {
  expect(joinParts([undefined, 'paid in cash', null, false, '', 'resold'])).toBe('Paid in cash, resold')
  expect(joinParts([null])).toBeUndefined()
})
