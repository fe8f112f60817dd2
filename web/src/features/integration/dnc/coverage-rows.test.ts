import type { DncCoverage, DncListVersion } from '@dooryard/contract/data/dnc'
import { expect, test } from 'vitest'
import {
  describeRemoval,
  findOldestUsed,
  formatAge,
  getCoveragePage,
  selectOtherLists,
  toAgeShare,
  toAgeState,
  toCoverageRows,
  toStateChoices,
} from './coverage-rows.ts'

const buildVersion = (areaCode: string, change: Partial<DncListVersion> = {}): DncListVersion => ({
  list: 'NATIONAL',
  areaCode,
  state: 'TN',
  owner: 'PLATFORM',
  numbers: 100,
  accessedOn: '2026-10-30',
  ageDays: 3,
  isCurrent: true,
  isUsed: true,
  importedAt: '2026-10-30T18:00:00.000Z',
  ...change,
})

const platformVersion = buildVersion('615', { isUsed: false })
const ownVersion = buildVersion('615', { owner: 'YOURS', numbers: 90, ageDays: 1 })
const staleVersion = buildVersion('305', { state: 'FL', ageDays: 40, isCurrent: false, numbers: 700 })
const internal = buildVersion('', { list: 'INTERNAL', owner: 'YOURS' })

const coverage: DncCoverage = {
  maxAgeDays: 31,
  areaCodes: 1,
  expiring: 0,
  stale: 1,
  numbers: 890,
  copies: [platformVersion, ownVersion, staleVersion, internal],
}

const listRows = (query: Partial<Parameters<typeof getCoveragePage>[1]>) =>
  getCoveragePage(coverage, { page: 1, limit: 10, ...query }).items.map(({ areaCode }) => areaCode)

test('each area code is one row with the list version in use and its fallback', () => {
  expect(toCoverageRows(coverage.copies)).toEqual([
    { areaCode: '305', used: staleVersion },
    { areaCode: '615', used: ownVersion, fallback: platformVersion },
  ])
  expect(selectOtherLists(coverage.copies)).toEqual([internal])
})

test('area codes can be searched by digits and filtered by state and age', () => {
  expect(listRows({})).toEqual(['305', '615'])
  expect(listRows({ search: '61' })).toEqual(['615'])
  expect(listRows({ search: 'flor' })).toEqual(['305'])
  expect(listRows({ search: 'tn' })).toEqual(['615'])
  expect(listRows({ state: 'FL' })).toEqual(['305'])
  expect(listRows({ age: 'STALE' })).toEqual(['305'])
  expect(listRows({ state: 'TN', age: 'STALE' })).toEqual([])
})

test('area codes are sorted and paged', () => {
  expect(listRows({ order: 'desc' })).toEqual(['615', '305'])
  expect(listRows({ sort: 'numbers' })).toEqual(['615', '305'])
  expect(listRows({ sort: 'ageDays', order: 'desc' })).toEqual(['305', '615'])
  expect(getCoveragePage(coverage, { page: 2, limit: 1 })).toMatchObject({
    items: [{ areaCode: '615' }],
    totalCount: 2,
    totalPages: 2,
  })
})

test('the oldest list version is found among those in use', () => {
  expect(findOldestUsed(coverage)).toBe(staleVersion)
  expect(findOldestUsed({ ...coverage, copies: [internal] })).toBeUndefined()
  expect(toStateChoices(coverage.copies)).toEqual([
    { value: 'FL', label: 'Florida' },
    { value: 'TN', label: 'Tennessee' },
  ])
})

test('removing a list version says which one replaces it', () => {
  const row = { areaCode: '615', used: ownVersion }
  expect(describeRemoval({ ...row, fallback: platformVersion }, 31)).toBe(
    "Numbers in 615 are checked against the platform's copy of Oct 30, 2026 instead (3 days).",
  )
  expect(describeRemoval({ ...row, fallback: { ...platformVersion, isCurrent: false } }, 31)).toContain(
    'which is out of date',
  )
  expect(describeRemoval(row, 31)).toMatch(/^Numbers in 615 then cannot be checked/)
})

const buildAge = (ageDays: number) => ({ ageDays, isCurrent: ageDays <= 31 })

test.each([
  [0, 'CURRENT', 'Today'],
  [1, 'CURRENT', '1 day'],
  [24, 'CURRENT', '24 days'],
  [25, 'ENDING', '25 days, 6 left'],
  [30, 'ENDING', '30 days, 1 left'],
  [31, 'ENDING', '31 days, the last'],
  [32, 'STALE', '32 days, out of date'],
  [400, 'STALE', '400 days, out of date'],
])('a list version of %i days is %s and reads %s', (ageDays, state, words) => {
  expect(toAgeState(buildAge(ageDays), 31)).toBe(state)
  expect(formatAge(buildAge(ageDays), 31)).toBe(words)
})

test('the age bar is full when the list version expires', () => {
  expect([0, 31, 90].map((ageDays) => toAgeShare({ ageDays }, 31))).toEqual([0, 1, 1])
})
