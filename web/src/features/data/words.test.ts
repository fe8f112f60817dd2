import { expect, test } from 'vitest'
import { columnLabel, formatBytes, sharesOf, stepOf } from './words.ts'

test.each([
  [0, '0 bytes'],
  [900, '900 bytes'],
  [1536, '1.5 KB'],
  [104_857_600, '100 MB'],
  [4_294_967_296, '4 GB'],
])('%i bytes read %s', (bytes, words) => expect(formatBytes(bytes)).toBe(words))

test.each([
  ['situsAddress', 'Situs address'],
  ['sale.deedType', 'Sale: deed type'],
  ['lat', 'Lat'],
])('the column %s reads %s', (name, words) => expect(columnLabel(name)).toBe(words))

test('a share that is there is never shown as nothing, nor one that lacks a little as all', () => {
  expect(sharesOf({ filled: 9_999, unknown: 1, implausible: 0 })).toEqual({
    all: 10_000,
    filled: '> 99%',
    unknown: '< 1%',
    implausible: '0%',
  })
  expect(sharesOf({ filled: 0, unknown: 0, implausible: 0 })).toMatchObject({ all: 0, filled: '0%' })
})

test.each([
  [1, 0],
  [1_000, 1],
  [24_999, 1],
  [250_000, 3],
])('%i properties are of step %i', (properties, step) => expect(stepOf(properties)).toBe(step))
