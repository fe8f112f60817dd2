import { dayMs } from '@dooryard/contract/time'

/** A day as a calendar has it, `2026-11-02`, and the instant at which it begins. */
export type Day = { date: string; start: Date }

/** The last so many days of a time zone, of which the day of `now` is the last. */
export function lastDays(count: number, now: Date, timeZone: string): Day[] {
  const clock = wallClock(timeZone)
  const today = Math.floor(clock(now.getTime()) / dayMs) * dayMs
  return Array.from({ length: count }, (_, index) => {
    const midnight = today - (count - 1 - index) * dayMs
    return { date: new Date(midnight).toISOString().slice(0, 10), start: new Date(beginOf(midnight, clock)) }
  })
}

/** What clocks on the wall show at an instant, in milliseconds as if they hung in Greenwich. */
function wallClock(timeZone: string): (at: number) => number {
  const format = new Intl.DateTimeFormat('en-US', {
    ...{ year: 'numeric', month: 'numeric', day: 'numeric', timeZone },
    ...{ hour: 'numeric', minute: 'numeric', second: 'numeric', hourCycle: 'h23' },
  })
  return (at) => {
    const part = Object.fromEntries(format.formatToParts(at).map(({ type, value }) => [type, Number(value)]))
    const { year = 0, month = 1, day = 1, hour = 0, minute = 0, second = 0 } = part
    return Date.UTC(year, month - 1, day, hour, minute, second)
  }
}

/**
 * The first instant of the day whose midnight is shown as `midnight`. Where clocks are changed at midnight it may be shown
 * twice, and then the day begins with the first; or never, and then it begins an hour later.
 */
function beginOf(midnight: number, clock: (at: number) => number): number {
  const [before, after] = [midnight - dayMs, midnight + dayMs].map((at) => midnight - (clock(at) - at))
  const [first = midnight, second = midnight] = [before, after].toSorted((a = 0, b = 0) => a - b)
  return clock(first) >= midnight ? first : second
}
