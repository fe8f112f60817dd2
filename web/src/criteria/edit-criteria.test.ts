import type { Criteria } from '@dooryard/contract/criteria/criteria'
import { expect, test } from 'vitest'
import { countGroupFilters, getCriteriaValue, setCriteriaValue } from './edit-criteria.ts'

test('a change keeps the other fields and does not mutate the original', () => {
  const before: Criteria = { location: { states: ['TN'] }, owner: { name: 'testwell' } }
  const after = setCriteriaValue(before, 'owner', 'occupancies', ['VACANT'])
  expect(after).toEqual({ location: { states: ['TN'] }, owner: { name: 'testwell', occupancies: ['VACANT'] } })
  expect(before.owner).toEqual({ name: 'testwell' })
  expect(getCriteriaValue(after, 'owner', 'occupancies')).toEqual(['VACANT'])
})

test.each([
  ['an empty list', []],
  ['an empty text', ''],
  ['an empty range', { min: undefined, max: undefined }],
  ['nothing', undefined],
])('%s removes the field, and with the last field its group', (_, value) => {
  expect(setCriteriaValue({ owner: { name: 'x' }, sale: { cashPurchase: true } }, 'owner', 'name', value)).toEqual({
    sale: { cashPurchase: true },
  })
})

test('"no" is a value', () => {
  expect(setCriteriaValue({}, 'sale', 'cashPurchase', false)).toEqual({ sale: { cashPurchase: false } })
})

test('the set fields of a group are counted', () => {
  expect(countGroupFilters({ owner: { name: 'x', occupancies: ['VACANT'] } }, 'owner')).toBe(2)
  expect(countGroupFilters({}, 'owner')).toBe(0)
})
