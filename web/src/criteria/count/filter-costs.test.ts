import type { Criteria } from '@dooryard/contract/criteria'
import { expect, test } from 'vitest'
import { criteriaInWords } from '../describe/format-criteria.ts'
import { clauseOf, costsOf, isUncounted, tightest, waterfallSteps, withoutClause } from './filter-costs.ts'

const criteria: Criteria = {
  location: { states: ['TN'], zips: ['37203'] },
  owner: { occupancies: ['VACANT'] },
  mortgage: { loanTypes: ['FHA'], lenderName: 'example' },
}
const waterfall = (location: number | null) => ({
  total: 1000,
  clauses: [
    { key: 'location', remaining: 500, givesBack: location },
    { key: 'owner.occupancies', remaining: 20, givesBack: 412 },
    { key: 'mortgage.loan', remaining: 0, givesBack: 30 },
  ],
})

test('what is counted as one costs once, on the last phrase, which says how many go together', () => {
  expect([...costsOf(waterfall(7), criteriaInWords(criteria))]).toEqual([
    ['location.zips.37203', { givesBack: 7, of: 2 }],
    ['owner.occupancies', { givesBack: 412, of: 1 }],
    ['mortgage.lenderName', { givesBack: 30, of: 2 }],
  ])
})

test('searches left out are one clause, and every other phrase is its own', () => {
  const phrases = criteriaInWords({
    ...criteria,
    only: { propertyIds: ['1'] },
    exclude: { savedSearchIds: ['a', 'b'] },
  })
  expect([...new Set(phrases.map(clauseOf))]).toEqual([
    'location',
    'owner.occupancies',
    'mortgage.loan',
    'only.propertyIds',
    'exclude.savedSearchIds',
  ])
})

test('the tightest filter is the one that brings back the most, taken away whole', () => {
  expect(tightest(waterfall(7), criteria)).toEqual({
    words: 'Occupancy: Vacant',
    givesBack: 412,
    without: { location: criteria.location, mortgage: criteria.mortgage },
  })
  expect(tightest(waterfall(900), criteria)).toEqual({
    words: 'State: Tennessee, ZIP: 37203',
    givesBack: 900,
    without: { owner: criteria.owner, mortgage: criteria.mortgage },
  })
})

test('what is still being counted is not called the tightest, and neither is what brings back nothing', () => {
  expect(tightest(waterfall(null), criteria)?.givesBack).toBe(412)
  expect(tightest({ total: 9, clauses: [{ key: 'location', remaining: 0, givesBack: 0 }] }, criteria)).toBeUndefined()
  expect(tightest(undefined, criteria)).toBeUndefined()
  expect([waterfall(null), waterfall(7), undefined].map(isUncounted)).toEqual([true, false, false])
})

test('the leads that somebody has come back when they are no longer left out', () => {
  const yours = { total: 9, clauses: [{ key: 'exclude.delivered', remaining: 0, givesBack: 9 }] }
  expect(tightest(yours, { exclude: { propertyIds: ['1'] } })).toEqual({
    words: 'Leads you already have',
    givesBack: 9,
    without: { exclude: { propertyIds: ['1'], delivered: false } },
  })
})

test('everything that is asked of a loan goes with its clause', () => {
  expect(withoutClause(criteria, 'mortgage.loan')).toEqual({ location: criteria.location, owner: criteria.owner })
})

const asked = {
  location: { states: ['TN'], zips: ['37203', '37204', '37205'] },
  owner: { occupancies: ['VACANT' as const] },
}
const counted = {
  total: 999_999,
  clauses: [
    { key: 'location', remaining: 999, givesBack: null },
    { key: 'owner.occupancies', remaining: 9, givesBack: 990 },
    { key: 'exclude.delivered', remaining: 0, givesBack: 9 },
  ],
}
const steps = waterfallSteps(counted, criteriaInWords(asked))

test('each step says what it asks, in words that do not grow without end', () => {
  expect(steps.map(({ words }) => words)).toEqual([
    'State: Tennessee, ZIP: 37203, ZIP: 37204 and 1 more',
    'Occupancy: Vacant',
    'Leads you already have',
  ])
})

test('what the steps take away and what is left are all there is', () => {
  expect(steps.map(({ taken }) => taken)).toEqual([999_000, 990, 9])
  expect(steps.reduce((sum, { taken }) => sum + taken, 0) + (steps.at(-1)?.remaining ?? 0)).toBe(counted.total)
})

test('a bar is as long as its number has digits, and nothing has none', () => {
  expect(steps.map(({ share }) => Math.round(share * 100) / 100)).toEqual([0.5, 0.17, 0])
})
