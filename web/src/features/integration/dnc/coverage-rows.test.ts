import type { DncCopy, DncCoverage } from '@dooryard/contract/dnc'
import { expect, test } from 'vitest'
import {
  coveragePage,
  coverageRows,
  describeRemoval,
  formatAge,
  oldestUsed,
  otherLists,
  toAgeShare,
  toAgeState,
  toStateChoices,
} from './coverage-rows.ts'

const copy = (areaCode: string, change: Partial<DncCopy> = {}): DncCopy => ({
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

const ours = copy('615', { isUsed: false })
const yours = copy('615', { owner: 'YOURS', numbers: 90, ageDays: 1 })
const old = copy('305', { state: 'FL', ageDays: 40, isCurrent: false, numbers: 700 })
const internal = copy('', { list: 'INTERNAL', owner: 'YOURS' })

const coverage: DncCoverage = {
  maxAgeDays: 31,
  areaCodes: 1,
  expiring: 0,
  stale: 1,
  numbers: 890,
  copies: [ours, yours, old, internal],
}

const shown = (asked: Partial<Parameters<typeof coveragePage>[1]>) =>
  coveragePage(coverage, { page: 1, limit: 10, ...asked }).items.map(({ areaCode }) => areaCode)

test('each area code is one row with the copy in use, and the one behind it', () => {
  expect(coverageRows(coverage.copies)).toEqual([
    { areaCode: '305', used: old },
    { areaCode: '615', used: yours, behind: ours },
  ])
  expect(otherLists(coverage.copies)).toEqual([internal])
})

test('area codes are found by their digits, by state and by age', () => {
  expect(shown({})).toEqual(['305', '615'])
  expect(shown({ search: '61' })).toEqual(['615'])
  expect(shown({ search: 'flor' })).toEqual(['305'])
  expect(shown({ search: 'tn' })).toEqual(['615'])
  expect(shown({ state: 'FL' })).toEqual(['305'])
  expect(shown({ age: 'STALE' })).toEqual(['305'])
  expect(shown({ state: 'TN', age: 'STALE' })).toEqual([])
})

test('area codes are put in order and cut into pages', () => {
  expect(shown({ order: 'desc' })).toEqual(['615', '305'])
  expect(shown({ sort: 'numbers' })).toEqual(['615', '305'])
  expect(shown({ sort: 'ageDays', order: 'desc' })).toEqual(['305', '615'])
  expect(coveragePage(coverage, { page: 2, limit: 1 })).toMatchObject({
    items: [{ areaCode: '615' }],
    totalCount: 2,
    totalPages: 2,
  })
})

test('the oldest copy is that of those in use', () => {
  expect(oldestUsed(coverage)).toBe(old)
  expect(oldestUsed({ ...coverage, copies: [internal] })).toBeUndefined()
  expect(toStateChoices(coverage.copies)).toEqual([
    { value: 'FL', label: 'Florida' },
    { value: 'TN', label: 'Tennessee' },
  ])
})

test('before a copy is removed it is said what takes its place', () => {
  const row = { areaCode: '615', used: yours }
  expect(describeRemoval({ ...row, behind: ours }, 31)).toBe(
    "Numbers in 615 are checked against the platform's copy of Oct 30, 2026 instead (3 days).",
  )
  expect(describeRemoval({ ...row, behind: { ...ours, isCurrent: false } }, 31)).toContain('which is out of date')
  expect(describeRemoval(row, 31)).toMatch(/^No number in 615 can be checked then/)
})

const aged = (ageDays: number) => ({ ageDays, isCurrent: ageDays <= 31 })

test.each([
  [0, 'CURRENT', 'Today'],
  [1, 'CURRENT', '1 day'],
  [24, 'CURRENT', '24 days'],
  [25, 'ENDING', '25 days, 6 left'],
  [30, 'ENDING', '30 days, 1 left'],
  [31, 'ENDING', '31 days, the last'],
  [32, 'STALE', '32 days, out of date'],
  [400, 'STALE', '400 days, out of date'],
])('a copy of %i days is %s and reads %s', (ageDays, state, words) => {
  expect(toAgeState(aged(ageDays), 31)).toBe(state)
  expect(formatAge(aged(ageDays), 31)).toBe(words)
})

test('the bar of an age ends where the copy does', () => {
  expect([0, 31, 90].map((ageDays) => toAgeShare({ ageDays }, 31))).toEqual([0, 1, 1])
})
