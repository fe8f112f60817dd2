import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { listLastDays } from './balance-rules.ts'

const listDates = (count: number, now: string, timeZone: string) =>
  listLastDays(count, new Date(now), timeZone).map(({ date, start }) => `${date} ${start.toISOString().slice(5, 16)}`)

test('the days end with today and include a leap day', () => {
  const days = listDates(3, '2028-03-01T00:30:00Z', 'UTC')
  expect(days).toEqual(['2028-02-28 02-28T00:00', '2028-02-29 02-29T00:00', '2028-03-01 03-01T00:00'])
})

test('today is that of the time zone, before the UTC day in the west and after it in the east', () => {
  expect(listDates(1, '2026-11-22T00:30:00Z', 'America/Los_Angeles')).toEqual(['2026-11-21 11-21T08:00'])
  expect(listDates(1, '2026-11-21T10:30:00Z', 'Pacific/Kiritimati')).toEqual(['2026-11-22 11-21T10:00'])
})

describe('at clock changes', () => {
  test.each([
    ['a day has 23 hours', 'America/Chicago', '2026-03-09T12:00:00Z', ['08 03-08T06:00', '09 03-09T05:00']],
    ['a day has 25 hours', 'America/Chicago', '2026-11-02T12:00:00Z', ['01 11-01T05:00', '02 11-02T06:00']],
    [
      'at midnight, a day begins at one',
      'America/Havana',
      '2026-03-08T12:00:00Z',
      ['07 03-07T05:00', '08 03-08T05:00'],
    ],
    ['a second midnight begins none', 'America/Havana', '2026-11-02T12:00:00Z', ['01 11-01T04:00', '02 11-02T05:00']],
    ['an hour before midnight again', 'Africa/Cairo', '2026-10-30T12:00:00Z', ['29 10-28T21:00', '30 10-29T22:00']],
  ])('%s', (_, timeZone, now, days) => {
    expect(listDates(2, now, timeZone).map((day) => day.slice(8))).toEqual(days)
  })
})

test('in every time zone each day begins at the calendar date change', () => {
  const instant = fc.date({ min: new Date('2024-01-01'), max: new Date('2030-01-01'), noInvalidDate: true })
  const zone = fc.constantFrom(...Intl.supportedValuesOf('timeZone'))
  fc.assert(
    fc.property(instant, zone, (now, timeZone) => {
      const calendar = new Intl.DateTimeFormat('sv-SE', { timeZone, dateStyle: 'short' })
      const days = listLastDays(4, now, timeZone)
      expect(days.at(-1)?.date).toBe(calendar.format(now))
      for (const { date, start } of days) {
        expect(calendar.format(start)).toBe(date)
        expect(calendar.format(start.getTime() - 1) < date).toBe(true)
      }
    }),
  )
})
