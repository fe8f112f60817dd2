import { dayMs } from '@dooryard/contract/api/time'

/** The UTC day of an instant. */
export function getUtcDay(at: Date): { start: Date; end: Date } {
  const start = at.getTime() - (at.getTime() % dayMs)
  return { start: new Date(start), end: new Date(start + dayMs) }
}
