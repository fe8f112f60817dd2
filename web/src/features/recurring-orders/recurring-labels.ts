import type { PauseReason, RecurringOrder } from '@dooryard/contract/recurring/recurring-orders'
import type { RecurringOutcome } from '@dooryard/contract/recurring/recurring-run'
import type { RecurringSchedule } from '@dooryard/contract/recurring/recurring-schedule'
import { formatClock, userTimeZone } from '../../lib/format/format.ts'
import type { Tone } from '../../ui/display/tones.ts'

export const weekdays = [
  { value: '1', label: 'Mon' },
  { value: '2', label: 'Tue' },
  { value: '3', label: 'Wed' },
  { value: '4', label: 'Thu' },
  { value: '5', label: 'Fri' },
  { value: '6', label: 'Sat' },
  { value: '7', label: 'Sun' },
]

const listDays = (days: readonly number[]) =>
  days.map((day) => weekdays.find(({ value }) => value === String(day))?.label ?? '').join(', ')

/** `Mon, Thu at 8:00 AM`, with the time zone if it is not that of the browser. */
export function formatSchedule(schedule: RecurringSchedule): string {
  // Without a zone, this is a time of the browser's day, so the clock shows it as it is.
  const time = formatClock(`2000-01-01T${schedule.time}:00`)
  const zone = schedule.timeZone === userTimeZone ? '' : ` (${schedule.timeZone.replaceAll('_', ' ')})`
  return `${formatDays(schedule)} at ${time}${zone}`
}

function formatDays(schedule: RecurringSchedule): string {
  if (schedule.every === 'DAY') return 'Every day'
  if (schedule.every === 'WEEK') return `Every ${listDays(schedule.weekdays)}`
  return `Monthly on day ${schedule.day}`
}

export const outcomeLabels: Record<RecurringOutcome, { tone: Tone | 'plain'; children: string }> = {
  PENDING: { tone: 'plain', children: 'In progress' },
  ORDERED: { tone: 'good', children: 'Ordered' },
  RUN_IN_PROGRESS: { tone: 'plain', children: 'Skipped' },
  ORDER_IN_PROGRESS: { tone: 'plain', children: 'Order in progress' },
  NO_NEW_MATCHES: { tone: 'plain', children: 'No new leads' },
  BELOW_MINIMUM: { tone: 'plain', children: 'Below minimum' },
  MONTHLY_LIMIT: { tone: 'warn', children: 'Monthly limit' },
  LOW_BALANCE: { tone: 'bad', children: 'Low balance' },
  SEARCH_DELETED: { tone: 'bad', children: 'Search deleted' },
  UNAVAILABLE: { tone: 'warn', children: 'Not ordered' },
  FAILED: { tone: 'bad', children: 'Failed' },
}

export const pauseLabels: Record<PauseReason, string> = {
  USER: 'You paused it. Resume it to run at the next due time.',
  LOW_BALANCE: 'Paused: your balance does not cover the next order. Buy credits, then resume it.',
  FAILED_RUNS: 'Paused after three failed runs. Nothing was charged for them. Resume it to try again.',
  UNAVAILABLE: 'Paused: its last run could not order. Nothing was charged. The run log says why.',
  SEARCH_DELETED: 'Paused: its saved search was deleted. Restore it or choose other filters, then resume.',
}

export const getStatusTag = ({ status, pauseReason }: RecurringOrder): { tone: Tone | 'plain'; children: string } =>
  status === 'ACTIVE'
    ? { tone: 'good', children: 'Active' }
    : { tone: pauseReason === 'USER' ? 'plain' : 'warn', children: 'Paused' }
