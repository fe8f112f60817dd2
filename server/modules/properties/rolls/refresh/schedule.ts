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
const minutesPerDay = dayMs / minuteMs

/** The first due time after an instant, on the minute; undefined for a cron expression that is wrong or never due. */
export function getNextRefresh(schedule: RefreshSchedule, after: Date): Date | undefined {
  const cron = toCron(schedule)
  const matches = parseCron(cron)
  const times = listTimes(cron)
  const [earliest] = times
  if (!matches || earliest === undefined) return undefined
  const today = Math.floor(after.getTime() / dayMs) * dayMs
  for (let day = today; day <= today + longestGapDays * dayMs; day += dayMs) {
    // A day that is not due at its earliest time is not due at all.
    if (!matches(toDigest(day + earliest))) continue
    const time = times.find((one) => day + one > after.getTime())
    if (time !== undefined) return new Date(day + time)
  }
  return undefined
}

/** The times of a day that an expression names, in ms: its parts for the time do not depend on those for the day. */
function listTimes(cron: string): number[] {
  const [minute, hour] = cron.trim().split(/\s+/)
  const matches = parseCron(`${minute} ${hour} * * *`)
  const times = Array.from({ length: minutesPerDay }, (_, index) => index * minuteMs)
  return matches ? times.filter((time) => matches(toDigest(time))) : []
}

function toDigest(instant: number): Parameters<TimeMatcher>[0] {
  const at = new Date(instant)
  const day = { date: at.getUTCDate(), month: at.getUTCMonth() + 1, dow: at.getUTCDay() }
  return { ...day, hour: at.getUTCHours(), min: at.getUTCMinutes() }
}

/**
 * Whether a cron expression names several minutes of an hour, which no county's file needs. The minutes of one hour
 * that matches are those of each: the parts of an expression do not depend on each other.
 */
export function isTooFrequent(schedule: RefreshSchedule, now: Date): boolean {
  if (schedule.every !== 'CRON') return false
  const matches = parseCron(schedule.cron)
  const first = matches && getNextRefresh(schedule, now)
  if (!matches || !first) return false
  const minutes = Array.from({ length: 60 }, (_, min) => min)
  return minutes.filter((min) => matches({ ...toDigest(first.getTime()), min })).length > 1
}
