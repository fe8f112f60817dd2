import { dayMs, hourMs } from '@dooryard/contract/api/time'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { scaleForTorture } from '../../../test/torture.ts'
import { addMonths } from '../provider/add-months.ts'
import { getDaysLeftValue, getPeriodDays, prorate, prorateCredits } from './proration-rules.ts'

const numRuns = scaleForTorture(500, 20_000)

const at = (iso: string) => new Date(iso)
/** Any month from 2024, a leap year, on: 28 to 31 days, including year ends. */
const month = fc
  .date({ min: at('2024-01-01T00:00:00Z'), max: at('2034-12-31T23:59:59Z'), noInvalidDate: true })
  .map((periodStart) => ({ periodStart, periodEnd: addMonths(periodStart, 1) }))
const instantIn = ({ periodStart, periodEnd }: { periodStart: Date; periodEnd: Date }) =>
  fc.integer({ min: periodStart.getTime(), max: periodEnd.getTime() - 1 }).map((ms) => new Date(ms))
const inMonth = month.chain((period) => instantIn(period).map((now) => ({ ...period, at: now })))
const amount = fc.integer({ min: 0, max: 100_000_000 })

test('half of a 30-day month costs half of its price', () => {
  const days = getPeriodDays({
    periodStart: at('2026-11-02T09:30:00Z'),
    periodEnd: at('2026-12-02T09:30:00Z'),
    at: at('2026-11-17T11:00:00Z'),
  })
  expect(days).toEqual({ daysInPeriod: 30, daysUsed: 15, daysLeft: 15, proratedAt: at('2026-11-17T09:30:00Z') })
  expect(prorate(14_900, days)).toEqual({ used: 7450, left: 7450 })
  expect(prorateCredits(4000, 16_000, days)).toBe(6000)
})

test.each([
  ['a month of 31 days', '2026-01-15T00:00:00Z', '2026-02-15T00:00:00Z', 31],
  ['February', '2026-02-01T00:00:00Z', '2026-03-01T00:00:00Z', 28],
  ['February of a leap year', '2028-02-01T00:00:00Z', '2028-03-01T00:00:00Z', 29],
  ['a month over the end of a year', '2026-12-20T23:59:59Z', '2027-01-20T23:59:59Z', 31],
  ['from the last day of January to the last of February', '2026-01-31T12:00:00Z', '2026-02-28T12:00:00Z', 28],
])('%s has as many days as its dates say', (_, start, end, days) => {
  const period = { periodStart: at(start), periodEnd: at(end) }
  expect(getPeriodDays({ ...period, at: period.periodStart })).toMatchObject({ daysInPeriod: days, daysUsed: 0 })
  const last = new Date(period.periodEnd.getTime() - 1)
  expect(getPeriodDays({ ...period, at: last })).toMatchObject({ daysUsed: days - 1, daysLeft: 1 })
  expect(getPeriodDays({ ...period, at: period.periodEnd })).toMatchObject({ daysUsed: days, daysLeft: 0 })
})

test('a day begins 24 hours after the last one, also when clocks in New York change', () => {
  // In New York, 2026-03-08 has 23 hours and 2026-11-01 has 25.
  for (const change of ['2026-03-08', '2026-11-01']) {
    const periodStart = new Date(at(`${change}T06:30:00Z`).getTime() - 10 * dayMs)
    const periodEnd = new Date(periodStart.getTime() + 30 * dayMs)
    for (let hours = -30; hours <= 30; hours++) {
      const now = new Date(at(`${change}T07:00:00Z`).getTime() + hours * hourMs)
      const daysUsed = Math.floor((now.getTime() - periodStart.getTime()) / dayMs)
      expect(getPeriodDays({ periodStart, periodEnd, at: now })).toMatchObject({ daysInPeriod: 30, daysUsed })
    }
  }
})

test('a period counted in New York time, an hour short or long, has as many days as its dates say', () => {
  // From midnight to midnight in New York.
  for (const [start, end] of [
    ['2026-03-01T05:00:00Z', '2026-04-01T04:00:00Z'],
    ['2026-10-15T04:00:00Z', '2026-11-15T05:00:00Z'],
  ] as const) {
    const period = { periodStart: at(start), periodEnd: at(end) }
    expect(getPeriodDays({ ...period, at: period.periodStart })).toMatchObject({ daysInPeriod: 31, daysLeft: 31 })
    const last = getPeriodDays({ ...period, at: new Date(period.periodEnd.getTime() - 1) })
    expect(last).toMatchObject({ daysInPeriod: 31, daysLeft: 1 })
    expect(last.proratedAt.getTime()).toBeLessThan(period.periodEnd.getTime())
  }
})

test('the used and remaining amounts add up exactly to the price, and neither is negative', () => {
  const property = fc.property(inMonth, amount, (now, price) => {
    const days = getPeriodDays(now)
    const { used, left } = prorate(price, days)
    expect(used + left).toBe(price)
    expect([used, left].every((share) => Number.isSafeInteger(share) && share >= 0)).toBe(true)
    expect(days.daysUsed + days.daysLeft).toBe(days.daysInPeriod)
    expect(days.daysLeft).toBeGreaterThan(0)
  })
  fc.assert(property, { numRuns })
})

test('days begin at the time of day of the period start, and the current day has begun', () => {
  const property = fc.property(inMonth, ({ periodStart, periodEnd, at: now }) => {
    const { proratedAt, daysUsed } = getPeriodDays({ periodStart, periodEnd, at: now })
    expect(proratedAt.getTime()).toBe(periodStart.getTime() + daysUsed * dayMs)
    expect(now.getTime() - proratedAt.getTime()).toBeGreaterThanOrEqual(0)
    expect(now.getTime() - proratedAt.getTime()).toBeLessThan(dayMs)
    // The returned instant gives the same result.
    expect(getPeriodDays({ periodStart, periodEnd, at: proratedAt })).toMatchObject({ daysUsed, proratedAt })
  })
  fc.assert(property, { numRuns })
})

test('the later the day, the less remains to pay and to get', () => {
  const property = fc.property(inMonth, amount, amount, (now, price, other) => {
    const days = getPeriodDays(now)
    const next = getPeriodDays({ ...now, at: new Date(now.at.getTime() + dayMs) })
    const [from, to] = [Math.min(price, other), Math.max(price, other)]
    expect(prorate(price, next).left).toBeLessThanOrEqual(prorate(price, days).left)
    expect(prorateCredits(from, to, next)).toBeLessThanOrEqual(prorateCredits(from, to, days))
  })
  fc.assert(property, { numRuns })
})

test('an upgrade costs between nothing and the difference of the prices', () => {
  const property = fc.property(inMonth, amount, amount, (now, price, other) => {
    const days = getPeriodDays(now)
    const [from, to] = [Math.min(price, other), Math.max(price, other)]
    const due = prorate(to, days).left - prorate(from, days).left
    expect(due).toBeGreaterThanOrEqual(0)
    expect(due).toBeLessThanOrEqual(to - from)
  })
  fc.assert(property, { numRuns })
})

test('an upgrade grants the credits of the remaining days: none for a smaller plan, never more than the difference', () => {
  const property = fc.property(inMonth, amount, amount, (now, from, to) => {
    const granted = prorateCredits(from, to, getPeriodDays(now))
    expect(Number.isSafeInteger(granted)).toBe(true)
    expect(granted).toBeGreaterThanOrEqual(0)
    expect(granted).toBeLessThanOrEqual(Math.max(0, to - from))
  })
  fc.assert(property, { numRuns })
  const firstDay = { daysInPeriod: 30, daysUsed: 0 }
  expect(prorateCredits(1000, 4000, firstDay)).toBe(3000)
  expect(prorateCredits(4000, 1000, firstDay)).toBe(0)
})

test('the remaining days are worth what was paid for them, however often the plan changed, and never more', () => {
  const upgrades = fc.array(fc.record({ day: fc.nat(27), price: amount, less: fc.nat(100) }), { maxLength: 4 })
  const property = fc.property(
    month,
    amount,
    upgrades,
    fc.nat(27),
    ({ periodStart, periodEnd }, first, changes, day) => {
      const on = (days: number) => ({ periodStart, periodEnd, at: new Date(periodStart.getTime() + days * dayMs) })
      const bought = [{ amount: first, less: 0, from: periodStart }]
      let [price, worth, since] = [first, first, 0]
      for (const change of changes.toSorted((a, b) => a.day - b.day || a.price - b.price)) {
        const at = on(change.day)
        const full = prorate(price, getPeriodDays(at)).left
        const credit = getDaysLeftValue(full, bought, at)
        const charge = prorate(change.price, getPeriodDays(at)).left
        if (charge <= credit) continue
        const less = Math.floor(((charge - credit) * change.less) / 100)
        bought.push({ amount: charge - credit - less, less, from: at.at })
        ;[price, worth, since] = [change.price, charge - less, change.day]
      }
      const now = on(Math.max(since, day))
      const [left, then] = [getPeriodDays(now).daysLeft, getPeriodDays(on(since)).daysLeft]
      const found = getDaysLeftValue(prorate(price, getPeriodDays(now)).left, bought, now)
      expect(Math.abs(found - (worth * left) / then)).toBeLessThanOrEqual(1 + changes.length)
      expect(found).toBeLessThanOrEqual(prorate(price, getPeriodDays(now)).left)
    },
  )
  fc.assert(property, { numRuns })
})

test('before a period nothing is used, and after it nothing remains', () => {
  const property = fc.property(month, fc.integer({ min: 0, max: 400 * dayMs }), (period, ms) => {
    const early = getPeriodDays({ ...period, at: new Date(period.periodStart.getTime() - ms) })
    expect(early).toMatchObject({ daysUsed: 0, proratedAt: period.periodStart })
    const late = getPeriodDays({ ...period, at: new Date(period.periodEnd.getTime() + ms) })
    expect(late).toMatchObject({ daysLeft: 0, proratedAt: period.periodEnd })
  })
  fc.assert(property, { numRuns })
})
