import type { DncCopy, DncCoverage } from '@dooryard/contract/dnc'
import { expect, test } from 'vitest'
import { formatCoverageProblem, listFacts } from './dnc-coverage.ts'

const copy = (change: Partial<DncCopy>): DncCopy => ({
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
const none: DncCoverage = { maxAgeDays: 31, areaCodes: 0, expiring: 0, stale: 0, numbers: 0, copies: [] }
const factOf = (coverage: DncCoverage, label: string) => listFacts(coverage).find((fact) => fact.label === label)?.value

test('the registry says how far it reaches and how old it is, by the copies that are looked into', () => {
  const copies = [
    copy({}),
    copy({ areaCode: '931', ageDays: 9 }),
    copy({ areaCode: '931', ageDays: 20, isUsed: false }),
    copy({ areaCode: '423', ageDays: 40, isCurrent: false }),
  ]
  expect(factOf({ ...none, areaCodes: 2, stale: 1, copies }, 'National registry')).toBe(
    '2 area codes current, the oldest copy 9 days old. 1 is out of date',
  )
  expect(factOf(none, 'National registry')).toBe('Not loaded')
})

test('the other lists say what they hold', () => {
  const copies = [
    copy({ list: 'STATE', areaCode: undefined, state: 'TX' }),
    copy({ list: 'STATE', areaCode: undefined, state: 'IN' }),
    copy({ list: 'INTERNAL', areaCode: undefined, numbers: 1200 }),
    copy({ list: 'INTERNAL', areaCode: undefined, numbers: 34, owner: 'YOURS' }),
  ]
  expect(factOf({ ...none, copies }, 'State lists')).toBe('IN, TX')
  expect(factOf({ ...none, copies }, 'Internal lists')).toBe('1,234 numbers')
  expect(factOf({ ...none, copies }, 'Litigators')).toBe('None loaded')
})

test.each([
  [none, /none can be delivered\. No copy is loaded/],
  [{ ...none, stale: 2 }, /none can be delivered\. The copies are older than 31 days/],
  [{ ...none, areaCodes: 4, stale: 1 }, /copy for 1 area code is older than 31 days/],
  [{ ...none, areaCodes: 4, expiring: 2 }, /for 2 of them runs out within a week/],
])('what stands in the way is said: %j', (coverage, said) => {
  expect(formatCoverageProblem(coverage)).toMatch(said)
})

test('where every area code is current there is nothing to say', () => {
  expect(formatCoverageProblem({ ...none, areaCodes: 4 })).toBeUndefined()
})
