import { dayMs } from '@dooryard/contract/time'

type Period = { periodStart: Date; periodEnd: Date; at: Date }

/** Days of 24 hours. The running day counts as left, so that it is never paid for by both plans. */
export type PeriodDays = {
  daysInPeriod: number
  daysUsed: number
  daysLeft: number
  /** Where the days left begin. */
  proratedAt: Date
}

/**
 * Days are counted in steps of 24 hours from the start, as periods are in UTC: no clock that is put forward or back
 * makes one longer or shorter.
 */
export function periodDays({ periodStart, periodEnd, at }: Period): PeriodDays {
  const start = periodStart.getTime()
  const end = periodEnd.getTime()
  // A period that somebody counted by a local clock is an hour off; it has as many days as its dates say.
  const daysInPeriod = Math.max(1, Math.round((end - start) / dayMs))
  const passed = Math.max(0, Math.floor((at.getTime() - start) / dayMs))
  const daysUsed = at.getTime() >= end ? daysInPeriod : Math.min(passed, daysInPeriod - 1)
  const proratedAt = new Date(Math.min(end, start + daysUsed * dayMs))
  return { daysInPeriod, daysUsed, daysLeft: daysInPeriod - daysUsed, proratedAt }
}

/** Splits an amount over the days used and left. Rounding favours what is left, and both add up to the amount. */
export function shares(amount: number, { daysUsed, daysInPeriod }: Pick<PeriodDays, 'daysUsed' | 'daysInPeriod'>) {
  const used = Math.floor((amount * daysUsed) / daysInPeriod)
  return { used, left: amount - used }
}

/** The credits that an upgrade gives at once: for the days left, what the new plan has more than the old one. */
export const creditsForDaysLeft = (from: number, to: number, days: Pick<PeriodDays, 'daysUsed' | 'daysInPeriod'>) =>
  shares(Math.max(0, to - from), days).left

/** Cents, or credits, for the days from an instant to the end of a period, and how much less that is than in full. */
export type Bought = { amount: number; less: number; from: Date }

/**
 * What the days left are worth: in full, or where a coupon took something off or a payment went back, what was paid for
 * them, each payment over its own days.
 */
export function worthOfDaysLeft(full: number, bought: readonly Bought[], period: Period): number {
  // Added up from its parts, a month that was paid in full could be a cent off.
  if (bought.every(({ less }) => less === 0)) return full
  const { daysLeft } = periodDays(period)
  const worthOf = ({ amount, from }: Bought) => (amount * daysLeft) / periodDays({ ...period, at: from }).daysLeft
  return Math.min(full, Math.round(bought.reduce((sum, one) => sum + worthOf(one), 0)))
}
