import { z } from 'zod'

const like = (error: string) => z.iso.datetime({ offset: true, error })

/**
 * An instant that is kept, like 2026-11-02T09:30:00Z or with another offset. Its year is bounded as UTC has it, since
 * an offset may carry the first or the last day that can be written into a year that cannot.
 */
export const instant = (error: string) => like(error).refine(isWritable, 'The year must be between 2000 and 9998')

function isWritable(text: string): boolean {
  const year = new Date(text).getUTCFullYear()
  return year >= 2000 && year <= 9998
}

const ends = { From: 'From this instant on', To: 'Up to and without this instant' }

/**
 * An end of the range that a list is asked for. Of any year, as a date is while somebody types it. Every range begins with
 * its first instant and ends before its last: whoever shows the last day as part of it asks up to the start of the next.
 */
export const rangeEnd = (name: keyof typeof ends) =>
  like(`${name} must be an instant like 2026-11-02T09:30:00Z`).optional().describe(ends[name])
