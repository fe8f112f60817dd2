import { criteriaGroups } from '@dooryard/contract/criteria-fields'
import { expect, test } from 'vitest'
import { findFilters } from './find-filter.ts'

const found = (typed: string) =>
  findFilters(typed).groups.flatMap(({ key, fields }) => fields.map((field) => `${key}.${field.key}`))

test('of nothing typed everything is there', () => {
  expect(findFilters(' ')).toEqual({ location: true, groups: criteriaGroups, exclude: true })
})

test.each([
  ['year b', ['property.yearBuilt']],
  ['BEDROOM', ['property.bedrooms']],
  ['llc', ['owner.ownerTypes']],
  ['foreclosure', ['sale.deedTypes', 'signals.anyOf', 'signals.allOf', 'signals.noneOf']],
  ['zzz', []],
])('"%s" finds %j', (typed, keys) => {
  expect(found(typed)).toEqual(keys)
})

test('places and exclusions are found by what they are for', () => {
  expect(findFilters('zip')).toMatchObject({ location: true, exclude: false })
  expect(findFilters('leave out')).toMatchObject({ location: false, exclude: true, groups: [] })
})
