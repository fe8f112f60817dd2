import type { Money } from '@dooryard/contract/money'
import type { Overview } from '@dooryard/contract/overview'
import { dayMs } from '@dooryard/contract/time'
import { mostStatisticsDays, mostStatisticsYears } from '@dooryard/contract/user-statistics'
import { appError } from '../../platform/errors.ts'

export type Period = { from: Date; until: Date }

type Asked = { fromDate?: string | undefined; toDate?: string | undefined }

const yearMs = 365.25 * dayMs

/** VALIDATION where the period ends before it begins, is too long, or is of a year that cannot be written. */
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

export function monthsOf({ from, until }: Period): string[] {
  const last = new Date(until.getTime() - 1)
  const months: string[] = []
  const month = new Date(Date.UTC(from.getUTCFullYear(), from.getUTCMonth()))
  for (; month <= last; month.setUTCMonth(month.getUTCMonth() + 1)) months.push(month.toISOString().slice(0, 7))
  return months
}

/** Undefined where the period is too long to be told day by day. */
export function daysOf({ from, until }: Period): string[] | undefined {
  if (until.getTime() - from.getTime() > mostStatisticsDays * dayMs) return undefined
  return listDays({ from, until })
}

function listDays({ from, until }: Period): string[] {
  const days: string[] = []
  for (let at = Math.floor(from.getTime() / dayMs) * dayMs; at < until.getTime(); at += dayMs)
    days.push(dayOf(new Date(at)))
  return days
}

const dayOf = (at: Date) => at.toISOString().slice(0, 10)

export function sumOf<Figures extends Record<string, number>>(nothing: Figures, all: readonly Partial<Figures>[]) {
  const sum: Record<string, number> = { ...nothing }
  for (const figures of all) for (const name in nothing) sum[name] = (sum[name] ?? 0) + (figures[name] ?? 0)
  // Its names are those of `nothing`, and its values numbers.
  return sum as Figures
}

/** Stretches are months or days, each a beginning of the days that figures are told of. */
export function toldBy<Figures extends Record<string, number>>(
  stretches: readonly string[],
  nothing: Figures,
  told: readonly ({ day: string } & Partial<Figures>)[],
): { stretch: string; figures: Figures }[] {
  const length = stretches[0]?.length ?? 0
  const byStretch = Map.groupBy(told, ({ day }) => day.slice(0, length))
  return stretches.map((stretch) => ({ stretch, figures: sumOf(nothing, byStretch.get(stretch) ?? []) }))
}

export const noFigures: Overview['totals'] = { orders: 0, failures: 0, creditsSold: 0, revenue: 0, newUsers: 0 }

export type Told = { day: string } & Partial<Overview['totals']>

export const everyDay = (span: Period, told: readonly Told[]): Overview['days'] =>
  toldBy(listDays(span), noFigures, told).map(({ stretch, figures }) => ({ day: stretch, ...figures }))

/** The days up to now, today included, and as long a span before them, up to the same time of day. */
export function spansUntil(now: Date, days: number): { since: string; span: Period; before: Period } {
  const today = Math.floor(now.getTime() / dayMs) * dayMs
  const from = today - (days - 1) * dayMs
  const shift = days * dayMs
  return {
    since: dayOf(new Date(from)),
    // What is of this very instant counts.
    span: { from: new Date(from), until: new Date(now.getTime() + 1) },
    before: { from: new Date(from - shift), until: new Date(now.getTime() + 1 - shift) },
  }
}

/** The currency in which most was paid comes first. */
export function sumsByCurrency(sales: readonly { currency: string; cents: number }[]): Money[] {
  const sums = new Map<string, number>()
  for (const { currency, cents } of sales) sums.set(currency, (sums.get(currency) ?? 0) + cents)
  return [...sums]
    .map(([currency, amount]) => ({ amount, currency }))
    .toSorted((a, b) => b.amount - a.amount || a.currency.localeCompare(b.currency))
}
