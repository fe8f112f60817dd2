import { expect, test } from 'vitest'
import { buildCoverage } from './coverage.ts'

const makeBox = (south: number, north: number, west: number, east: number) => ({ south, north, west, east })
const nashville = { state: 'TN', fips: '47037', ...makeBox(36, 36.4, -87, -86.5) }
const atlanta = { state: 'GA', fips: '13121', ...makeBox(33.5, 34.2, -84.9, -84.1) }
const nowhere = { state: 'GA', fips: '13001', south: null, north: null, west: null, east: null }
const coverage = buildCoverage(
  [nashville, atlanta, nowhere],
  new Map([
    ['37209', ['47037']],
    ['30301', ['13121', '47037']],
  ]),
)

const toFips = (counties: readonly { fips: string }[]) => counties.map(({ fips }) => fips).sort()

test.each([
  ['a ZIP of one county', ['37209'], ['47037']],
  ['one that rolls put in two states', ['30301'], ['13121', '47037']],
  ['several that share a county', ['37209', '30301'], ['13121', '47037']],
  ['one that no roll has', ['99999'], []],
])('%s is located where rolls have it', (_, zips, expected) => {
  expect(toFips(coverage.ofZips(zips))).toEqual(expected)
})

test.each([
  ['inside a county', makeBox(36.1, 36.2, -86.8, -86.7), ['47037']],
  ['around both', makeBox(30, 40, -90, -80), ['13121', '47037']],
  ['at the very rim', makeBox(36.4, 37, -86.5, -86), ['47037']],
  ['beside all of them', makeBox(36.41, 37, -86.5, -86), []],
  ['with latitudes alone', { south: 34, north: 35 }, ['13121']],
])(
  'an area %s covers the counties that it overlaps; a county without positions is not covered',
  (_, edges, expected) => {
    expect(toFips(coverage.between(edges))).toEqual(expected)
  },
)
