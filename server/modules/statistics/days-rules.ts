import type { Money } from '@dooryard/contract/money'
import type { Overview } from '@dooryard/contract/overview'
import { dayMs } from '@dooryard/contract/time'

type Day = Overview['days'][number]
type Figures = Overview['totals']
type Span = { from: Date; until: Date }

/** The first instant of the day that is `days` days long with today, and the same span before it, both up to now. */
export function spansUntil(now: Date, days: number): { since: string; span: Span; before: Span } {
  const today = Math.floor(now.getTime() / dayMs) * dayMs
  const from = today - (days - 1) * dayMs
  const shift = days * dayMs
  return {
    since: dayOf(from),
    // What is of this very instant counts.
    span: { from: new Date(from), until: new Date(now.getTime() + 1) },
    before: { from: new Date(from - shift), until: new Date(now.getTime() + 1 - shift) },
  }
}

const dayOf = (ms: number) => new Date(ms).toISOString().slice(0, 10)

export const noFigures: Figures = { orders: 0, failures: 0, creditsSold: 0, revenue: 0, newUsers: 0 }

/** Figures of some days, each told of a day. */
export type Told = { day: string } & Partial<Figures>

/** Every day of a span, the oldest first, with what was told of it, and nothing where nothing was. */
export function everyDay({ from, until }: Span, told: readonly Told[]): Day[] {
  const days: Day[] = []
  for (let at = from.getTime(); at < until.getTime(); at += dayMs) days.push({ day: dayOf(at), ...noFigures })
  const byDay = new Map(days.map((day) => [day.day, day]))
  for (const { day, ...figures } of told) {
    const known = byDay.get(day)
    if (known) Object.assign(known, sumOf([known, figures]))
  }
  return days
}

/** Figures added up. */
export function sumOf(all: readonly Partial<Figures>[]): Figures {
  const add = (name: keyof Figures) => all.reduce((sum, figures) => sum + (figures[name] ?? 0), 0)
  return {
    orders: add('orders'),
    failures: add('failures'),
    creditsSold: add('creditsSold'),
    revenue: add('revenue'),
    newUsers: add('newUsers'),
  }
}

/** What was paid in each currency, that in which most was paid first. What is in several is no part of one sum. */
export function sumsByCurrency(sales: readonly { currency: string; cents: number }[]): Money[] {
  const sums = new Map<string, number>()
  for (const { currency, cents } of sales) sums.set(currency, (sums.get(currency) ?? 0) + cents)
  return [...sums]
    .map(([currency, amount]) => ({ amount, currency }))
    .toSorted((a, b) => b.amount - a.amount || a.currency.localeCompare(b.currency))
}
