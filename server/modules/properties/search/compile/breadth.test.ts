import type { Criteria } from '@dooryard/contract/criteria/criteria'
import type { Bounds } from '@dooryard/contract/properties/map'
import { expect, test } from 'vitest'
import { stateCodes } from '../../places/states.ts'
import { getNarrowingPlaces, hasLocation, isWideBox, isWideLocation, isWideSearch } from './breadth.ts'

const country = { west: -125, south: 24, east: -66, north: 50 }
const texas = { west: -106.65, south: 25.84, east: -93.51, north: 36.5 }

const toOutline = ({ west, south, east, north }: Bounds) => {
  const ring: [number, number][] = [
    [west, south],
    [east, south],
    [east, north],
    [west, north],
    [west, south],
  ]
  return { type: 'Polygon' as const, coordinates: [ring] }
}
const makeCodes = (from: number, many: number) => Array.from({ length: many }, (_, at) => String(from + at))

type Case = [what: string, location: Criteria['location'], isWide: boolean]

const cases: Case[] = [
  ['no location', undefined, true],
  ['a location that says nothing', { states: [], polygons: [] }, true],
  ['a county', { counties: ['47037'] }, false],
  ['three states', { states: ['CA', 'TX', 'FL'] }, false],
  ['four states', { states: ['CA', 'TX', 'FL', 'NY'] }, true],
  ['one state said four times', { states: ['CA', 'CA', 'CA', 'CA'] }, false],
  ['all states', { states: [...stateCodes] }, true],
  ['a hundred counties', { counties: makeCodes(47_001, 100) }, true],
  ['all counties of a state that is asked for anyway', { states: ['TN'], counties: makeCodes(47_001, 200) }, false],
  ['cities of three states', { cities: ['TN:NASHVILLE', 'TN:MEMPHIS', 'OH:DAYTON', 'WA:SEATTLE'] }, false],
  ['a city in each of four states', { cities: ['TN:A', 'OH:B', 'WA:C', 'NY:D'] }, true],
  ['the most ZIPs that can be asked for', { zips: makeCodes(10_000, 1000) }, false],
  ['the widest radius', { near: { lat: 36, lng: -86, miles: 50 } }, false],
  ['an outline of Texas', { polygons: [toOutline(texas)] }, false],
  ['an outline of the country', { polygons: [toOutline(country)] }, true],
  ['Texas drawn twice', { polygons: [toOutline(texas), toOutline(texas)] }, true],
  ['two states and an outline of Texas', { states: ['CA', 'NY'], polygons: [toOutline(texas)] }, true],
  ['three states and a county more', { states: ['CA', 'NY', 'OH'], counties: ['47037'] }, true],
]

test.each(cases)('%s: whether the location reads much of the country', (_, location, expected) => {
  expect(isWideLocation(location)).toBe(expected)
})

test('a location is set when one of its parts is', () => {
  expect([undefined, {}, { zips: [] }, { zips: ['37209'] }].map(hasLocation)).toEqual([false, false, false, true])
})

test('a map of a state is not wide and one of the country is, on either side of the 180th meridian', () => {
  expect(isWideBox(texas)).toBe(false)
  expect(isWideBox(country)).toBe(true)
  expect(isWideBox({ west: 170, south: 50, east: -170, north: 55 })).toBe(false)
  expect(isWideBox({ west: -170, south: 50, east: 170, north: 55 })).toBe(true)
})

const makeStateSearch = (...states: string[]) => ({ criteria: { location: { states } } })
const anywhere = { criteria: { sale: { cashPurchase: true } } }
const makeIdSearch = (many: number) => ({ only: { propertyIds: Array.from({ length: many }, (_, at) => String(at)) } })

const searches: [what: string, criteria: Criteria, isWide: boolean][] = [
  [
    'any of three states',
    { stack: { of: [makeStateSearch('CA'), makeStateSearch('TX'), makeStateSearch('FL')], atLeast: 1 } },
    false,
  ],
  ['any of four', { stack: { of: [makeStateSearch('CA', 'TX'), makeStateSearch('FL', 'NY')], atLeast: 1 } }, true],
  [
    'any of one state said twice',
    { stack: { of: [makeStateSearch('CA', 'TX'), makeStateSearch('CA', 'TX')], atLeast: 1 } },
    false,
  ],
  ['any search, one of them anywhere', { stack: { of: [makeStateSearch('CA'), anywhere], atLeast: 1 } }, true],
  ['all searches, one of them anywhere', { stack: { of: [makeStateSearch('CA'), anywhere], atLeast: 2 } }, false],
  [
    'two of three, one anywhere',
    { stack: { of: [makeStateSearch('CA'), anywhere, makeStateSearch('TX')], atLeast: 2 } },
    false,
  ],
  ['two of three, two anywhere', { stack: { of: [makeStateSearch('CA'), anywhere, anywhere], atLeast: 2 } }, true],
  ['a wide stack in a state', { location: { states: ['CA'] }, stack: { of: [anywhere, anywhere], atLeast: 1 } }, false],
  ['a few properties', makeIdSearch(100), false],
  ['many properties', makeIdSearch(101), true],
  ['many properties in a county', { location: { counties: ['47037'] }, ...makeIdSearch(1_000) }, false],
]

test.each(searches)('%s: whether the search reads much of the country', (_, criteria, expected) => {
  expect(isWideSearch(criteria)).toBe(expected)
})

test('every match of a stack lies in one of the narrowing places, which are as few as possible', () => {
  const of = [makeStateSearch('CA', 'TX'), anywhere, makeStateSearch('OH'), makeStateSearch('FL')]
  const places = (atLeast: number) => getNarrowingPlaces({ of, atLeast }).map((place) => place?.states?.join())
  expect(places(4)).toEqual(['OH'])
  expect(places(3)).toEqual(['OH', 'FL'])
  expect(places(2)).toEqual(['OH', 'FL', 'CA,TX'])
  expect(places(1)).toEqual(['OH', 'FL', 'CA,TX', undefined])
})
