import { dayMs, hourMs, minuteMs } from '@dooryard/contract/api/time'
import type { SimpleFaker } from '@faker-js/faker'
import type { HistoryPeriod } from './history-step.ts'

/** Mornings in Nashville begin at 14:00 UTC; few people do this before nine or after six. */
const workStartHour = 14
const workHours = 9

/** Counts days back from the start of the demo, and on from an instant. */
export type Moments = {
  daysAgo: (days: number) => Date
  /** May be later than the start of the demo. */
  daysAfter: (start: Date, days: number) => Date
}

/** Two moments are in order wherever their days are at least three apart: a weekend moves one by two. */
export const createMoments = (period: HistoryPeriod, random: SimpleFaker): Moments => ({
  daysAgo: (days) => pickWorkingTime(period, random, days),
  daysAfter: (start, days) => toWorkingTime(new Date(start.getTime() + days * dayMs), random),
})

/**
 * An instant within the working hours of a day so long before the end. Never within the last minutes, so that what was
 * ordered is there when the history ends.
 */
export const pickWorkingTime = ({ endsAt }: HistoryPeriod, random: SimpleFaker, daysAgo: number): Date =>
  toPast(endsAt, toWorkingTime(new Date(endsAt.getTime() - daysAgo * dayMs), random))

/** At a weekend, the Friday before, except that everybody is busy in one week of five. */
function toWorkingTime(at: Date, random: SimpleFaker): Date {
  const day = Math.floor(at.getTime() / dayMs)
  const weekday = new Date(day * dayMs).getUTCDay()
  const isBusy = Math.floor(day / 7) % 5 === 0
  const shift = isBusy ? 0 : weekday === 6 ? 1 : weekday === 0 ? 2 : 0
  // Two numbers make the middle of the day more likely than its ends.
  const hours = ((random.number.float() + random.number.float()) / 2) * workHours
  return new Date((day - shift) * dayMs + (workStartHour + hours) * hourMs)
}

const toPast = (endsAt: Date, at: Date): Date =>
  at.getTime() <= endsAt.getTime() - 10 * minuteMs ? at : toPast(endsAt, new Date(at.getTime() - dayMs))

/** How busy a week is: more in spring and early fall, little between the holidays. */
const activityByMonth = [0.7, 0.85, 1.1, 1.2, 1.25, 1.1, 0.85, 0.8, 1.1, 1.2, 0.9, 0.5]

/** The days, counted back from the end, on which somebody sits down to work, about `perWeek` of them. */
export function pickWorkingDays(
  { endsAt }: HistoryPeriod,
  random: SimpleFaker,
  { from, perWeek }: { from: number; perWeek: number },
): number[] {
  return Array.from({ length: from }, (_, at) => from - at).filter((daysAgo) => {
    const day = new Date(endsAt.getTime() - daysAgo * dayMs)
    const weekday = day.getUTCDay()
    const isWorkday = weekday > 0 && weekday < 6
    const chance = (perWeek / 5) * (activityByMonth[day.getUTCMonth()] ?? 1)
    // Drawn on every day, so that another weekday of the start does not change the rest.
    return random.number.float() < chance && isWorkday
  })
}
