import { dayMs, hourMs, minuteMs } from '@dooryard/contract/api/time'
import type { SimpleFaker } from '@faker-js/faker'
import type { HistoryPeriod } from './history-step.ts'

/** Hours of the day in UTC: nine to half past five in the middle of the United States. */
const officeHours = { from: 15, to: 23.5 }

/** Counts back from the day on which the demo started. */
export type Moments = {
  /** During the day, at a minute of its own; weekends move to a working day, except one in five. */
  daysAgo: (days: number) => Date
  /** That many days later, at another minute of the day. */
  daysAfter: (start: Date, days: number) => Date
  /** The last such day of the year that was at least some days ago. */
  lastDate: (month: number, day: number, atLeastDaysAgo?: number) => Date
}

export function createMoments({ endsAt }: HistoryPeriod, { number, helpers }: SimpleFaker): Moments {
  const toWorkingTime = (day: Date): Date => {
    const start = Math.floor(day.getTime() / dayMs) * dayMs
    const weekday = new Date(start).getUTCDay()
    const isFree = (weekday === 0 || weekday === 6) && !helpers.maybe(() => true, { probability: 0.2 })
    // Before, and not after: the last moments stay in the past.
    const shift = isFree ? (weekday === 0 ? 2 : 1) : 0
    const minute = number.int({ min: officeHours.from * 60, max: officeHours.to * 60 })
    return new Date(start - shift * dayMs + minute * minuteMs + number.int({ max: minuteMs - 1 }))
  }
  return {
    daysAgo: (days) => toWorkingTime(new Date(endsAt.getTime() - Math.max(1, days) * dayMs)),
    daysAfter: (start, days) => toWorkingTime(new Date(start.getTime() + days * dayMs)),
    lastDate: (month, day, atLeastDaysAgo = 1) => {
      const limit = endsAt.getTime() - atLeastDaysAgo * dayMs
      const inYear = (year: number) => Date.UTC(year, month - 1, day) + 6 * hourMs
      const year = endsAt.getUTCFullYear()
      return new Date(inYear(year) <= limit ? inYear(year) : inYear(year - 1))
    },
  }
}
