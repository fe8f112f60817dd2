import { z } from 'zod'

const dateTimeSchema = (error: string) => z.iso.datetime({ offset: true, error })

/** The year is checked in UTC, because an offset may move the first or last valid day into another year. */
export const isoDateTime = (error: string) =>
  dateTimeSchema(error).refine(isYearInRange, 'The year must be between 2000 and 9998')

function isYearInRange(text: string): boolean {
  const year = new Date(text).getUTCFullYear()
  return year >= 2000 && year <= 9998
}

const rangeBounds = { From: 'From this instant, inclusive', To: 'Up to this instant, exclusive' }

/**
 * Accepts any year, because a user may still be typing. A range excludes its end: to include a last day, send the day
 * after.
 */
export const rangeBound = (name: keyof typeof rangeBounds) =>
  dateTimeSchema(`${name} must be an instant like 2026-11-02T09:30:00Z`).optional().describe(rangeBounds[name])
