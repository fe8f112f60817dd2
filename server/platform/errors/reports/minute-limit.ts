import { minuteMs } from '@dooryard/contract/api/time'

/** Admits a number of calls a minute; `now` is in milliseconds. */
export function createMinuteLimit(max: number) {
  let [startedAt, count] = [0, 0]
  return (now: number): boolean => {
    if (now - startedAt >= minuteMs) [startedAt, count] = [now, 0]
    count += 1
    return count <= max
  }
}
