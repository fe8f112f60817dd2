import { expect, test } from 'vitest'
import { findDueAlerts, getPeriods } from './alert-rules.ts'

const now = new Date('2026-11-29T23:59:00Z')
const limits = { perDay: 500, perMonth: 5000, balanceBelow: 200 }
const unnotified = { notifiedDay: null, notifiedMonth: null, isBalanceNotified: false }
const calm = { today: 500, thisMonth: 5000, spendable: 200 }

const listKinds = ({ due }: ReturnType<typeof findDueAlerts>) => due.map(({ kind }) => kind)

test('a limit that is reached and not passed is no alert', () => {
  expect(findDueAlerts(limits, unnotified, calm, now)).toEqual({ due: [], notified: unnotified })
})

test('each passed limit is told of once a period', () => {
  const spending = { today: 501, thisMonth: 5001, spendable: 199 }
  const first = findDueAlerts(limits, unnotified, spending, now)
  expect(first).toEqual({
    due: [
      { kind: 'DAY', limit: 500, amount: 501 },
      { kind: 'MONTH', limit: 5000, amount: 5001 },
      { kind: 'BALANCE', limit: 200, amount: 199 },
    ],
    notified: { notifiedDay: '2026-11-29', notifiedMonth: '2026-11-01', isBalanceNotified: true },
  })
  expect(listKinds(findDueAlerts(limits, first.notified, spending, now))).toEqual([])
  const [nextDay, nextMonth] = [new Date('2026-11-30T00:00:00Z'), new Date('2026-12-01T00:00:00Z')]
  expect(listKinds(findDueAlerts(limits, first.notified, spending, nextDay))).toEqual(['DAY'])
  expect(listKinds(findDueAlerts(limits, first.notified, spending, nextMonth))).toEqual(['DAY', 'MONTH'])
})

test('a low balance is told of again once it has recovered', () => {
  const low = { ...calm, spendable: 10 }
  const notified = { ...unnotified, isBalanceNotified: true }
  expect(listKinds(findDueAlerts(limits, notified, low, now))).toEqual([])
  const recovered = findDueAlerts(limits, notified, calm, now).notified
  expect(listKinds(findDueAlerts(limits, recovered, low, now))).toEqual(['BALANCE'])
})

test('without limits nothing is told', () => {
  const none = { perDay: null, perMonth: null, balanceBelow: null }
  expect(listKinds(findDueAlerts(none, unnotified, { today: 1e6, thisMonth: 1e6, spendable: 0 }, now))).toEqual([])
})

test('days and months are counted in UTC', () => {
  expect(getPeriods(new Date('2026-03-01T00:00:00Z'))).toEqual({
    day: new Date('2026-03-01T00:00:00Z'),
    month: new Date('2026-03-01T00:00:00Z'),
  })
})
