import { expect, test } from 'vitest'
import { emptyOverviewTotals, getOverviewPeriods, sumByCurrency, sumStats, toOverviewDays } from './period-rules.ts'

const now = new Date('2026-03-02T00:30:00.000Z')

test('seven days are today and the six before it, and the previous period ends at the same time of day', () => {
  const { since, period, previous } = getOverviewPeriods(now, 7)
  expect(since).toBe('2026-02-24')
  expect(period.from.toISOString()).toBe('2026-02-24T00:00:00.000Z')
  expect(previous.from.toISOString()).toBe('2026-02-17T00:00:00.000Z')
  expect(period.until.getTime() - previous.until.getTime()).toBe(7 * 86_400_000)
  expect(period.until > now).toBe(true)
})

test('every day is listed, empty ones too, and rows outside of them are ignored', () => {
  const { period } = getOverviewPeriods(now, 7)
  const days = toOverviewDays(period, [
    { day: '2026-02-28', orders: 2 },
    { day: '2026-02-28', orders: 1, newUsers: 4 },
    { day: '2026-02-23', orders: 9 },
  ])
  expect(days.map(({ day }) => day)).toEqual([
    ...['2026-02-24', '2026-02-25', '2026-02-26', '2026-02-27', '2026-02-28', '2026-03-01', '2026-03-02'],
  ])
  expect(days[4]).toEqual({ day: '2026-02-28', ...emptyOverviewTotals, orders: 3, newUsers: 4 })
  expect(sumStats(emptyOverviewTotals, days)).toEqual({ ...emptyOverviewTotals, orders: 3, newUsers: 4 })
})

test('a day starts at midnight, with nothing yet', () => {
  const { period } = getOverviewPeriods(new Date('2026-03-02T00:00:00.000Z'), 30)
  const days = toOverviewDays(period, [])
  expect([days.length, days.at(-1)?.day]).toEqual([30, '2026-03-02'])
})

test('payments are summed by currency, largest first', () => {
  expect(sumByCurrency([])).toEqual([])
  const [small, large] = [
    { currency: 'EUR', cents: 900 },
    { currency: 'USD', cents: 500 },
  ]
  const [euros, dollars] = [
    { amount: 900, currency: 'EUR' },
    { amount: 500, currency: 'USD' },
  ]
  expect(sumByCurrency([large, small])).toEqual([euros, dollars])
  expect(sumByCurrency([small, large, large])).toEqual([{ ...dollars, amount: 1_000 }, euros])
})
