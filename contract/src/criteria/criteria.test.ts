import { describe, expect, test } from 'vitest'
import { Criteria, isEmptyCriteria } from './criteria.ts'
import { Polygon } from './polygon.ts'
import { Dates, Range } from './ranges.ts'

const getFirstIssue = (criteria: unknown) => {
  const [issue] = Criteria.safeParse(criteria).error?.issues ?? []
  return issue && `${issue.path.join('.')}: ${issue.message}`
}

const square = [
  [0, 0],
  [1, 0],
  [1, 1],
  [0, 0],
]

describe('criteria', () => {
  test('with every group are kept unchanged', () => {
    const criteria = {
      location: {
        states: ['TN'],
        counties: ['47037'],
        cities: ['TN:NASHVILLE'],
        zips: ['37203'],
        near: { lat: 36.1, lng: -86.8, miles: 0.25 },
        polygons: [{ type: 'Polygon', coordinates: [square] }],
      },
      property: { assetClasses: ['RESIDENTIAL'], assetUseTypes: ['DETACHED_HOUSE'], bedrooms: { min: 2 } },
      owner: { ownerTypes: ['LLC'], acquiredByQc: ['YES'], name: 'testwell' },
      mortgage: { loanTypes: ['FHA'], originatedOn: { lastDays: 30 }, ltvPercent: { max: 80, includeUnknown: true } },
      sale: { soldOn: { from: '2020-02-29' }, cashPurchase: false },
      signals: { anyOf: ['VACANT'], noneOf: ['AUCTION'] },
      contact: { hasPhone: true },
      exclude: { delivered: false, propertyIds: ['18446744073709551615'] },
    }
    expect(Criteria.parse(criteria)).toEqual(criteria)
  })

  test.each([
    [{ loction: {} }, /^: Unrecognized key: "loction"/],
    [{ location: { states: ['Tennessee'] } }, /^location\.states\.0: A state is two capital letters/],
    [{ location: { counties: ['47'] } }, /A county is its five-digit FIPS code/],
    [{ location: { cities: ['NASHVILLE'] } }, /A city is written STATE:NAME/],
    [{ location: { zips: [37203] } }, /^location\.zips\.0: Invalid input/],
    [{ location: { zips: Array(1001).fill('37203') } }, /At most 1000 values/],
    [{ location: { near: { lat: 91, lng: 0, miles: 1 } } }, /^location\.near\.lat/],
    [{ location: { near: { lat: 0, lng: 0, miles: 0 } } }, /^location\.near\.miles/],
    [{ location: { polygons: Array(11).fill({ type: 'Polygon', coordinates: [square] }) } }, /At most 10 areas/],
    [{ property: { bedrooms: { min: 3, max: 2 } } }, /Min must not be above max/],
    [{ property: { bedrooms: { min: Number.POSITIVE_INFINITY } } }, /^property\.bedrooms\.min/],
    [{ exclude: { propertyIds: ['-1'] } }, /A property is its number/],
  ])('%j are rejected', (criteria, reason) => {
    expect(getFirstIssue(criteria)).toMatch(reason)
  })

  test('are empty without filters, even with exclusions', () => {
    for (const empty of [{}, { location: {} }, { owner: { ownerTypes: [] } }, { exclude: { delivered: true } }])
      expect(isEmptyCriteria(Criteria.parse(empty)), JSON.stringify(empty)).toBe(true)
    for (const asking of [{ sale: { cashPurchase: false } }, { property: { stories: { min: 0 } } }])
      expect(isEmptyCriteria(Criteria.parse(asking)), JSON.stringify(asking)).toBe(false)
  })
})

test('an area has at most 500 points over all its rings, and each ring at least four', () => {
  const ring = (points: number) => Array.from({ length: points }, (_, index) => [index / 10, 0])
  const accepts = (...rings: number[][][]) => Polygon.safeParse({ type: 'Polygon', coordinates: rings }).success
  expect(accepts(ring(500))).toBe(true)
  expect(accepts(ring(250), ring(251))).toBe(false)
  expect(accepts(ring(3))).toBe(false)
  expect(accepts()).toBe(false)
})

test('an area that crosses the 180th meridian is rejected with a message, because it would be read as the rest of the world', () => {
  const around = [
    [170, 50],
    [-170, 50],
    [-170, 60],
    [170, 50],
  ]
  const result = Polygon.safeParse({ type: 'Polygon', coordinates: [around] })
  expect(result.error?.issues[0]?.message).toMatch(/cut one that crosses the 180th meridian in two there/)
})

test('a range may be open at either end or a single value; dates cannot be combined with a look-back', () => {
  for (const range of [{}, { min: 1 }, { max: 1 }, { min: 1, max: 1 }]) expect(Range.parse(range)).toEqual(range)
  expect(Dates.safeParse({ from: '2024-02-30' }).success).toBe(false)
  expect(Dates.safeParse({ from: '2024-02-02', to: '2024-02-01' }).success).toBe(false)
  expect(Dates.safeParse({ from: '2024-01-01', lastDays: 3 }).success).toBe(false)
  expect(Dates.parse({ lastDays: 30 })).toEqual({ lastDays: 30 })
})
