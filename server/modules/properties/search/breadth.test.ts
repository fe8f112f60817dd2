import type { Criteria } from '@dooryard/contract/criteria'
import type { Bounds } from '@dooryard/contract/map'
import { expect, test } from 'vitest'
import { stateCodes } from '../places/states.ts'
import { decidingPlaces, isSomewhere, isWide, isWideBox, isWideSearch } from './breadth.ts'

const country = { west: -125, south: 24, east: -66, north: 50 }
const texas = { west: -106.65, south: 25.84, east: -93.51, north: 36.5 }

const outline = ({ west, south, east, north }: Bounds) => {
  const ring: [number, number][] = [
    [west, south],
    [east, south],
    [east, north],
    [west, north],
    [west, south],
  ]
  return { type: 'Polygon' as const, coordinates: [ring] }
}
const codes = (from: number, many: number) => Array.from({ length: many }, (_, at) => String(from + at))

type Case = [what: string, location: Criteria['location'], isWide: boolean]

const cases: Case[] = [
  ['no location', undefined, true],
  ['a location that says nothing', { states: [], polygons: [] }, true],
  ['a county', { counties: ['47037'] }, false],
  ['three states', { states: ['CA', 'TX', 'FL'] }, false],
  ['four states', { states: ['CA', 'TX', 'FL', 'NY'] }, true],
  ['one state said four times', { states: ['CA', 'CA', 'CA', 'CA'] }, false],
  ['all states', { states: [...stateCodes] }, true],
  ['a hundred counties', { counties: codes(47_001, 100) }, true],
  ['all counties of a state that is asked for anyway', { states: ['TN'], counties: codes(47_001, 200) }, false],
  ['cities of three states', { cities: ['TN:NASHVILLE', 'TN:MEMPHIS', 'OH:DAYTON', 'WA:SEATTLE'] }, false],
  ['a city in each of four states', { cities: ['TN:A', 'OH:B', 'WA:C', 'NY:D'] }, true],
  ['the most ZIPs that can be asked for', { zips: codes(10_000, 1000) }, false],
  ['the widest radius', { near: { lat: 36, lng: -86, miles: 50 } }, false],
  ['an outline of Texas', { polygons: [outline(texas)] }, false],
  ['an outline of the country', { polygons: [outline(country)] }, true],
  ['Texas drawn twice', { polygons: [outline(texas), outline(texas)] }, true],
  ['two states and an outline of Texas', { states: ['CA', 'NY'], polygons: [outline(texas)] }, true],
  ['three states and a county more', { states: ['CA', 'NY', 'OH'], counties: ['47037'] }, true],
]

test.each(cases)('%s: whether much of the country is read for it', (_, location, expected) => {
  expect(isWide(location)).toBe(expected)
})

test('a location says something when one of its parts does', () => {
  expect([undefined, {}, { zips: [] }, { zips: ['37209'] }].map(isSomewhere)).toEqual([false, false, false, true])
})

test('a map of a state is not wide, one of the country is, on whichever side of the 180th meridian', () => {
  expect(isWideBox(texas)).toBe(false)
  expect(isWideBox(country)).toBe(true)
  expect(isWideBox({ west: 170, south: 50, east: -170, north: 55 })).toBe(false)
  expect(isWideBox({ west: -170, south: 50, east: 170, north: 55 })).toBe(true)
})

const inStates = (...states: string[]) => ({ criteria: { location: { states } } })
const anywhere = { criteria: { sale: { cashPurchase: true } } }
const ids = (many: number) => ({ only: { propertyIds: Array.from({ length: many }, (_, at) => String(at)) } })

const searches: [what: string, criteria: Criteria, isWide: boolean][] = [
  ['any of three states', { stack: { of: [inStates('CA'), inStates('TX'), inStates('FL')], atLeast: 1 } }, false],
  ['any of four', { stack: { of: [inStates('CA', 'TX'), inStates('FL', 'NY')], atLeast: 1 } }, true],
  ['any of one state said twice', { stack: { of: [inStates('CA', 'TX'), inStates('CA', 'TX')], atLeast: 1 } }, false],
  ['any search, one of them anywhere', { stack: { of: [inStates('CA'), anywhere], atLeast: 1 } }, true],
  ['all searches, one of them anywhere', { stack: { of: [inStates('CA'), anywhere], atLeast: 2 } }, false],
  ['two of three, one anywhere', { stack: { of: [inStates('CA'), anywhere, inStates('TX')], atLeast: 2 } }, false],
  ['two of three, two anywhere', { stack: { of: [inStates('CA'), anywhere, anywhere], atLeast: 2 } }, true],
  ['a wide stack in a state', { location: { states: ['CA'] }, stack: { of: [anywhere, anywhere], atLeast: 1 } }, false],
  ['a few properties', ids(100), false],
  ['many properties', ids(101), true],
  ['many properties in a county', { location: { counties: ['47037'] }, ...ids(1_000) }, false],
]

test.each(searches)('%s: whether much of the country is read for the search', (_, criteria, expected) => {
  expect(isWideSearch(criteria)).toBe(expected)
})

test('what is in at least so many searches is in one of the places that decide, the fewest there are', () => {
  const of = [inStates('CA', 'TX'), anywhere, inStates('OH'), inStates('FL')]
  const places = (atLeast: number) => decidingPlaces({ of, atLeast }).map((place) => place?.states?.join())
  expect(places(4)).toEqual(['OH'])
  expect(places(3)).toEqual(['OH', 'FL'])
  expect(places(2)).toEqual(['OH', 'FL', 'CA,TX'])
  expect(places(1)).toEqual(['OH', 'FL', 'CA,TX', undefined])
})
