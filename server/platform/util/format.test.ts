import { dayCases, moneyCases, numberCases, pluralCases } from '@dooryard/contract/api/format-cases.fixture'
import { expect, test } from 'vitest'
import {
  formatDay,
  formatDayAndTime,
  formatMegabytes,
  formatMoney,
  formatNumber,
  formatPeriod,
  formatShortDay,
  pluralize,
} from './format.ts'

test.each(numberCases)('%d is formatted as %s', (value, text) => expect(formatNumber(value)).toBe(text))

test.each(pluralCases)('%d %s/%s is formatted as %s', (count, one, many, text) =>
  expect(pluralize(count, one, many)).toBe(text),
)

test.each(moneyCases)('%d cents in %s are formatted as %s', (amount, currency, text) =>
  expect(formatMoney(amount, currency)).toBe(text),
)

test.each(dayCases)('%s is formatted as %s, and in a sentence as %s', (date, short, long) => {
  expect([formatShortDay(new Date(date)), formatDay(new Date(date))]).toEqual([short, long])
})

test('a period names a shared year once, and instants are in UTC', () => {
  const at = (text: string) => new Date(text)
  expect(formatPeriod(at('2026-11-02'), at('2026-12-02'))).toBe('November 2 to December 2, 2026')
  expect(formatPeriod(at('2026-12-02'), at('2027-01-02'))).toBe('December 2, 2026 to January 2, 2027')
  expect(formatDayAndTime(at('2026-11-02T09:30:00Z'))).toBe('November 2, 2026 at 9:30 AM UTC')
  expect(formatMegabytes(1024 ** 3 + 1)).toBe('1,024 MB')
})
