import { expect, test } from 'vitest'
import { getLastDue, getMonth, getNextRun } from './schedule-rules.ts'

const timeZone = 'America/Chicago'
const daily = (time: string) => ({ every: 'DAY', time, timeZone }) as const
const next = (schedule: Parameters<typeof getNextRun>[0], after: string) =>
  getNextRun(schedule, new Date(after)).toISOString()

test('a daily run keeps its time of day when clocks change', () => {
  expect(next(daily('08:00'), '2026-03-07T15:00:00Z')).toBe('2026-03-08T13:00:00.000Z')
  expect(next(daily('08:00'), '2026-10-31T14:00:00Z')).toBe('2026-11-01T14:00:00.000Z')
})

test('a time that clocks skip runs an hour later, and one that they show twice runs once', () => {
  expect(next(daily('02:30'), '2026-03-07T12:00:00Z')).toBe('2026-03-08T08:30:00.000Z')
  expect(next(daily('02:30'), '2026-03-08T08:30:00Z')).toBe('2026-03-09T07:30:00.000Z')
  expect(next(daily('01:30'), '2026-10-31T12:00:00Z')).toBe('2026-11-01T06:30:00.000Z')
  expect(next(daily('01:30'), '2026-11-01T06:30:00Z')).toBe('2026-11-02T07:30:00.000Z')
})

test('a weekly run is due on its days alone, in the time zone of the user', () => {
  const mondays = { every: 'WEEK', weekdays: [1, 4], time: '22:00', timeZone } as const
  const schedule = { ...mondays, weekdays: [...mondays.weekdays] }
  // Monday 22:00 in Chicago is Tuesday in UTC.
  expect(next(schedule, '2026-11-29T00:00:00Z')).toBe('2026-12-01T04:00:00.000Z')
  expect(next(schedule, '2026-12-01T04:00:00Z')).toBe('2026-12-04T04:00:00.000Z')
})

test('a monthly run on the 31st is due on the last day of a shorter month', () => {
  const schedule = { every: 'MONTH', day: 31, time: '09:00', timeZone: 'UTC' } as const
  expect(next(schedule, '2028-01-31T09:00:00Z')).toBe('2028-02-29T09:00:00.000Z')
  expect(next(schedule, '2028-02-29T09:00:00Z')).toBe('2028-03-31T09:00:00.000Z')
})

test('of several missed runs the last one is due', () => {
  const [first, now] = [new Date('2026-11-01T14:00:00Z'), new Date('2026-11-29T13:59:00Z')]
  expect(getLastDue(daily('08:00'), first, now).toISOString()).toBe('2026-11-28T14:00:00.000Z')
  expect(getLastDue(daily('08:00'), first, first).toISOString()).toBe(first.toISOString())
  // A year of missed runs is not walked through.
  expect(getLastDue(daily('08:00'), new Date('2020-01-01T14:00:00Z'), now).toISOString()).toBe(
    '2026-11-28T14:00:00.000Z',
  )
})

test('a month begins at midnight of the time zone', () => {
  expect(getMonth(new Date('2026-12-01T05:59:00Z'), timeZone)).toEqual({
    from: new Date('2026-11-01T05:00:00Z'),
    to: new Date('2026-12-01T06:00:00Z'),
  })
})
