import { dayMs } from '@dooryard/contract/api/time'
import type { BalancePoint } from '@dooryard/contract/billing/credit-history'
import type { BucketState } from './credit-history.queries.ts'

/** A calendar day, `2026-11-02`, and the instant at which it begins. */
type Day = { date: string; start: Date }

export function listLastDays(count: number, now: Date, timeZone: string): Day[] {
  const clock = wallClock(timeZone)
  const today = Math.floor(clock(now.getTime()) / dayMs) * dayMs
  return Array.from({ length: count }, (_, index) => {
    const midnight = today - (count - 1 - index) * dayMs
    return { date: new Date(midnight).toISOString().slice(0, 10), start: new Date(findDayStart(midnight, clock)) }
  })
}

/** Local time in milliseconds, as if it were UTC. */
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
 * If clocks change at midnight, midnight may occur twice, and the day begins with the first; or never, and the day
 * begins an hour later.
 */
function findDayStart(midnight: number, clock: (at: number) => number): number {
  const [before, after] = [midnight - dayMs, midnight + dayMs].map((at) => midnight - (clock(at) - at))
  const [first = midnight, second = midnight] = [before, after].toSorted((a = 0, b = 0) => a - b)
  return clock(first) >= midnight ? first : second
}

/**
 * A day without entries has the balance of the day before. `before` is the initial balance of each bucket; `changes`
 * has the balances at the end of each day with entries, days counted from 0.
 */
export function computeDailyBalances(
  days: readonly Day[],
  before: readonly BucketState[],
  changes: readonly (BucketState & { day: number })[],
): BalancePoint[] {
  const states = new Map(before.map((state) => [state.bucket, state]))
  const byDay = Map.groupBy(changes, ({ day }) => day)
  return days.map(({ date }, day) => {
    for (const state of byDay.get(day) ?? []) states.set(state.bucket, state)
    const [subscription, onDemand] = [states.get('SUBSCRIPTION'), states.get('ON_DEMAND')]
    return {
      date,
      subscription: subscription?.available ?? 0,
      onDemand: onDemand?.available ?? 0,
      held: (subscription?.held ?? 0) + (onDemand?.held ?? 0),
    }
  })
}
