import { expect, test } from 'vitest'
import { assetUseTypes, classOfSubGroup, subGroupOfUseType } from './asset-use-types.ts'
import { titleCases } from './format-cases.fixture.ts'
import * as vocabularies from './vocabularies.ts'

const { vocabulary: _, ...lists } = { ...vocabularies, assetUseTypes }

test.each(Object.entries(lists))(
  '%s have a label of their own each, and say what they mean',
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

test('a value that is not of a list is its own label, also one that every object has', () => {
  expect(vocabularies.ownerTypes.label('SOMETHING_NEW')).toBe('SOMETHING_NEW')
  expect(vocabularies.ownerTypes.label('toString')).toBe('toString')
  expect(vocabularies.ownerTypes.description('toString')).toBe('')
})

test('the types of campaigns read as the specification says: in title case', () => {
  for (const { value, label } of vocabularies.campaignTypes.terms) expect(label).toBe(titleCases[value])
})

test('every use type has a sub-group, and every sub-group a class', () => {
  expect(Object.keys(subGroupOfUseType).toSorted()).toEqual(assetUseTypes.values.toSorted())
  expect(Object.keys(classOfSubGroup).toSorted()).toEqual(vocabularies.assetSubGroups.values.toSorted())
})
