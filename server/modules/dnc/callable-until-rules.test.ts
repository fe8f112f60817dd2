import type { ScrubbedAgainst } from '@dooryard/contract/order-files'
import { expect, test } from 'vitest'
import { callableUntil, isCurrent } from './scrub-rules.ts'

const copy = (accessedOn: string, list: ScrubbedAgainst['list'] = 'NATIONAL'): ScrubbedAgainst => ({
  ...{ list, owner: 'PLATFORM', areaCodes: ['615'], accessedOn, sha256: [] },
})
const until = (...against: ScrubbedAgainst[]) =>
  callableUntil({ checkedAt: '2026-11-22T15:30:00.000Z', against }).toISOString()

test('numbers may be called for 30 days after their check where the registry is new enough', () => {
  expect(until(copy('2026-11-22'))).toBe('2026-12-22T15:30:00.000Z')
  expect(until()).toBe('2026-12-22T15:30:00.000Z')
})

test('numbers may be called no longer than the oldest copy of the registry counts, to the end of that day', () => {
  expect(until(copy('2026-11-22'), copy('2026-11-02'))).toBe('2026-12-03T23:59:59.999Z')
  // A copy that is current for the last day today.
  expect(until(copy('2026-10-22'))).toBe('2026-11-22T23:59:59.999Z')
})

test('the age of other lists counts for nothing', () => {
  expect(until(copy('2020-01-01', 'STATE'), copy('2026-11-22'))).toBe('2026-12-22T15:30:00.000Z')
})

test('what may be called at a moment was checked against a copy that is current at that moment', () => {
  const end = new Date(until(copy('2026-11-02')))
  expect([isCurrent('2026-11-02', end), isCurrent('2026-11-02', new Date(end.getTime() + 1))]).toEqual([true, false])
})
