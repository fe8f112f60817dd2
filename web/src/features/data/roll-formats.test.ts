import { expect, test } from 'vitest'
import { formatCounties, formatIncomplete, formatSource, getDensityStep, toShares } from './roll-formats.ts'

test('a small share is never shown as none, nor a nearly full one as all', () => {
  expect(toShares({ filled: 9_999, unknown: 1, implausible: 0 })).toEqual({
    all: 10_000,
    filled: '> 99%',
    unknown: '< 1%',
    implausible: '0%',
  })
  expect(toShares({ filled: 0, unknown: 0, implausible: 0 })).toMatchObject({ all: 0, filled: '0%' })
})

test('counties are listed as far as they fit', () => {
  expect(formatCounties(['Adams County, OH'], 2)).toBe('Adams County, OH')
  expect(formatCounties(['Adams County, OH', 'Butler County, OH', 'Clark County, OH'], 2)).toBe(
    'Adams County, OH; Butler County, OH and 1 more',
  )
})

test.each([
  [['Anytown'], 'Anytown is incomplete: an import did not finish. Every search is slower until you import it again.'],
  [['Anytown', 'Elsewhere'], 'Anytown and Elsewhere are incomplete'],
  [['A', 'B', 'C'], 'A, B, and C are incomplete'],
  [['A', 'B', 'C', 'D', 'E'], 'A, B, C, and 2 more are incomplete'],
])('the rolls %j are reported as incomplete', (names, words) => expect(formatIncomplete(names)).toContain(words))

test('a roll shows the name of its source format', () => {
  const sources = [
    { source: 'example-tn', name: 'Example TN, sales', countyFips: null, isGeneric: false },
    { source: 'generic', name: 'Our own headers', countyFips: null, isGeneric: true },
  ]
  const words = (source: string, isGenerated = false) => formatSource({ source, isGenerated }, sources)
  expect(words('example-tn')).toBe('Example TN, sales')
  expect(words('generic-anytown')).toBe('Our own headers')
  expect(words('withdrawn-tn')).toBe('withdrawn-tn')
  expect(words('demo', true)).toBe('Generated for the demo')
})

test.each([
  [1, 0],
  [1_000, 1],
  [24_999, 1],
  [250_000, 3],
])('%i properties are in density step %i', (properties, step) => expect(getDensityStep(properties)).toBe(step))
