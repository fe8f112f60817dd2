import type { Criteria } from '@dooryard/contract/criteria/criteria'
import { expect, test } from 'vitest'
import { formatCriteria } from '../describe/format-criteria.ts'
import { hasUncountedClauses } from './count.data.ts'
import {
  findMostRestrictiveFilter,
  getClauseKey,
  getFilterImpacts,
  removeClause,
  toBreakdownSteps,
} from './filter-impact.ts'

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

test('criteria counted as one clause have one impact, on the last label, with the number of criteria', () => {
  expect([...getFilterImpacts(waterfall(7), formatCriteria(criteria))]).toEqual([
    ['location.zips.37203', { givesBack: 7, of: 2 }],
    ['owner.occupancies', { givesBack: 412, of: 1 }],
    ['mortgage.lenderName', { givesBack: 30, of: 2 }],
  ])
})

test('excluded searches, lists, orders and campaigns are one clause each, every other criterion has its own', () => {
  const phrases = formatCriteria({
    ...criteria,
    only: { propertyIds: ['1'] },
    exclude: { savedSearchIds: ['a', 'b'], suppressionListIds: ['c', 'd'], orderIds: ['e'], campaignIds: ['f', 'g'] },
  })
  expect([...new Set(phrases.map(getClauseKey))]).toEqual([
    'location',
    'owner.occupancies',
    'mortgage.loan',
    'only.propertyIds',
    'exclude.suppressionListIds',
    'exclude.orderIds',
    'exclude.campaignIds',
    'exclude.savedSearchIds',
  ])
})

test('the most restrictive filter brings back the most matches and is removed as a whole', () => {
  expect(findMostRestrictiveFilter(waterfall(7), criteria)).toEqual({
    words: 'Occupancy: Vacant per county',
    givesBack: 412,
    without: { location: criteria.location, mortgage: criteria.mortgage },
  })
  expect(findMostRestrictiveFilter(waterfall(900), criteria)).toEqual({
    words: 'State: Tennessee, ZIP: 37203',
    givesBack: 900,
    without: { owner: criteria.owner, mortgage: criteria.mortgage },
  })
})

test('a filter that is still being counted or brings back nothing is never the most restrictive', () => {
  expect(findMostRestrictiveFilter(waterfall(null), criteria)?.givesBack).toBe(412)
  expect(
    findMostRestrictiveFilter({ total: 9, clauses: [{ key: 'location', remaining: 0, givesBack: 0 }] }, criteria),
  ).toBeUndefined()
  expect(findMostRestrictiveFilter(undefined, criteria)).toBeUndefined()
  expect([waterfall(null), waterfall(7), undefined].map(hasUncountedClauses)).toEqual([true, false, false])
})

test('removing the exclusion of purchased leads brings them back', () => {
  const yours = { total: 9, clauses: [{ key: 'exclude.delivered', remaining: 0, givesBack: 9 }] }
  expect(findMostRestrictiveFilter(yours, { exclude: { propertyIds: ['1'] } })).toEqual({
    words: 'Purchased leads excluded',
    givesBack: 9,
    without: { exclude: { propertyIds: ['1'], delivered: false } },
  })
})

test('removing the clause of a loan removes all its criteria', () => {
  expect(removeClause(criteria, 'mortgage.loan')).toEqual({ location: criteria.location, owner: criteria.owner })
})

const requested = {
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
const steps = toBreakdownSteps(counted, formatCriteria(requested))

test('each step is labelled with its criteria, and long labels are shortened', () => {
  expect(steps.map(({ words }) => words)).toEqual([
    'State: Tennessee, ZIP: 37203, ZIP: 37204 and 1 more',
    'Occupancy: Vacant per county',
    'Purchased leads excluded',
  ])
})

test('removed and remaining properties add up to the total', () => {
  expect(steps.map(({ taken }) => taken)).toEqual([999_000, 990, 9])
  expect(steps.reduce((sum, { taken }) => sum + taken, 0) + (steps.at(-1)?.remaining ?? 0)).toBe(counted.total)
})

test('bars are logarithmic, and zero has no bar', () => {
  expect(steps.map(({ share }) => Math.round(share * 100) / 100)).toEqual([0.5, 0.17, 0])
})
