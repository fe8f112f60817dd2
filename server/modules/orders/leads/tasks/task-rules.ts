import { dayMs, hourMs } from '@dooryard/contract/api/time'
import type { TaskDue, TaskReminder } from '@dooryard/contract/leads/lead-task'
import { toInstant } from '../../../../platform/util/zoned-time.ts'

/** When a task without a time reminds of itself, on the clocks of the user. */
const startOfWork = '08:00'

/** When the mail with the tasks of the day goes out, on the clocks of the user. */
const startOfDigest = '07:00'

const msBefore: Readonly<Record<Exclude<TaskReminder, 'NONE'>, number>> = {
  ON_TIME: 0,
  HOUR_BEFORE: hourMs,
  DAY_BEFORE: dayMs,
}

export type TaskTimes = { startsAt: Date; dueAt: Date; remindAt: Date | null; digestAt: Date | null }

type PlannedTask = { due: TaskDue; reminder: TaskReminder; isOpen: boolean }

/**
 * When a task is due, and when its user is to be notified of it: never of a time that has passed already, as of a task
 * that is added for today after the mail of the day.
 */
export function planTask({ due: { day, time, timeZone }, reminder, isOpen }: PlannedTask, now: Date): TaskTimes {
  const [year = 0, month = 0, date = 0] = day.split('-').map(Number)
  const at = (days: number, clock: string) => toInstant({ year, month, day: date + days }, clock, timeZone)
  const ifAhead = (instant: number) => (isOpen && instant > now.getTime() ? new Date(instant) : null)
  return {
    startsAt: new Date(at(0, '00:00')),
    dueAt: new Date(time === undefined ? at(1, '00:00') : at(0, time)),
    remindAt: reminder === 'NONE' ? null : ifAhead(at(0, time ?? startOfWork) - msBefore[reminder]),
    digestAt: reminder === 'NONE' ? null : ifAhead(at(0, startOfDigest)),
  }
}
