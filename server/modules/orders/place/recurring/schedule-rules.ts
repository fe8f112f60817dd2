import { dayMs } from '@dooryard/contract/api/time'
import type { RecurringSchedule } from '@dooryard/contract/recurring/recurring-schedule'

/** A calendar day; `month` is from 1 to 12. */
type Day = { year: number; month: number; day: number }

const formatters = new Map<string, Intl.DateTimeFormat>()

function getFormatter(timeZone: string): Intl.DateTimeFormat {
  const known = formatters.get(timeZone)
  if (known) return known
  const parts = { year: 'numeric', month: 'numeric', day: 'numeric' } as const
  const time = { hour: 'numeric', minute: 'numeric', second: 'numeric', hourCycle: 'h23' } as const
  const created = new Intl.DateTimeFormat('en-US', { timeZone, era: 'short', ...parts, ...time })
  formatters.set(timeZone, created)
  return created
}

/** What a clock on the wall shows, as if it were UTC. */
function toWallMs(at: number, timeZone: string): number {
  const parts = new Map(
    getFormatter(timeZone)
      .formatToParts(at)
      .map(({ type, value }) => [type, Number(value)]),
  )
  const read = (part: Intl.DateTimeFormatPartTypes) => parts.get(part) ?? 0
  return Date.UTC(read('year'), read('month') - 1, read('day'), read('hour'), read('minute'), read('second'))
}

const getOffsetMs = (at: number, timeZone: string): number => toWallMs(at, timeZone) - Math.floor(at / 1000) * 1000

/** The first of both instants where clocks show a time twice; where they skip it, as much later as they skip. */
function toInstant({ year, month, day }: Day, time: string, timeZone: string): number {
  const [hour = 0, minute = 0] = time.split(':').map(Number)
  const wall = Date.UTC(year, month - 1, day, hour, minute)
  // A day off on either side, so that a change of the clocks lies between both.
  const before = wall - getOffsetMs(wall - dayMs, timeZone)
  const after = wall - getOffsetMs(wall + dayMs, timeZone)
  const shown = [before, after].filter((at) => toWallMs(at, timeZone) === wall)
  return shown.length > 0 ? Math.min(...shown) : before
}

function toDay(wallMs: number): Day {
  const date = new Date(wallMs)
  return { year: date.getUTCFullYear(), month: date.getUTCMonth() + 1, day: date.getUTCDate() }
}

const getLastDayOfMonth = ({ year, month }: Day) => new Date(Date.UTC(year, month, 0)).getUTCDate()

function isDueOn(schedule: RecurringSchedule, day: Day): boolean {
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
    const day = toDay(today + days * dayMs)
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
  const { year, month } = toDay(toWallMs(at.getTime(), timeZone))
  const next = toDay(Date.UTC(year, month, 1))
  return {
    from: new Date(toInstant({ year, month, day: 1 }, '00:00', timeZone)),
    to: new Date(toInstant(next, '00:00', timeZone)),
  }
}
