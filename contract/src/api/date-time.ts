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

/** On the clocks of a time zone. */
export const timeOfDay = z
  .string('Give a time of day like 08:30')
  .regex(/^([01]\d|2[0-3]):[0-5]\d$/, 'Give a time of day like 08:30')
  .describe('Time of day in the time zone; moved an hour later on the day that clocks skip it')

const isTimeZone = (name: string): boolean => {
  try {
    return new Intl.DateTimeFormat('en-US', { timeZone: name }).resolvedOptions().timeZone.length > 0
  } catch {
    return false
  }
}

/** A name of the IANA database. */
export const timeZone = z
  .string('Give a time zone like America/Chicago')
  .max(64, 'Give a time zone like America/Chicago')
  // An offset such as +05:00 would not follow daylight saving time.
  .refine((name) => /^[A-Za-z]/.test(name) && isTimeZone(name), 'Give a time zone like America/Chicago')
