import { dayMs } from '@dooryard/contract/time'

/** How far back the statistics go: days up to today, whole months up to this one, everything, or days of one's own. */
const periods = ['30d', '90d', '12m', 'all', 'custom'] as const
export type Period = (typeof periods)[number]

/** What the address says of it; the days are those of `custom` alone. */
export type PeriodState = { period: Period; from?: string | undefined; to?: string | undefined }

const dayOf = (ms: number) => new Date(ms).toISOString().slice(0, 10)
const startOf = (day: string) => `${day}T00:00:00.000Z`
const afterDay = (day: string) => startOf(dayOf(Date.parse(day) + dayMs))

/** The first day that can be asked for. */
export const firstDay = '2000-01-01'

const lastDays = (days: number, now: number) => ({ fromDate: startOf(dayOf(now - (days - 1) * dayMs)) })

function lastMonths(months: number, now: number) {
  const today = new Date(now)
  return { fromDate: new Date(Date.UTC(today.getUTCFullYear(), today.getUTCMonth() - months + 1)).toISOString() }
}

/**
 * Whole days of one's own, the last one included, turned round where they end before they begin: from when the account was
 * made and up to today unless said, and never beyond what can have figures.
 */
function ownDays({ from, to }: PeriodState, since: string, now: number) {
  const today = dayOf(now)
  const within = (day: string) => (day < firstDay ? firstDay : day > today ? today : day)
  const last = within(to ?? today)
  const first = within(from ?? (since < last ? since : last))
  return first <= last
    ? { fromDate: startOf(first), toDate: afterDay(last) }
    : { fromDate: startOf(last), toDate: afterDay(first) }
}

/**
 * What the call is asked for, in whole days and months of UTC, as its figures are told; `createdAt` is when the account was
 * made, and `now` is in milliseconds.
 */
export function rangeOf(state: PeriodState, createdAt: string, now: number): { fromDate?: string; toDate?: string } {
  switch (state.period) {
    case '30d':
      return lastDays(30, now)
    case '90d':
      return lastDays(90, now)
    case '12m':
      return lastMonths(12, now)
    case 'all':
      return {}
    case 'custom':
      return state.from || state.to ? ownDays(state, createdAt.slice(0, 10), now) : {}
  }
}
