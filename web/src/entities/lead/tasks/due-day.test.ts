import { expect, test } from 'vitest'
import { formatDue, getNextMonday, getUrgency, listQuickDays, postpone } from './due-day.ts'

const at = (day: string, time = '10:00') => new Date(`${day}T${time}`).getTime()
const due = (day: string, time?: string) => ({ day, ...(time && { time }), timeZone: 'UTC' })

test('next week starts on a Monday, also when today is one', () => {
  expect(getNextMonday(at('2026-11-30'))).toBe('2026-12-07')
  expect(getNextMonday(at('2026-11-29'))).toBe('2026-11-30')
  expect(listQuickDays(at('2026-12-31')).map(({ day }) => day)).toEqual(['2026-12-31', '2027-01-01', '2027-01-04'])
})

test('a task is postponed from its day on, an overdue one from today, and keeps its time', () => {
  expect(postpone(due('2026-11-02', '14:30'), 1, at('2026-11-30'))).toMatchObject({ day: '2026-12-01', time: '14:30' })
  expect(postpone(due('2026-12-02'), 7, at('2026-11-30'))).toMatchObject({ day: '2026-12-09' })
})

test('a due day is named as near days are', () => {
  const now = at('2026-11-30')
  expect(
    ['2026-11-29', '2026-11-30', '2026-12-01', '2026-12-04', '2026-12-07', '2027-01-04'].map((day) =>
      formatDue(due(day), now),
    ),
  ).toEqual(['Yesterday', 'Today', 'Tomorrow', 'Friday', 'Dec 7', 'Jan 4, 2027'])
  expect(formatDue(due('2026-11-30', '14:05'), now)).toBe('Today 2:05 PM')
})

test('a task is overdue from its time on, and of today until then', () => {
  const task = (day: string, dueAt: number) => ({ due: due(day), dueAt: new Date(dueAt).toISOString() })
  const now = at('2026-11-30', '14:30')
  expect(getUrgency(task('2026-11-30', now), now)).toBe('overdue')
  expect(getUrgency(task('2026-11-30', now + 1), now)).toBe('today')
  expect(getUrgency(task('2026-12-01', at('2026-12-02')), now)).toBe('later')
})
