import { expect, test } from 'vitest'
import { readCriteria } from './read-criteria.ts'

test('criteria that are sound are read whole', () => {
  const criteria = { location: { states: ['TN'] }, property: { bedrooms: { min: 2 } } }
  expect(readCriteria(criteria)).toEqual({ criteria, isWhole: true })
  expect(readCriteria({})).toEqual({ criteria: {}, isWhole: true })
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
])('of criteria with %s the rest is read', (_, given, criteria) => {
  expect(readCriteria(given)).toEqual({ criteria, isWhole: false })
})

test.each(['{nope', null, 7, ['TN']])('nothing can be read of %j', (given) => {
  expect(readCriteria(given)).toEqual({ criteria: {}, isWhole: false })
})
