import { expect, test } from 'vitest'
import { deedDay, deedKind, lineOf, paymentWords, priceWords } from './deed-labels.ts'

test('a deed that the rolls know by the month alone never reads as one of the first', () => {
  expect(deedDay('2021-03-01', true)).toBe('March 2021')
  expect(deedDay('2021-03-01', false)).toBe('Mar 1, 2021')
  expect(deedDay(null, false)).toBe('–')
})

test('a price that is unknown is no zero', () => {
  expect([null, 0, 265_000].map(priceWords)).toEqual(['Price unknown', '$0', '$265,000'])
})

test('what kind of deed it is and how it was paid is left out where it is unknown, and said to be inferred', () => {
  expect(deedKind({ deedType: 'UNKNOWN', isDeedInferred: false })).toBeUndefined()
  expect(deedKind({ deedType: 'OTHER', isDeedInferred: false })).toBe('Another kind of deed')
  expect(deedKind({ deedType: 'QUITCLAIM', isDeedInferred: true })).toBe('Quitclaim deed (inferred)')
  expect([null, true, false].map(paymentWords)).toEqual([undefined, 'paid in cash', 'bought with a loan'])
})

test('a line is of the parts that there are, and begins with a capital letter', () => {
  expect(lineOf([undefined, 'paid in cash', null, false, '', 'resold'])).toBe('Paid in cash, resold')
  expect(lineOf([null])).toBeUndefined()
})
