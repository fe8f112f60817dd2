import type { Criteria } from '@dooryard/contract/criteria/criteria'
import { expect, test } from 'vitest'
import { formatCriteria } from './format-criteria.ts'
import { suggestName } from './suggest-name.ts'

const suggest = (criteria: Criteria, searchName?: string) =>
  suggestName(
    formatCriteria(criteria, () => 'Davidson County, TN'),
    searchName,
  )

test('an audience is named after its saved search, else after its place and main filter', () => {
  const criteria: Criteria = {
    location: { counties: ['47037'], zips: ['37203'] },
    owner: { occupancies: ['VACANT'], yearsOwned: { min: 15 } },
    exclude: { delivered: false },
  }
  expect(suggest(criteria, 'Owned for long')).toBe('Owned for long')
  expect(suggest(criteria)).toBe('Davidson County, TN · Vacant per county')
  expect(suggest({ location: { zips: ['37203'] } })).toBe('37203')
  expect(suggest({ property: { yearBuilt: { max: 1980 } } })).toBe('Year built: 1980 or earlier')
  expect(suggest({ only: { propertyIds: ['1', '2'] } })).toBe('2 chosen properties')
  expect(suggest({ exclude: { delivered: false } })).toBe('')
})

test('a name has at most 100 characters', () => {
  expect(suggest({}, 'x'.repeat(120))).toBe(`${'x'.repeat(99)}…`)
})
