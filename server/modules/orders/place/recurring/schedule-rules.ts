import { dayMs } from '@dooryard/contract/api/time'
import type { RecurringSchedule } from '@dooryard/contract/recurring/recurring-schedule'
import { type CalendarDay, toCalendarDay, toInstant, toWallMs } from '../../../../platform/util/zoned-time.ts'

const getLastDayOfMonth = ({ year, month }: CalendarDay) => new Date(Date.UTC(year, month, 0)).getUTCDate()

function isDueOn(schedule: RecurringSchedule, day: CalendarDay): boolean {
  if (schedule.every === 'DAY') return true
  if (schedule.every === 'MONTH') return day.day === Math.min(schedule.day, getLastDayOfMonth(day))
  const sundayFirst = new Date(Date.UTC(day.year, day.month - 1, day.day)).getUTCDay()
  return schedule.weekdays.includes(sundayFirst === 0 ? 7 : sundayFirst)
}

/** Any schedule is due at least once in so many days. */
const longestGapDays = 62

/** The first due time after an instant. */
export function getNextRun(schedule: RecurringSchedule, after: Date): Date {
  const { time, timeZone } = schedule
  const today = toWallMs(after.getTime(), timeZone)
  for (let days = 0; days <= longestGapDays; days++) {
    const day = toCalendarDay(today + days * dayMs)
    if (!isDueOn(schedule, day)) continue
    const at = toInstant(day, time, timeZone)
    if (at > after.getTime()) return new Date(at)
  }
  throw new Error('The schedule is never due')
}

/** The last due time up to now, of those from `first` on: all earlier ones were missed and are not caught up. */
export function getLastDue(schedule: RecurringSchedule, first: Date, now: Date): Date {
  const recent = now.getTime() - longestGapDays * dayMs
  let due = first.getTime() >= recent ? first : getNextRun(schedule, new Date(recent))
  for (let next = getNextRun(schedule, due); next <= now; next = getNextRun(schedule, due)) due = next
  return due
}

/** The calendar month of an instant in a time zone. */
export function getMonth(at: Date, timeZone: string): { from: Date; to: Date } {
  const { year, month } = toCalendarDay(toWallMs(at.getTime(), timeZone))
  const next = toCalendarDay(Date.UTC(year, month, 1))
  return {
    from: new Date(toInstant({ year, month, day: 1 }, '00:00', timeZone)),
    to: new Date(toInstant(next, '00:00', timeZone)),
  }
}
