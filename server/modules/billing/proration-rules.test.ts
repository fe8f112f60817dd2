import { dayMs, hourMs } from '@dooryard/contract/time'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { rounds } from '../../test/rounds.ts'
import { creditsForDaysLeft, periodDays, shares, worthOfDaysLeft } from './proration-rules.ts'
import { monthsAfter } from './sandbox/sandbox-rules.ts'

const numRuns = rounds(500, 20_000)

const at = (iso: string) => new Date(iso)
/** Of any month from 2024, a leap year, on: 28 to 31 days, over year ends. */
const month = fc
  .date({ min: at('2024-01-01T00:00:00Z'), max: at('2034-12-31T23:59:59Z'), noInvalidDate: true })
  .map((periodStart) => ({ periodStart, periodEnd: monthsAfter(periodStart, 1) }))
const instantIn = ({ periodStart, periodEnd }: { periodStart: Date; periodEnd: Date }) =>
  fc.integer({ min: periodStart.getTime(), max: periodEnd.getTime() - 1 }).map((ms) => new Date(ms))
const inMonth = month.chain((period) => instantIn(period).map((now) => ({ ...period, at: now })))
const amount = fc.integer({ min: 0, max: 100_000_000 })

test('half of a month of 30 days is half of its price', () => {
  const days = periodDays({
    periodStart: at('2026-11-02T09:30:00Z'),
    periodEnd: at('2026-12-02T09:30:00Z'),
    at: at('2026-11-17T11:00:00Z'),
  })
  expect(days).toEqual({ daysInPeriod: 30, daysUsed: 15, daysLeft: 15, proratedAt: at('2026-11-17T09:30:00Z') })
  expect(shares(14_900, days)).toEqual({ used: 7450, left: 7450 })
  expect(creditsForDaysLeft(4000, 16_000, days)).toBe(6000)
})

test.each([
  ['a month of 31 days', '2026-01-15T00:00:00Z', '2026-02-15T00:00:00Z', 31],
  ['February', '2026-02-01T00:00:00Z', '2026-03-01T00:00:00Z', 28],
  ['February of a leap year', '2028-02-01T00:00:00Z', '2028-03-01T00:00:00Z', 29],
  ['a month over the end of a year', '2026-12-20T23:59:59Z', '2027-01-20T23:59:59Z', 31],
  ['from the last day of January to the last of February', '2026-01-31T12:00:00Z', '2026-02-28T12:00:00Z', 28],
])('%s has the days of its dates', (_, start, end, days) => {
  const period = { periodStart: at(start), periodEnd: at(end) }
  expect(periodDays({ ...period, at: period.periodStart })).toMatchObject({ daysInPeriod: days, daysUsed: 0 })
  const last = new Date(period.periodEnd.getTime() - 1)
  expect(periodDays({ ...period, at: last })).toMatchObject({ daysUsed: days - 1, daysLeft: 1 })
  expect(periodDays({ ...period, at: period.periodEnd })).toMatchObject({ daysUsed: days, daysLeft: 0 })
})

test('a day begins 24 hours after the last one, when clocks in New York are put forward or back, too', () => {
  // 2026-03-08 has 23 hours there, 2026-11-01 has 25.
  for (const change of ['2026-03-08', '2026-11-01']) {
    const periodStart = new Date(at(`${change}T06:30:00Z`).getTime() - 10 * dayMs)
    const periodEnd = new Date(periodStart.getTime() + 30 * dayMs)
    for (let hours = -30; hours <= 30; hours++) {
      const now = new Date(at(`${change}T07:00:00Z`).getTime() + hours * hourMs)
      const daysUsed = Math.floor((now.getTime() - periodStart.getTime()) / dayMs)
      expect(periodDays({ periodStart, periodEnd, at: now })).toMatchObject({ daysInPeriod: 30, daysUsed })
    }
  }
})

test('a period that was counted by the clock of New York, an hour short or long, has the days of its dates', () => {
  // From midnight there to midnight there.
  for (const [start, end] of [
    ['2026-03-01T05:00:00Z', '2026-04-01T04:00:00Z'],
    ['2026-10-15T04:00:00Z', '2026-11-15T05:00:00Z'],
  ] as const) {
    const period = { periodStart: at(start), periodEnd: at(end) }
    expect(periodDays({ ...period, at: period.periodStart })).toMatchObject({ daysInPeriod: 31, daysLeft: 31 })
    const last = periodDays({ ...period, at: new Date(period.periodEnd.getTime() - 1) })
    expect(last).toMatchObject({ daysInPeriod: 31, daysLeft: 1 })
    expect(last.proratedAt.getTime()).toBeLessThan(period.periodEnd.getTime())
  }
})

test('what is used and what is left are the price, exactly, and neither is below zero', () => {
  const property = fc.property(inMonth, amount, (now, price) => {
    const days = periodDays(now)
    const { used, left } = shares(price, days)
    expect(used + left).toBe(price)
    expect([used, left].every((share) => Number.isSafeInteger(share) && share >= 0)).toBe(true)
    expect(days.daysUsed + days.daysLeft).toBe(days.daysInPeriod)
    expect(days.daysLeft).toBeGreaterThan(0)
  })
  fc.assert(property, { numRuns })
})

test('days begin where the period began, and the running one has begun', () => {
  const property = fc.property(inMonth, ({ periodStart, periodEnd, at: now }) => {
    const { proratedAt, daysUsed } = periodDays({ periodStart, periodEnd, at: now })
    expect(proratedAt.getTime()).toBe(periodStart.getTime() + daysUsed * dayMs)
    expect(now.getTime() - proratedAt.getTime()).toBeGreaterThanOrEqual(0)
    expect(now.getTime() - proratedAt.getTime()).toBeLessThan(dayMs)
    // Asked again with the instant that was given, nothing has moved.
    expect(periodDays({ periodStart, periodEnd, at: proratedAt })).toMatchObject({ daysUsed, proratedAt })
  })
  fc.assert(property, { numRuns })
})

test('the later the day, the less is left to pay and to get', () => {
  const property = fc.property(inMonth, amount, amount, (now, price, other) => {
    const days = periodDays(now)
    const next = periodDays({ ...now, at: new Date(now.at.getTime() + dayMs) })
    const [from, to] = [Math.min(price, other), Math.max(price, other)]
    expect(shares(price, next).left).toBeLessThanOrEqual(shares(price, days).left)
    expect(creditsForDaysLeft(from, to, next)).toBeLessThanOrEqual(creditsForDaysLeft(from, to, days))
  })
  fc.assert(property, { numRuns })
})

test('an upgrade never costs less than nothing, nor more than the difference of the prices', () => {
  const property = fc.property(inMonth, amount, amount, (now, price, other) => {
    const days = periodDays(now)
    const [from, to] = [Math.min(price, other), Math.max(price, other)]
    const due = shares(to, days).left - shares(from, days).left
    expect(due).toBeGreaterThanOrEqual(0)
    expect(due).toBeLessThanOrEqual(to - from)
  })
  fc.assert(property, { numRuns })
})

test('an upgrade gives the credits of the days left: none for fewer a month, never more than the difference', () => {
  const property = fc.property(inMonth, amount, amount, (now, from, to) => {
    const granted = creditsForDaysLeft(from, to, periodDays(now))
    expect(Number.isSafeInteger(granted)).toBe(true)
    expect(granted).toBeGreaterThanOrEqual(0)
    expect(granted).toBeLessThanOrEqual(Math.max(0, to - from))
  })
  fc.assert(property, { numRuns })
  const firstDay = { daysInPeriod: 30, daysUsed: 0 }
  expect(creditsForDaysLeft(1000, 4000, firstDay)).toBe(3000)
  expect(creditsForDaysLeft(4000, 1000, firstDay)).toBe(0)
})

test('the days left are worth what was paid for them, however often the plan was changed, and never more', () => {
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
        const full = shares(price, periodDays(at)).left
        const credit = worthOfDaysLeft(full, bought, at)
        const charge = shares(change.price, periodDays(at)).left
        if (charge <= credit) continue
        const less = Math.floor(((charge - credit) * change.less) / 100)
        bought.push({ amount: charge - credit - less, less, from: at.at })
        ;[price, worth, since] = [change.price, charge - less, change.day]
      }
      const now = on(Math.max(since, day))
      const [left, then] = [periodDays(now).daysLeft, periodDays(on(since)).daysLeft]
      const found = worthOfDaysLeft(shares(price, periodDays(now)).left, bought, now)
      expect(Math.abs(found - (worth * left) / then)).toBeLessThanOrEqual(1 + changes.length)
      expect(found).toBeLessThanOrEqual(shares(price, periodDays(now)).left)
    },
  )
  fc.assert(property, { numRuns })
})

test('before a period nothing is used, and after it nothing is left', () => {
  const property = fc.property(month, fc.integer({ min: 0, max: 400 * dayMs }), (period, ms) => {
    const early = periodDays({ ...period, at: new Date(period.periodStart.getTime() - ms) })
    expect(early).toMatchObject({ daysUsed: 0, proratedAt: period.periodStart })
    const late = periodDays({ ...period, at: new Date(period.periodEnd.getTime() + ms) })
    expect(late).toMatchObject({ daysLeft: 0, proratedAt: period.periodEnd })
  })
  fc.assert(property, { numRuns })
})
