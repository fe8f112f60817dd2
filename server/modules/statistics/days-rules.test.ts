import { expect, test } from 'vitest'
import { everyDay, noFigures, spansUntil, sumOf, sumsByCurrency } from './period-rules.ts'

const now = new Date('2026-03-02T00:30:00.000Z')

test('seven days are today and the six before it, and the span before ends at the same time of day', () => {
  const { since, span, before } = spansUntil(now, 7)
  expect(since).toBe('2026-02-24')
  expect(span.from.toISOString()).toBe('2026-02-24T00:00:00.000Z')
  expect(before.from.toISOString()).toBe('2026-02-17T00:00:00.000Z')
  expect(span.until.getTime() - before.until.getTime()).toBe(7 * 86_400_000)
  expect(span.until > now).toBe(true)
})

test('every day is there, those without anything too, and what is of no day among them is left out', () => {
  const { span } = spansUntil(now, 7)
  const days = everyDay(span, [
    { day: '2026-02-28', orders: 2 },
    { day: '2026-02-28', orders: 1, newUsers: 4 },
    { day: '2026-02-23', orders: 9 },
  ])
  expect(days.map(({ day }) => day)).toEqual([
    ...['2026-02-24', '2026-02-25', '2026-02-26', '2026-02-27', '2026-02-28', '2026-03-01', '2026-03-02'],
  ])
  expect(days[4]).toEqual({ day: '2026-02-28', ...noFigures, orders: 3, newUsers: 4 })
  expect(sumOf(noFigures, days)).toEqual({ ...noFigures, orders: 3, newUsers: 4 })
})

test('at midnight a day begins, and has nothing yet', () => {
  const { span } = spansUntil(new Date('2026-03-02T00:00:00.000Z'), 30)
  const days = everyDay(span, [])
  expect([days.length, days.at(-1)?.day]).toEqual([30, '2026-03-02'])
})

test('what was paid is summed up by currency, that in which most was paid first', () => {
  expect(sumsByCurrency([])).toEqual([])
  const [small, large] = [
    { currency: 'EUR', cents: 900 },
    { currency: 'USD', cents: 500 },
  ]
  const [euros, dollars] = [
    { amount: 900, currency: 'EUR' },
    { amount: 500, currency: 'USD' },
  ]
  expect(sumsByCurrency([large, small])).toEqual([euros, dollars])
  expect(sumsByCurrency([small, large, large])).toEqual([{ ...dollars, amount: 1_000 }, euros])
})
