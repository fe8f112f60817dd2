import { onTestFinished } from 'vitest'

export function movableClock() {
  let offset = 0
  let stoppedAt: number | undefined
  return {
    now: () => new Date(stoppedAt ?? Date.now() + offset),
    advance: (ms: number) => {
      offset += ms
      if (stoppedAt !== undefined) stoppedAt += ms
    },
    /** Moves by `advance` alone until the end of the test, so that a limit of time can be tested at the limit. */
    stop: () => {
      stoppedAt = Date.now() + offset
      onTestFinished(() => {
        stoppedAt = undefined
      })
    },
  }
}
