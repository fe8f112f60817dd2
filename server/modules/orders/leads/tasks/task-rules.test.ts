import { expect, test } from 'vitest'
import { planTask } from './task-rules.ts'

const timeZone = 'America/Chicago'
const plan = (due: { day: string; time?: string }, now: string, reminder = 'ON_TIME' as const, isOpen = true) => {
  const times = planTask({ due: { ...due, timeZone }, reminder, isOpen }, new Date(now))
  return Object.fromEntries(Object.entries(times).map(([name, at]) => [name, at?.toISOString() ?? null]))
}

test('a task without a time is due until the end of its day, also when clocks change on it', () => {
  expect(plan({ day: '2026-11-01' }, '2026-10-30T12:00:00Z')).toEqual({
    startsAt: '2026-11-01T05:00:00.000Z',
    dueAt: '2026-11-02T06:00:00.000Z',
    remindAt: '2026-11-01T14:00:00.000Z',
    digestAt: '2026-11-01T13:00:00.000Z',
  })
  expect(plan({ day: '2026-12-31' }, '2026-12-01T12:00:00Z')['dueAt']).toBe('2027-01-01T06:00:00.000Z')
})

test('nothing is sent of a time that has passed, nor of a task that is done', () => {
  const due = { day: '2026-12-01', time: '14:30' }
  expect(plan(due, '2026-12-01T18:00:00Z')).toMatchObject({ remindAt: '2026-12-01T20:30:00.000Z', digestAt: null })
  expect(plan(due, '2026-12-01T20:30:00Z')).toMatchObject({ remindAt: null, digestAt: null })
  expect(plan(due, '2026-11-01T12:00:00Z', 'ON_TIME', false)).toMatchObject({ remindAt: null, digestAt: null })
})
