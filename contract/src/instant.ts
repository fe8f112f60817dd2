import { z } from 'zod'

const like = (error: string) => z.iso.datetime({ offset: true, error })

/** Its year is bounded as UTC has it, since an offset may carry the first or last writable day into another year. */
export const instant = (error: string) => like(error).refine(isWritable, 'The year must be between 2000 and 9998')

function isWritable(text: string): boolean {
  const year = new Date(text).getUTCFullYear()
  return year >= 2000 && year <= 9998
}

const ends = { From: 'From this instant on', To: 'Up to and without this instant' }

/** Of any year, as while somebody types. A range is without its last instant: who shows a last day asks for the next. */
export const rangeEnd = (name: keyof typeof ends) =>
  like(`${name} must be an instant like 2026-11-02T09:30:00Z`).optional().describe(ends[name])
