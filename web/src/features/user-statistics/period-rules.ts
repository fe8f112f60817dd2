import { dayMs } from '@dooryard/contract/api/time'

/** The period of the statistics: days up to today, whole months up to this one, everything, or custom days. */
const periods = ['30d', '90d', '12m', 'all', 'custom'] as const
export type Period = (typeof periods)[number]

/** The period's URL state; the days apply only to `custom`. */
export type PeriodState = { period: Period; from?: string | undefined; to?: string | undefined }

const toDay = (ms: number) => new Date(ms).toISOString().slice(0, 10)
const getDayStart = (day: string) => `${day}T00:00:00.000Z`
const getNextDayStart = (day: string) => getDayStart(toDay(Date.parse(day) + dayMs))

/** The first day that can be requested. */
export const firstDay = '2000-01-01'

const getLastDays = (days: number, now: number) => ({ fromDate: getDayStart(toDay(now - (days - 1) * dayMs)) })

function getLastMonths(months: number, now: number) {
  const today = new Date(now)
  return { fromDate: new Date(Date.UTC(today.getUTCFullYear(), today.getUTCMonth() - months + 1)).toISOString() }
}

/**
 * A custom range of whole days, end inclusive, swapped if reversed. Defaults to the account's creation and today, and
 * is clamped to days that can have data.
 */
function getCustomRange({ from, to }: PeriodState, since: string, now: number) {
  const today = toDay(now)
  const clampDay = (day: string) => (day < firstDay ? firstDay : day > today ? today : day)
  const last = clampDay(to ?? today)
  const first = clampDay(from ?? (since < last ? since : last))
  return first <= last
    ? { fromDate: getDayStart(first), toDate: getNextDayStart(last) }
    : { fromDate: getDayStart(last), toDate: getNextDayStart(first) }
}

/**
 * The date range to request, in whole UTC days and months like the statistics; `createdAt` is the account's creation,
 * `now` is in milliseconds.
 */
export function getPeriodRange(
  state: PeriodState,
  createdAt: string,
  now: number,
): { fromDate?: string; toDate?: string } {
  switch (state.period) {
    case '30d':
      return getLastDays(30, now)
    case '90d':
      return getLastDays(90, now)
    case '12m':
      return getLastMonths(12, now)
    case 'all':
      return {}
    case 'custom':
      return state.from || state.to ? getCustomRange(state, createdAt.slice(0, 10), now) : {}
  }
}
