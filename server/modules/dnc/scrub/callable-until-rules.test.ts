import type { ScrubbedAgainst } from '@dooryard/contract/orders/order-files'
import { expect, test } from 'vitest'
import { getCallableUntil, isCurrent } from './scrub-rules.ts'

const buildVersion = (accessedOn: string, list: ScrubbedAgainst['list'] = 'NATIONAL'): ScrubbedAgainst => ({
  ...{ list, owner: 'PLATFORM', areaCodes: ['615'], accessedOn, sha256: [] },
})
const getEnd = (...against: ScrubbedAgainst[]) =>
  getCallableUntil({ checkedAt: '2026-11-22T15:30:00.000Z', against }).toISOString()

test('numbers may be called for 30 days after their check when the registry is recent enough', () => {
  expect(getEnd(buildVersion('2026-11-22'))).toBe('2026-12-22T15:30:00.000Z')
  expect(getEnd()).toBe('2026-12-22T15:30:00.000Z')
})

test('numbers may be called until the end of the last day on which the oldest registry version is valid', () => {
  expect(getEnd(buildVersion('2026-11-22'), buildVersion('2026-11-02'))).toBe('2026-12-03T23:59:59.999Z')
  // A version whose last valid day is today.
  expect(getEnd(buildVersion('2026-10-22'))).toBe('2026-11-22T23:59:59.999Z')
})

test('the age of other lists does not matter', () => {
  expect(getEnd(buildVersion('2020-01-01', 'STATE'), buildVersion('2026-11-22'))).toBe('2026-12-22T15:30:00.000Z')
})

test('numbers may only be called while the checked version is current', () => {
  const end = new Date(getEnd(buildVersion('2026-11-02')))
  expect([isCurrent('2026-11-02', end), isCurrent('2026-11-02', new Date(end.getTime() + 1))]).toEqual([true, false])
})
