import { expect, test } from 'vitest'
import { rememberPoint } from '../places/place-names.ts'
import { formatCriteria, formatCriteriaInline, formatRange } from './format-criteria.ts'

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
  expect(formatRange(range, unit)).toBe(words)
})

const criteria = {
  location: { states: ['TN'], counties: ['47037'], cities: ['TN:EAST NASHVILLE'], zips: ['37203'] },
  property: { assetClasses: ['RESIDENTIAL' as const], yearBuilt: { max: 1980 } },
  owner: { occupancies: ['ABSENTEE_IN_STATE' as const, 'ABSENTEE_OUT_OF_STATE' as const], name: 'testwell' },
  sale: { soldOn: { lastDays: 90 }, cashPurchase: false },
  signals: { allOf: ['VACANT' as const, 'INHERITED' as const] },
}
const getCountyName = (fips: string) => (fips === '47037' ? 'Davidson County, TN' : undefined)

test('criteria are labelled in the order of the panel', () => {
  expect(formatCriteria(criteria, getCountyName).map(({ label, text }) => `${label}: ${text}`)).toEqual([
    'State: Tennessee',
    'County: Davidson County, TN',
    'City: East Nashville, TN',
    'ZIP: 37203',
    'Class: Residential',
    'Year built: 1980 or earlier',
    'Occupancy: Absentee, in state or Absentee, out of state',
    'Owner name: has “testwell”',
    'Sale date: in the last 90 days',
    'Cash purchase: No',
    'Lead indicators, all of: Reported vacant and Inherited',
  ])
})

test('removing every label one by one leaves empty criteria', () => {
  let rest: Parameters<typeof formatCriteria>[0] = criteria
  for (let left = formatCriteria(rest).length; left > 0; left -= 1) {
    rest = formatCriteria(rest)[0]?.without ?? rest
    expect(formatCriteria(rest)).toHaveLength(left - 1)
  }
  expect(rest).toEqual({})
})

test('an unknown county keeps its code, drawn areas are counted, and empty criteria read "Everything"', () => {
  const area = { type: 'Polygon' as const, coordinates: [[[0, 0] as [number, number]]] }
  expect(formatCriteriaInline({ location: { counties: ['99999'], polygons: [area, area] } })).toBe(
    'County 99999 · 2 drawn areas',
  )
  expect(formatCriteriaInline({ location: { near: { lat: 36, lng: -86, miles: 5 } } })).toBe(
    'within 5 miles of a point',
  )
  expect(formatCriteriaInline({})).toBe('Everything')
})

test('a circle around a point chosen by name shows the name', () => {
  const near = { lat: 36.1659, lng: -86.7844, miles: 1 }
  rememberPoint(near, 'Nashville, TN')
  expect(formatCriteriaInline({ location: { near } })).toBe('within 1 mile of Nashville, TN')
})

const buildStack = (atLeast: number) => ({
  stack: {
    of: [{ name: 'Absentee owners', criteria: {} }, { name: 'Vacant lots', criteria: {} }, { criteria: {} }],
    atLeast,
  },
})

test.each([
  [1, 'In any of'],
  [2, 'In at least 2 of'],
  [3, 'In all of'],
])('a stack of three with at least %i matching reads: %s', (atLeast, label) => {
  expect(formatCriteria(buildStack(atLeast))).toMatchObject([
    { label, text: 'Absentee owners, Vacant lots and an unnamed search', without: {} },
  ])
})

const id = '0f5a7d52-8a8e-4c53-9d0b-6a1f4de0c7b1'
const chosen = {
  ...buildStack(2),
  only: { propertyIds: ['1', '2'] },
  exclude: { savedSearchIds: [id], propertyIds: ['7'], delivered: false },
}

test('chosen properties and exclusions have separate labels, and each can be removed', () => {
  const phrases = formatCriteria(chosen, undefined, (one) => (one === id ? 'Sold last year' : undefined))
  expect(phrases.slice(1).map(({ label, text }) => `${label}: ${text}`)).toEqual([
    'Only: 2 chosen properties',
    'Exclude search: Sold last year',
    'Exclude: 1 property',
    'Include: purchased leads',
  ])
  expect(phrases.map(({ without }) => Object.keys(without).length)).toEqual([2, 2, 3, 3, 3])
  expect(phrases[2]?.without.exclude).toEqual({ propertyIds: ['7'], delivered: false })
  expect(phrases[4]?.without.exclude).toEqual({ savedSearchIds: [id], propertyIds: ['7'] })
})

test('the leads of an order have its name once it is known', () => {
  const criteria = { only: { orderId: id } }
  const getText = (name: string | undefined) => formatCriteria(criteria, undefined, () => name)[0]?.text
  expect(getText('Spring mailing')).toBe('leads delivered by “Spring mailing”')
  expect(getText(undefined)).toBe('leads delivered by one order')
})

test('lists are named in one label, as a property on any of them matches', () => {
  const names = new Map([['a', 'Oak Street']])
  const [label] = formatCriteria({ only: { listIds: ['a', 'b'] } }, undefined, (one) => names.get(one))
  expect(label).toMatchObject({ label: 'On list', text: '“Oak Street” or one list', without: {} })
})

test('each excluded list, order and campaign has a label with its name, and without one its kind', () => {
  const exclude = { campaignIds: ['c'], orderIds: ['b1', 'b2'], suppressionListIds: ['a'] }
  const names = new Map(Object.entries({ a: 'Customers', b1: 'First mailing', c: 'Spring' }))
  const phrases = formatCriteria({ exclude }, undefined, (one) => names.get(one))
  expect(phrases.map(({ label, text }) => `${label}: ${text}`)).toEqual([
    'Exclude list: Customers',
    'Exclude order: First mailing',
    'Exclude order: an order',
    'Exclude campaign: Spring',
  ])
  expect(phrases[1]?.without.exclude).toEqual({ ...exclude, orderIds: ['b2'] })
  expect(phrases[3]?.without.exclude).toEqual({ orderIds: ['b1', 'b2'], suppressionListIds: ['a'] })
})

test('the exclusion of institutional owners has a label that removes it', () => {
  const [label] = formatCriteria({ exclude: { institutional: true } })
  expect(label).toMatchObject({ label: 'Exclude', text: 'institutional owners', without: {} })
})

test('excluding delivered leads is the default and has no label', () => {
  expect(formatCriteria({ exclude: { delivered: true } })).toEqual([])
})
