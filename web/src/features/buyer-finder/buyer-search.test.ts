import { expect, test } from 'vitest'
import {
  BuyerFinderSearch,
  buildBuyerSearch,
  clearedSubject,
  getPosition,
  getPriceRange,
  getSubject,
  listBroaderSearches,
  toSubjectChange,
} from './buyer-search.ts'

const parseState = (search: Record<string, unknown> = {}) => BuyerFinderSearch.parse(search)

test('invalid search parameters fall back to the defaults', () => {
  expect(parseState({ miles: 7, months: 13, kind: 'NOBODY', sort: 'luck', view: 'upside', page: 0, lat: 100 })).toEqual(
    parseState(),
  )
})

test('without a subject there is no search', () => {
  expect(buildBuyerSearch(parseState())).toBeUndefined()
  expect(buildBuyerSearch(parseState({ lat: 36 }))).toBeUndefined()
})

test('a property is the subject by id, or by its position if that is known', () => {
  expect(getSubject(parseState({ property: '123' }))).toEqual({ propertyId: '123' })
  expect(getSubject(parseState({ property: '123', lat: 36.1, lng: -86.8 }))).toEqual({ lat: 36.1, lng: -86.8 })
})

test('a position on the equator is valid', () => {
  expect(getPosition({ lat: 0, lng: 0 })).toEqual({ lat: 0, lng: 0 })
})

test('a price range is sent as given, and an inverted one is ignored', () => {
  expect(getPriceRange(parseState({ min: 100_000, unpriced: true }))).toEqual({
    min: 100_000,
    max: undefined,
    includeUnknown: true,
  })
  expect(getPriceRange(parseState({ min: 2, max: 1 }))).toBeUndefined()
  expect(getPriceRange(parseState({ unpriced: true }))).toBeUndefined()
})

test('changing the subject goes back to the first page, closes the buyer and clears the old label', () => {
  const old = parseState({ lat: 1, lng: 1, label: 'Nashville, TN', property: '123', page: 4, buyer: '9' })
  expect(parseState({ ...old, ...toSubjectChange({ lat: 36.123456789, lng: -86.1 }) })).toEqual(
    parseState({ lat: 36.12346, lng: -86.1 }),
  )
  expect(parseState({ ...old, ...clearedSubject })).toEqual(parseState())
})

test('a point picked on a map that was panned around the world has normalized coordinates', () => {
  expect(toSubjectChange({ lat: 36, lng: -446.8 })).toMatchObject({ lat: 36, lng: -86.8 })
})

test('an empty result offers each broader search, and none that changes nothing', () => {
  const narrow = parseState({ lat: 1, lng: 1, miles: 3, months: 6, kind: 'FLIPPER', max: 9 })
  expect(listBroaderSearches(narrow).map(({ label }) => label)).toEqual([
    'Look within 10 miles',
    'Look back 12 months',
    'Any price',
    'All buyers',
  ])
  for (const { change } of listBroaderSearches(narrow)) expect(parseState({ ...narrow, ...change })).not.toEqual(narrow)
  expect(listBroaderSearches(parseState({ miles: 50, months: 24 }))).toEqual([])
  expect(listBroaderSearches(parseState({ miles: 25, months: 24 }))).toEqual([
    { label: 'Look within 50 miles', change: { miles: 50 } },
  ])
})
