import { criteriaGroups } from '@dooryard/contract/criteria/criteria-fields'
import { expect, test } from 'vitest'
import { findFilters } from './find-filter.ts'

const listFound = (typed: string) =>
  findFilters(typed).groups.flatMap(({ key, fields }) => fields.map((field) => `${key}.${field.key}`))

test('an empty search shows all filters', () => {
  expect(findFilters(' ')).toEqual({ location: true, groups: criteriaGroups, exclude: true })
})

test.each([
  ['year b', ['property.yearBuilt']],
  ['BEDROOM', ['property.bedrooms']],
  ['llc', ['owner.ownerTypes']],
  ['foreclosure', ['sale.deedTypes', 'signals.anyOf', 'signals.allOf', 'signals.noneOf']],
  ['zzz', []],
])('"%s" finds %j', (typed, keys) => {
  expect(listFound(typed)).toEqual(keys)
})

test('places and exclusions are found by their purpose', () => {
  expect(findFilters('zip')).toMatchObject({ location: true, exclude: false })
  for (const typed of ['leave out', 'suppression list', 'earlier orders', 'campaigns', 'returned mail'])
    expect(findFilters(typed)).toMatchObject({ location: false, exclude: true, groups: [] })
})
