import { dayMs } from '@dooryard/contract/time'
import { mostStatisticsDays, mostStatisticsYears } from '@dooryard/contract/user-statistics'
import { appError } from '../../platform/errors.ts'

/** From an instant on, up to and without another. */
export type Period = { from: Date; until: Date }

type Asked = { fromDate?: string | undefined; toDate?: string | undefined }

const yearMs = 365.25 * dayMs

/**
 * The period asked for: from `since` on and up to now, unless said. VALIDATION where it ends before it begins, is too long,
 * or is of no year that can be written.
 */
export function periodOf({ fromDate, toDate }: Asked, since: Date, now: Date): Period {
  // What is of this very instant counts.
  const until = toDate ? new Date(toDate) : new Date(Math.max(now.getTime(), since.getTime()) + 1)
  const from = fromDate ? new Date(fromDate) : since
  for (const end of [from, until])
    if (end.getUTCFullYear() < 2000 || end.getUTCFullYear() > 9998)
      throw refused(end === from ? 'fromDate' : 'toDate', 'The year must be between 2000 and 9998')
  if (from >= until) throw refused(toDate ? 'toDate' : 'fromDate', 'The period must end after it begins')
  if (until.getTime() - from.getTime() > mostStatisticsYears * yearMs)
    throw refused('fromDate', `The period must be no longer than ${mostStatisticsYears} years`)
  return { from, until }
}

const refused = (field: keyof Asked, message: string) =>
  appError('VALIDATION', message, { issues: [{ path: field, message }] })

/** The months that a period is of, in UTC, like 2026-11, the oldest first. */
export function monthsOf({ from, until }: Period): string[] {
  const last = new Date(until.getTime() - 1)
  const months: string[] = []
  const month = new Date(Date.UTC(from.getUTCFullYear(), from.getUTCMonth()))
  for (; month <= last; month.setUTCMonth(month.getUTCMonth() + 1)) months.push(month.toISOString().slice(0, 7))
  return months
}

/** The days that a period is of, in UTC, the oldest first; undefined where it is too long to be told day by day. */
export function daysOf({ from, until }: Period): string[] | undefined {
  if (until.getTime() - from.getTime() > mostStatisticsDays * dayMs) return undefined
  const days: string[] = []
  for (let at = Math.floor(from.getTime() / dayMs) * dayMs; at < until.getTime(); at += dayMs)
    days.push(new Date(at).toISOString().slice(0, 10))
  return days
}

/** Figures added up, each name of `nothing` for itself. */
export function sumOf<Figures extends Record<string, number>>(nothing: Figures, all: readonly Partial<Figures>[]) {
  const sum: Record<string, number> = { ...nothing }
  for (const figures of all) for (const name in nothing) sum[name] = (sum[name] ?? 0) + (figures[name] ?? 0)
  // Its names are those of `nothing`, and its values numbers.
  return sum as Figures
}

/**
 * The figures of each of these months or days, the same order kept, and nothing where nothing was told. Both are beginnings
 * of the days that figures are told of.
 */
export function toldBy<Figures extends Record<string, number>>(
  stretches: readonly string[],
  nothing: Figures,
  told: readonly ({ day: string } & Partial<Figures>)[],
): { stretch: string; figures: Figures }[] {
  const length = stretches[0]?.length ?? 0
  const byStretch = Map.groupBy(told, ({ day }) => day.slice(0, length))
  return stretches.map((stretch) => ({ stretch, figures: sumOf(nothing, byStretch.get(stretch) ?? []) }))
}
