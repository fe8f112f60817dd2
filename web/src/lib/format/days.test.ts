import { afterAll, beforeAll, expect, test } from 'vitest'
import { startOfDay, startOfNextDay, toCalendarDay } from './days.ts'

const zone = process.env['TZ']
beforeAll(() => {
  process.env['TZ'] = 'America/Chicago'
})
afterAll(() => {
  if (zone === undefined) delete process.env['TZ']
  else process.env['TZ'] = zone
})

test('a day begins and ends in the user’s time zone', () => {
  expect(startOfDay('2026-07-04')).toBe('2026-07-04T05:00:00.000Z')
  expect(startOfNextDay('2026-07-04')).toBe('2026-07-05T05:00:00.000Z')
})

test('the day on which daylight saving time ends has 25 hours', () => {
  expect(startOfDay('2026-11-01')).toBe('2026-11-01T05:00:00.000Z')
  expect(startOfNextDay('2026-11-01')).toBe('2026-11-02T06:00:00.000Z')
})

test('the last day of a year ends when the next year begins', () => {
  expect(startOfNextDay('2026-12-31')).toBe('2027-01-01T06:00:00.000Z')
})

test('an instant belongs to the day in the user’s time zone', () => {
  expect(toCalendarDay(Date.parse('2026-07-04T04:59:59Z'))).toBe('2026-07-03')
  expect(toCalendarDay(Date.parse('2026-07-04T05:00:00Z'))).toBe('2026-07-04')
})
