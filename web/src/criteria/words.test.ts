import { expect, test } from 'vitest'
import { criteriaInOneLine, criteriaInWords, listInWords, rangeInWords } from './words.ts'

test.each([
  [{ min: 3 }, 'number', '3 or more'],
  [{ max: 3 }, 'number', 'up to 3'],
  [{ min: 2, max: 4 }, 'number', '2 to 4'],
  [{ min: 2, max: 2 }, 'number', '2'],
  [{ min: 200000, max: 400000 }, 'dollars', '$200,000 to $400,000'],
  [{ max: 1980 }, 'year', '1980 or earlier'],
  [{ min: 1980 }, 'year', '1980 or later'],
  [{ min: 1500 }, 'sqft', '1,500 sq ft or more'],
  [{ max: 80, includeUnknown: true }, 'percent', 'up to 80%, or unknown'],
] as const)('the range %j in %s reads "%s"', (range, unit, words) => {
  expect(rangeInWords(range, unit)).toBe(words)
})

test('lists read as a sentence would say them, and long ones say how many more', () => {
  expect(listInWords(['LLC'])).toBe('LLC')
  expect(listInWords(['LLC', 'Trust'])).toBe('LLC or Trust')
  expect(listInWords(['LLC', 'Trust', 'Estate'])).toBe('LLC, Trust or Estate')
  expect(listInWords(['A', 'B', 'C', 'D', 'E'])).toBe('A, B and 3 more')
  expect(listInWords(['A', 'B'], 'and')).toBe('A and B')
})

const criteria = {
  location: { states: ['TN'], counties: ['47037'], cities: ['TN:EAST NASHVILLE'], zips: ['37203'] },
  property: { assetClasses: ['RESIDENTIAL' as const], yearBuilt: { max: 1980 } },
  owner: { occupancies: ['ABSENTEE_IN_STATE' as const, 'ABSENTEE_OUT_OF_STATE' as const], name: 'testwell' },
  sale: { soldOn: { lastDays: 90 }, cashPurchase: false },
  signals: { allOf: ['VACANT' as const, 'INHERITED' as const] },
}
const countyName = (fips: string) => (fips === '47037' ? 'Davidson County, TN' : undefined)

test('criteria read as phrases, in the order of the panel', () => {
  expect(criteriaInWords(criteria, countyName).map(({ label, text }) => `${label}: ${text}`)).toEqual([
    'State: Tennessee',
    'County: Davidson County, TN',
    'City: East Nashville, TN',
    'ZIP: 37203',
    'Class: Residential',
    'Year built: 1980 or earlier',
    'Occupancy: Absentee, in state or Absentee, out of state',
    'Owner name: starts with “testwell”',
    'Sold: in the last 90 days',
    'Paid in cash: No',
    'Signals, all of: Vacant and Inherited',
  ])
})

test('taking every phrase away, one after another, leaves criteria that ask for nothing', () => {
  let rest: Parameters<typeof criteriaInWords>[0] = criteria
  for (let left = criteriaInWords(rest).length; left > 0; left -= 1) {
    rest = criteriaInWords(rest)[0]?.without ?? rest
    expect(criteriaInWords(rest)).toHaveLength(left - 1)
  }
  expect(rest).toEqual({})
})

test('an unknown county keeps its code, drawn areas are counted, and nothing asked is everything', () => {
  const area = { type: 'Polygon' as const, coordinates: [[[0, 0] as [number, number]]] }
  expect(criteriaInOneLine({ location: { counties: ['99999'], polygons: [area, area] } })).toBe(
    'County 99999 · 2 drawn areas',
  )
  expect(criteriaInOneLine({ location: { near: { lat: 36, lng: -86, miles: 5 } } })).toBe('within 5 miles of a point')
  expect(criteriaInOneLine({})).toBe('Everything')
})
