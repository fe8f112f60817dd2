import { dayMs, minuteMs } from '@dooryard/contract/api/time'
import type { RefreshSchedule } from '@dooryard/contract/data/datasets/refresh-plans'
import { parseCronItem } from 'graphile-worker'

type TimeMatcher = (digest: { min: number; hour: number; date: number; month: number; dow: number }) => boolean

/** In UTC. Undefined where the expression cannot be read. */
function parseCron(cron: string): TimeMatcher | undefined {
  try {
    return parseCronItem({ task: 'refresh', match: cron }).match
  } catch {
    return undefined
  }
}

const toCron = (schedule: RefreshSchedule): string => {
  if (schedule.every === 'CRON') return schedule.cron
  if (schedule.every === 'DAY') return `0 ${schedule.hour} * * *`
  if (schedule.every === 'WEEK') return `0 ${schedule.hour} * * ${schedule.weekday % 7}`
  return `0 ${schedule.hour} ${schedule.day} * *`
}

/** February 29 comes once in eight years around the turn of some centuries. */
const longestGapDays = 8 * 366

/** The first due time after an instant, on the minute; undefined for a cron expression that is wrong or never due. */
export function getNextRefresh(schedule: RefreshSchedule, after: Date): Date | undefined {
  const matches = parseCron(toCron(schedule))
  if (!matches) return undefined
  const start = Math.floor(after.getTime() / minuteMs) * minuteMs + minuteMs
  for (let day = 0; day <= longestGapDays; day++) {
    const from = day === 0 ? start : Math.floor(start / dayMs) * dayMs + day * dayMs
    const found = findOnDay(matches, from)
    if (found !== undefined) return new Date(found)
  }
  return undefined
}

/** The first match from an instant to the end of its UTC day. */
function findOnDay(matches: TimeMatcher, from: number): number | undefined {
  const at = new Date(from)
  const day = { date: at.getUTCDate(), month: at.getUTCMonth() + 1, dow: at.getUTCDay() }
  const end = Math.floor(from / dayMs) * dayMs + dayMs
  for (let time = from; time < end; time += minuteMs) {
    const minutes = Math.floor((time % dayMs) / minuteMs)
    if (matches({ ...day, hour: Math.floor(minutes / 60), min: minutes % 60 })) return time
  }
  return undefined
}

/**
 * Whether a cron expression names several minutes of an hour, which no county's file needs. The minutes of one hour that
 * matches are those of each: the parts of an expression do not depend on each other.
 */
export function isTooFrequent(schedule: RefreshSchedule, now: Date): boolean {
  if (schedule.every !== 'CRON') return false
  const matches = parseCron(schedule.cron)
  const first = matches && getNextRefresh(schedule, now)
  if (!matches || !first) return false
  const day = { date: first.getUTCDate(), month: first.getUTCMonth() + 1, dow: first.getUTCDay() }
  const minutes = Array.from({ length: 60 }, (_, min) => min)
  return minutes.filter((min) => matches({ ...day, hour: first.getUTCHours(), min })).length > 1
}
