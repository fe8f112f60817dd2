import { expect, test } from 'vitest'
import { parseCriteria } from './parse-criteria.ts'

test('valid criteria are parsed completely', () => {
  const criteria = { location: { states: ['TN'] }, property: { bedrooms: { min: 2 } } }
  expect(parseCriteria(criteria)).toEqual({ criteria, isWhole: true })
  expect(parseCriteria({})).toEqual({ criteria: {}, isWhole: true })
})

test.each([
  ['a filter that there is not', { location: { states: ['TN'] }, bogus: 1 }, { location: { states: ['TN'] } }],
  [
    'a filter that there is not, in a group that there is',
    { location: { states: ['TN'], planet: 'Mars' } },
    { location: { states: ['TN'] } },
  ],
  [
    'a value that no filter has',
    { property: { bedrooms: { min: 'two' }, bathrooms: { min: 1 } } },
    { property: { bathrooms: { min: 1 } } },
  ],
  [
    'a group that is none',
    { location: 'TN', property: { bedrooms: { min: 2 } } },
    { property: { bedrooms: { min: 2 } } },
  ],
])('criteria with %s keep the rest', (_, input, criteria) => {
  expect(parseCriteria(input)).toEqual({ criteria, isWhole: false })
})

test.each(['{nope', null, 7, ['TN']])('%j cannot be parsed', (input) => {
  expect(parseCriteria(input)).toEqual({ criteria: {}, isWhole: false })
})
