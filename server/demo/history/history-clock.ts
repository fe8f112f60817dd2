import type { Clock } from '../../platform/util/clock.ts'

export type HistoryClock = Clock & {
  /** How far it is moved from the real one, in milliseconds. */
  getOffsetMs: () => number
  /** Moves on to an instant, never back: what happens next comes after what has happened. */
  moveTo: (at: Date) => void
}

/** Runs as fast as the real clock, from any instant. */
export function createHistoryClock(start: Date): HistoryClock {
  let offsetMs = start.getTime() - Date.now()
  return {
    now: () => new Date(Date.now() + offsetMs),
    getOffsetMs: () => offsetMs,
    moveTo: (at) => {
      offsetMs = Math.max(offsetMs, at.getTime() - Date.now())
    },
  }
}
