import { onTestFinished } from 'vitest'

export function createMovableClock() {
  let offset = 0
  let stoppedAt: number | undefined
  return {
    now: () => new Date(stoppedAt ?? Date.now() + offset),
    advance: (ms: number) => {
      offset += ms
      if (stoppedAt !== undefined) stoppedAt += ms
    },
    /** Moves only by `advance` until the end of the test, so that a time limit can be tested exactly. */
    stop: () => {
      stoppedAt = Date.now() + offset
      onTestFinished(() => {
        stoppedAt = undefined
      })
    },
  }
}
