import { criteriaGroups } from '@dooryard/contract/criteria/criteria-fields'
import { expect, test } from 'vitest'
import { findMissingTopic, getSynonyms } from './filter-synonyms.ts'
import { findFilters, findsLists } from './find-filter.ts'

const listFound = (typed: string) =>
  findFilters(typed, getSynonyms).groups.flatMap(({ key, fields }) => fields.map((field) => `${key}.${field.key}`))

test('an empty search shows all filters', () => {
  expect(findFilters(' ')).toEqual({ location: true, groups: criteriaGroups, exclude: true })
})

test.each([
  ['year b', ['property.yearBuilt', 'building.effectiveYear']],
  ['BEDROOM', ['property.bedrooms']],
  ['llc', ['owner.ownerTypes']],
  ['foreclosure', ['sale.deedTypes', 'signals.anyOf', 'signals.allOf', 'signals.noneOf']],
  ['ltv', ['mortgage.ltvPercent']],
  ['deed', ['owner.acquiredByQc', 'sale.soldOn', 'sale.deedTypes', 'sale.document']],
  ['sqft', ['property.livingAreaSqft', 'property.lotSqft']],
  ['acres', ['property.lotSqft']],
  ['beds', ['property.bedrooms']],
  ['arv', ['property.estimatedValue']],
  ['skip trace', ['contact.hasPhone', 'contact.hasEmail']],
  ['probate', ['signals.anyOf']],
  ['zoning', ['building.zoningCodes']],
  ['property tax', ['property.assessedValue', 'assessment.taxAmount', 'assessment.taxYear']],
  ['zzz', []],
])('"%s" finds %j', (typed, keys) => {
  expect(listFound(typed)).toEqual(keys)
})

test('places and exclusions are found by their purpose', () => {
  expect(findFilters('zip')).toMatchObject({ location: true, exclude: false })
  for (const typed of ['leave out', 'suppression list', 'earlier orders', 'campaigns', 'returned mail'])
    expect(findFilters(typed)).toMatchObject({ location: false, exclude: true, groups: [] })
})

test('lists are found by their name, and with all filters', () => {
  expect(['', 'lists', 'by hand', 'zip'].map(findsLists)).toEqual([true, true, true, false])
})

test.each([
  ['price per sqft', 'price per square foot'],
  ['liens', 'lien'],
  ['probate', 'probate'],
  ['HOA fees', 'HOA'],
  ['zoning', undefined],
  ['property taxes', undefined],
  ['MLS', 'listing'],
  ['bedrooms', undefined],
  ['price', undefined],
  ['sale price', undefined],
  ['condo', undefined],
  ['equity', undefined],
  ['li', undefined],
])('"%s" asks for missing data: %s', (typed, topic) => {
  expect(findMissingTopic(typed)).toBe(topic)
})

test('each synonym belongs to a filter', () => {
  for (const { key, fields } of criteriaGroups)
    for (const field of fields)
      if (key !== 'signals') expect(getSynonyms(key, field.key), `${key}.${field.key}`).not.toBe('')
})
