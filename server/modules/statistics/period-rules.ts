import type { Overview } from '@dooryard/contract/admin/overview'
import { maxStatisticsDays, maxStatisticsYears } from '@dooryard/contract/admin/user-statistics'
import type { Money } from '@dooryard/contract/api/money'
import { dayMs } from '@dooryard/contract/api/time'
import { appError } from '../../platform/errors/app-error.ts'

export type StatisticsPeriod = { from: Date; until: Date }

type PeriodQuery = { fromDate?: string | undefined; toDate?: string | undefined }

const yearMs = 365.25 * dayMs

/** VALIDATION if the period ends before it begins, is too long, or has a year that cannot be written. */
export function parsePeriod({ fromDate, toDate }: PeriodQuery, since: Date, now: Date): StatisticsPeriod {
  // Includes the current instant.
  const until = toDate ? new Date(toDate) : new Date(Math.max(now.getTime(), since.getTime()) + 1)
  const from = fromDate ? new Date(fromDate) : since
  for (const end of [from, until])
    if (end.getUTCFullYear() < 2000 || end.getUTCFullYear() > 9998)
      throw periodError(end === from ? 'fromDate' : 'toDate', 'The year must be between 2000 and 9998')
  if (from >= until) throw periodError(toDate ? 'toDate' : 'fromDate', 'The period must end after it begins')
  if (until.getTime() - from.getTime() > maxStatisticsYears * yearMs)
    throw periodError('fromDate', `The period must be no longer than ${maxStatisticsYears} years`)
  return { from, until }
}

const periodError = (field: keyof PeriodQuery, message: string) =>
  appError('VALIDATION', message, { issues: [{ path: field, message }] })

export function listMonths({ from, until }: StatisticsPeriod): string[] {
  const last = new Date(until.getTime() - 1)
  const months: string[] = []
  const month = new Date(Date.UTC(from.getUTCFullYear(), from.getUTCMonth()))
  for (; month <= last; month.setUTCMonth(month.getUTCMonth() + 1)) months.push(month.toISOString().slice(0, 7))
  return months
}

/** Undefined if the period is too long for daily statistics. */
export function listDaysIfShort({ from, until }: StatisticsPeriod): string[] | undefined {
  if (until.getTime() - from.getTime() > maxStatisticsDays * dayMs) return undefined
  return listDays({ from, until })
}

function listDays({ from, until }: StatisticsPeriod): string[] {
  const days: string[] = []
  for (let at = Math.floor(from.getTime() / dayMs) * dayMs; at < until.getTime(); at += dayMs)
    days.push(toDay(new Date(at)))
  return days
}

const toDay = (at: Date) => at.toISOString().slice(0, 10)

export function sumStats<Stats extends Record<string, number>>(zero: Stats, all: readonly Partial<Stats>[]) {
  const sum: Record<string, number> = { ...zero }
  for (const stats of all) for (const name in zero) sum[name] = (sum[name] ?? 0) + (stats[name] ?? 0)
  // Its names are those of `zero`, and its values are numbers.
  return sum as Stats
}

/** Groups rows by month or by day: a bucket is a prefix of the days. */
export function groupByBucket<Stats extends Record<string, number>>(
  buckets: readonly string[],
  zero: Stats,
  rows: readonly ({ day: string } & Partial<Stats>)[],
): { bucket: string; stats: Stats }[] {
  const length = buckets[0]?.length ?? 0
  const rowsByBucket = Map.groupBy(rows, ({ day }) => day.slice(0, length))
  return buckets.map((bucket) => ({ bucket, stats: sumStats(zero, rowsByBucket.get(bucket) ?? []) }))
}

export const emptyOverviewTotals: Overview['totals'] = {
  orders: 0,
  failures: 0,
  creditsSold: 0,
  revenue: 0,
  newUsers: 0,
}

export type OverviewDayRow = { day: string } & Partial<Overview['totals']>

export const toOverviewDays = (period: StatisticsPeriod, rows: readonly OverviewDayRow[]): Overview['days'] =>
  groupByBucket(listDays(period), emptyOverviewTotals, rows).map(({ bucket, stats }) => ({ day: bucket, ...stats }))

/**
 * Returns the days up to now, including today, and the period of the same length before, up to the same time of day.
 */
export function getOverviewPeriods(
  now: Date,
  days: number,
): { since: string; period: StatisticsPeriod; previous: StatisticsPeriod } {
  const today = Math.floor(now.getTime() / dayMs) * dayMs
  const from = today - (days - 1) * dayMs
  const shift = days * dayMs
  return {
    since: toDay(new Date(from)),
    // Includes the current instant.
    period: { from: new Date(from), until: new Date(now.getTime() + 1) },
    previous: { from: new Date(from - shift), until: new Date(now.getTime() + 1 - shift) },
  }
}

/** The currency with the largest amount comes first. */
export function sumByCurrency(sales: readonly { currency: string; cents: number }[]): Money[] {
  const sums = new Map<string, number>()
  for (const { currency, cents } of sales) sums.set(currency, (sums.get(currency) ?? 0) + cents)
  return [...sums]
    .map(([currency, amount]) => ({ amount, currency }))
    .toSorted((a, b) => b.amount - a.amount || a.currency.localeCompare(b.currency))
}
