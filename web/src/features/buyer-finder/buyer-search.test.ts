import { expect, test } from 'vitest'
import {
  BuyerFinderSearch,
  buildBuyerSearch,
  getPosition,
  getPriceRange,
  getSubject,
  listBroaderSearches,
  movedTo,
  noSubject,
  parsePosition,
} from './buyer-search.ts'

const state = (given: Record<string, unknown> = {}) => BuyerFinderSearch.parse(given)

test('an address of nonsense asks what an empty one asks', () => {
  expect(state({ miles: 7, months: 13, kind: 'NOBODY', sort: 'luck', view: 'upside', page: 0, lat: 100 })).toEqual(
    state(),
  )
})

test('without a subject nothing is asked', () => {
  expect(buildBuyerSearch(state())).toBeUndefined()
  expect(buildBuyerSearch(state({ lat: 36 }))).toBeUndefined()
})

test('a property is the subject by itself, and by its position where that is known', () => {
  expect(getSubject(state({ property: '123' }))).toEqual({ propertyId: '123' })
  expect(getSubject(state({ property: '123', lat: 36.1, lng: -86.8 }))).toEqual({ lat: 36.1, lng: -86.8 })
})

test('a position at the equator is one', () => {
  expect(getPosition({ lat: 0, lng: 0 })).toEqual({ lat: 0, lng: 0 })
})

test('a price band is asked for as it stands, and one that is upside down is not', () => {
  expect(getPriceRange(state({ min: 100_000, unpriced: true }))).toEqual({
    min: 100_000,
    max: undefined,
    includeUnknown: true,
  })
  expect(getPriceRange(state({ min: 2, max: 1 }))).toBeUndefined()
  expect(getPriceRange(state({ unpriced: true }))).toBeUndefined()
})

test('another place begins on the first page, with no buyer open, and forgets what the old one was called', () => {
  const old = state({ lat: 1, lng: 1, label: 'Nashville, TN', property: '123', page: 4, buyer: '9' })
  expect(state({ ...old, ...movedTo({ lat: 36.123456789, lng: -86.1 }) })).toEqual(state({ lat: 36.12346, lng: -86.1 }))
  expect(state({ ...old, ...noSubject })).toEqual(state())
})

test('a point picked on a map that was turned around the world is where it is', () => {
  expect(movedTo({ lat: 36, lng: -446.8 })).toMatchObject({ lat: 36, lng: -86.8 })
})

test('a position can be typed, and the beginning of an address is none', () => {
  expect(parsePosition(' 36.1512, -86.8533 ')).toEqual({ lat: 36.1512, lng: -86.8533 })
  expect(parsePosition('36.1512 -86.8533')).toEqual({ lat: 36.1512, lng: -86.8533 })
  for (const text of ['12 100', '36.1512', '1208 Example', '96.1, -86.8', '36.1, -186.8', ''])
    expect(parsePosition(text)).toBeUndefined()
})

test('where nobody bought, each way to ask for more is offered, and none that changes nothing', () => {
  const narrow = state({ lat: 1, lng: 1, miles: 3, months: 6, kind: 'FLIPPER', max: 9 })
  expect(listBroaderSearches(narrow).map(({ label }) => label)).toEqual([
    'Look within 10 miles',
    'Look back 12 months',
    'Any price',
    'Any kind of buyer',
  ])
  for (const { change } of listBroaderSearches(narrow)) expect(state({ ...narrow, ...change })).not.toEqual(narrow)
  expect(listBroaderSearches(state({ miles: 50, months: 24 }))).toEqual([])
  expect(listBroaderSearches(state({ miles: 25, months: 24 }))).toEqual([
    { label: 'Look within 50 miles', change: { miles: 50 } },
  ])
})
