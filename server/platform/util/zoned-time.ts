import { dayMs } from '@dooryard/contract/api/time'

/** A calendar day; `month` is from 1 to 12. */
export type CalendarDay = { year: number; month: number; day: number }

/** By names in lower case: users may spell a zone with any, and the formatters would never end. */
const formatters = new Map<string, Intl.DateTimeFormat>()

function getFormatter(timeZone: string): Intl.DateTimeFormat {
  const key = timeZone.toLowerCase()
  const known = formatters.get(key)
  if (known) return known
  const parts = { year: 'numeric', month: 'numeric', day: 'numeric' } as const
  const time = { hour: 'numeric', minute: 'numeric', second: 'numeric', hourCycle: 'h23' } as const
  const created = new Intl.DateTimeFormat('en-US', { timeZone, era: 'short', ...parts, ...time })
  formatters.set(key, created)
  return created
}

/** What a clock on the wall shows, as if it were UTC. */
export function toWallMs(at: number, timeZone: string): number {
  const parts = new Map(
    getFormatter(timeZone)
      .formatToParts(at)
      .map(({ type, value }) => [type, Number(value)]),
  )
  const read = (part: Intl.DateTimeFormatPartTypes) => parts.get(part) ?? 0
  return Date.UTC(read('year'), read('month') - 1, read('day'), read('hour'), read('minute'), read('second'))
}

const getOffsetMs = (at: number, timeZone: string): number => toWallMs(at, timeZone) - Math.floor(at / 1000) * 1000

/** The first of both instants where clocks show a time twice; where they skip it, as much later as they skip. */
export function toInstant({ year, month, day }: CalendarDay, time: string, timeZone: string): number {
  const [hour = 0, minute = 0] = time.split(':').map(Number)
  const wall = Date.UTC(year, month - 1, day, hour, minute)
  // A day off on either side, so that a change of the clocks lies between both.
  const before = wall - getOffsetMs(wall - dayMs, timeZone)
  const after = wall - getOffsetMs(wall + dayMs, timeZone)
  const shown = [before, after].filter((at) => toWallMs(at, timeZone) === wall)
  return shown.length > 0 ? Math.min(...shown) : before
}

/** The calendar day of what a clock on the wall shows. */
export function toCalendarDay(wallMs: number): CalendarDay {
  const date = new Date(wallMs)
  return { year: date.getUTCFullYear(), month: date.getUTCMonth() + 1, day: date.getUTCDate() }
}
