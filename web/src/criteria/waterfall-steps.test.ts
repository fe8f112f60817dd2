import { expect, test } from 'vitest'
import { waterfallSteps } from './waterfall-steps.ts'
import { criteriaInWords } from './words.ts'

const criteria = {
  location: { states: ['TN'], zips: ['37203', '37204', '37205'] },
  owner: { occupancies: ['VACANT' as const] },
}
const waterfall = {
  total: 999_999,
  clauses: [
    { key: 'location', remaining: 999, givesBack: null },
    { key: 'owner.occupancies', remaining: 9, givesBack: 990 },
    { key: 'exclude.delivered', remaining: 0, givesBack: 9 },
  ],
}
const steps = waterfallSteps(waterfall, criteriaInWords(criteria))

test('each step says what it asks, in words that do not grow without end', () => {
  expect(steps.map(({ words }) => words)).toEqual([
    'State: Tennessee, ZIP: 37203, ZIP: 37204 and 1 more',
    'Occupancy: Vacant',
    'Leads you already have',
  ])
})

test('what the steps take away and what is left are all there is', () => {
  expect(steps.map(({ taken }) => taken)).toEqual([999_000, 990, 9])
  expect(steps.reduce((sum, { taken }) => sum + taken, 0) + (steps.at(-1)?.remaining ?? 0)).toBe(waterfall.total)
})

test('a bar is as long as its number has digits, and nothing has none', () => {
  expect(steps.map(({ share }) => Math.round(share * 100) / 100)).toEqual([0.5, 0.17, 0])
})
