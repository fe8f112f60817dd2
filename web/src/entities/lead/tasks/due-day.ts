import type { LeadTask, TaskDue } from '@dooryard/contract/leads/lead-task'
import { toCalendarDay } from '../../../lib/format/days.ts'
import { formatDay, formatShortDay, formatWeekday, userTimeZone } from '../../../lib/format/format.ts'

/** The calendar day so many days after an instant, in the user's time zone. */
export function addDays(days: number, now = Date.now()): string {
  const date = new Date(now)
  return toCalendarDay(new Date(date.getFullYear(), date.getMonth(), date.getDate() + days).getTime())
}

/** The Monday of the week after an instant. */
export function getNextMonday(now = Date.now()): string {
  const weekday = new Date(now).getDay()
  return addDays((8 - weekday) % 7 || 7, now)
}

/** The days that are chosen most. */
export const listQuickDays = (now = Date.now()) => [
  { label: 'Today', day: addDays(0, now) },
  { label: 'Tomorrow', day: addDays(1, now) },
  { label: 'Next week', day: getNextMonday(now) },
]

/** Postpones a task by days, one that is overdue from today on; it keeps its time. */
export function postpone({ day, time }: TaskDue, days: number, now = Date.now()): TaskDue {
  const [year = 0, month = 1, date = 1] = day.split('-').map(Number)
  const from = Math.max(now, new Date(year, month - 1, date).getTime())
  return { day: addDays(days, from), ...(time !== undefined && { time }), timeZone: userTimeZone }
}

function formatDueDay(day: string, now: number): string {
  if (day === addDays(0, now)) return 'Today'
  if (day === addDays(1, now)) return 'Tomorrow'
  if (day === addDays(-1, now)) return 'Yesterday'
  if (day > addDays(1, now) && day < addDays(7, now)) return formatWeekday(day)
  return day.slice(0, 4) === addDays(0, now).slice(0, 4) ? formatShortDay(Date.parse(day)) : formatDay(day)
}

/** `14:30` → `2:30 PM`. */
function formatTimeOfDay(time: string): string {
  const hour = Number(time.slice(0, 2))
  return `${hour % 12 || 12}${time.slice(2)} ${hour < 12 ? 'AM' : 'PM'}`
}

/** `Today`, `Tomorrow 2:30 PM`, `Thursday`, `Nov 2`. */
export const formatDue = ({ day, time }: TaskDue, now = Date.now()): string =>
  [formatDueDay(day, now), time && formatTimeOfDay(time)].filter(Boolean).join(' ')

export type Urgency = 'overdue' | 'today' | 'later'

export function getUrgency({ due, dueAt }: Pick<LeadTask, 'due' | 'dueAt'>, now = Date.now()): Urgency {
  if (Date.parse(dueAt) <= now) return 'overdue'
  return due.day <= addDays(0, now) ? 'today' : 'later'
}
