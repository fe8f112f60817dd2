import { expect, test } from 'vitest'
import { assetClassBySubGroup, assetUseTypes, subGroupByUseType } from '../properties/asset-use-types.ts'
import * as vocabularies from './enums.ts'
import { titleCases } from './format-cases.fixture.ts'

const { enumWithLabels: _, ...lists } = { ...vocabularies, assetUseTypes }

test.each(Object.entries(lists))(
  '%s have unique labels and descriptions',
  (_name, { terms, schema, label, description: describe }) => {
    const labels = terms.map((term) => term.label)
    expect(new Set(labels).size).toBe(labels.length)
    for (const term of terms) {
      expect(schema.parse(term.value)).toBe(term.value)
      expect(label(term.value)).toBe(term.label)
      expect(term.description).toMatch(/^\S.*\S$/)
      expect(describe(term.value)).toBe(term.description)
    }
  },
)

test('an unknown value is its own label, even if it is a property of every object', () => {
  expect(vocabularies.ownerTypes.label('SOMETHING_NEW')).toBe('SOMETHING_NEW')
  expect(vocabularies.ownerTypes.label('toString')).toBe('toString')
  expect(vocabularies.ownerTypes.description('toString')).toBe('')
})

test('campaign types are title case, as the specification says', () => {
  for (const { value, label } of vocabularies.campaignTypes.terms) expect(label).toBe(titleCases[value])
})

test('every use type has a sub-group, and every sub-group a class', () => {
  expect(Object.keys(subGroupByUseType).toSorted()).toEqual(assetUseTypes.values.toSorted())
  expect(Object.keys(assetClassBySubGroup).toSorted()).toEqual(vocabularies.assetSubGroups.values.toSorted())
})
