import type { DncCoverage, DncListVersion } from '@dooryard/contract/data/dnc'
import { expect, test } from 'vitest'
import { formatCoverageProblem, toCoverageFacts } from './dnc-coverage.ts'

const buildVersion = (change: Partial<DncListVersion>): DncListVersion => ({
  list: 'NATIONAL',
  areaCode: '615',
  owner: 'PLATFORM',
  numbers: 100,
  accessedOn: '2026-10-30',
  ageDays: 3,
  isCurrent: true,
  isUsed: true,
  importedAt: '2026-10-30T18:00:00.000Z',
  ...change,
})
const emptyCoverage: DncCoverage = { maxAgeDays: 31, areaCodes: 0, expiring: 0, stale: 0, numbers: 0, copies: [] }
const getFact = (coverage: DncCoverage, label: string) =>
  toCoverageFacts(coverage).find((fact) => fact.label === label)?.value

test('the registry shows its coverage and age, by the list versions in use', () => {
  const copies = [
    buildVersion({}),
    buildVersion({ areaCode: '931', ageDays: 9 }),
    buildVersion({ areaCode: '931', ageDays: 20, isUsed: false }),
    buildVersion({ areaCode: '423', ageDays: 40, isCurrent: false }),
  ]
  expect(getFact({ ...emptyCoverage, areaCodes: 2, stale: 1, copies }, 'National registry')).toBe(
    '2 area codes current, the oldest copy 9 days old. 1 is out of date',
  )
  expect(getFact(emptyCoverage, 'National registry')).toBe('Not loaded')
})

test('the other lists show their contents', () => {
  const copies = [
    buildVersion({ list: 'STATE', areaCode: undefined, state: 'TX' }),
    buildVersion({ list: 'STATE', areaCode: undefined, state: 'IN' }),
    buildVersion({ list: 'INTERNAL', areaCode: undefined, numbers: 1200 }),
    buildVersion({ list: 'INTERNAL', areaCode: undefined, numbers: 34, owner: 'YOURS' }),
  ]
  expect(getFact({ ...emptyCoverage, copies }, 'State lists')).toBe('IN, TX')
  expect(getFact({ ...emptyCoverage, copies }, 'Internal lists')).toBe('1,234 numbers')
  expect(getFact({ ...emptyCoverage, copies }, 'Litigators')).toBe('None loaded')
})

test.each([
  [emptyCoverage, /none can be delivered\. No copy is loaded/],
  [{ ...emptyCoverage, stale: 2 }, /none can be delivered\. The copies are older than 31 days/],
  [{ ...emptyCoverage, areaCodes: 4, stale: 1 }, /copy for 1 area code is older than 31 days/],
  [{ ...emptyCoverage, areaCodes: 4, expiring: 2 }, /for 2 of them runs out within a week/],
])('a coverage problem is reported: %j', (coverage, expected) => {
  expect(formatCoverageProblem(coverage)).toMatch(expected)
})

test('without a coverage problem nothing is reported', () => {
  expect(formatCoverageProblem({ ...emptyCoverage, areaCodes: 4 })).toBeUndefined()
})
