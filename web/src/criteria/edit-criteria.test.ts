import type { Criteria } from '@dooryard/contract/criteria'
import { expect, test } from 'vitest'
import { askedIn, valueAt, withValue } from './edit-criteria.ts'

test('a change leaves the rest alone and the original untouched', () => {
  const before: Criteria = { location: { states: ['TN'] }, owner: { name: 'testwell' } }
  const after = withValue(before, 'owner', 'occupancies', ['VACANT'])
  expect(after).toEqual({ location: { states: ['TN'] }, owner: { name: 'testwell', occupancies: ['VACANT'] } })
  expect(before.owner).toEqual({ name: 'testwell' })
  expect(valueAt(after, 'owner', 'occupancies')).toEqual(['VACANT'])
})

test.each([
  ['an empty list', []],
  ['an empty text', ''],
  ['an empty range', { min: undefined, max: undefined }],
  ['nothing', undefined],
])('%s takes the field away, and with the last field the group', (_, value) => {
  expect(withValue({ owner: { name: 'x' }, sale: { cashPurchase: true } }, 'owner', 'name', value)).toEqual({
    sale: { cashPurchase: true },
  })
})

test('"no" is an answer', () => {
  expect(withValue({}, 'sale', 'cashPurchase', false)).toEqual({ sale: { cashPurchase: false } })
})

test('the fields asked in a group are counted', () => {
  expect(askedIn({ owner: { name: 'x', occupancies: ['VACANT'] } }, 'owner')).toBe(2)
  expect(askedIn({}, 'owner')).toBe(0)
})
