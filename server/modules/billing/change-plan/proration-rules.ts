import { dayMs } from '@dooryard/contract/api/time'

type ProrationPeriod = { periodStart: Date; periodEnd: Date; at: Date }

/** Days of 24 hours. The current day counts as left, so that it is never paid for by both plans. */
export type PeriodDays = {
  daysInPeriod: number
  daysUsed: number
  daysLeft: number
  /** Start of the remaining days. */
  proratedAt: Date
}

/**
 * Counts days in steps of 24 hours from the start, because periods are in UTC: daylight saving time changes no day's
 * length.
 */
export function getPeriodDays({ periodStart, periodEnd, at }: ProrationPeriod): PeriodDays {
  const start = periodStart.getTime()
  const end = periodEnd.getTime()
  // A period counted by a local clock is off by an hour; it has as many days as its dates say.
  const daysInPeriod = Math.max(1, Math.round((end - start) / dayMs))
  const passed = Math.max(0, Math.floor((at.getTime() - start) / dayMs))
  const daysUsed = at.getTime() >= end ? daysInPeriod : Math.min(passed, daysInPeriod - 1)
  const proratedAt = new Date(Math.min(end, start + daysUsed * dayMs))
  return { daysInPeriod, daysUsed, daysLeft: daysInPeriod - daysUsed, proratedAt }
}

/**
 * Splits an amount over the used and the remaining days. Rounding favors the remaining days, and both parts add up to
 * the amount.
 */
export function prorate(amount: number, { daysUsed, daysInPeriod }: Pick<PeriodDays, 'daysUsed' | 'daysInPeriod'>) {
  const used = Math.floor((amount * daysUsed) / daysInPeriod)
  return { used, left: amount - used }
}

/** The credits that an upgrade grants at once: the difference between the plans for the remaining days. */
export const prorateCredits = (from: number, to: number, days: Pick<PeriodDays, 'daysUsed' | 'daysInPeriod'>) =>
  prorate(Math.max(0, to - from), days).left

/**
 * Cents or credits for the days from an instant to the end of a period, and how much less than the full amount that
 * is.
 */
export type PeriodPurchase = { amount: number; less: number; from: Date }

/**
 * The value of the remaining days: the full amount or, where a coupon or a refund reduced a payment, what was paid for
 * them, each payment over its own days.
 */
export function getDaysLeftValue(full: number, bought: readonly PeriodPurchase[], period: ProrationPeriod): number {
  // Summing the parts could be a cent off for a month that was paid in full.
  if (bought.every(({ less }) => less === 0)) return full
  const { daysLeft } = getPeriodDays(period)
  const getValue = ({ amount, from }: PeriodPurchase) =>
    (amount * daysLeft) / getPeriodDays({ ...period, at: from }).daysLeft
  return Math.min(full, Math.round(bought.reduce((sum, one) => sum + getValue(one), 0)))
}
