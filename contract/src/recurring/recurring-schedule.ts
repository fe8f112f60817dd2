import { z } from 'zod'

const minDay = 1

/** ISO weekdays: 1 is Monday, 7 is Sunday. */
const weekday = z.int('A weekday is a number from 1 to 7').min(1).max(7, 'A weekday is a number from 1 to 7')

const time = z
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

const timeZone = z
  .string('Give a time zone like America/Chicago')
  .max(64, 'Give a time zone like America/Chicago')
  // An offset such as +05:00 would not follow daylight saving time.
  .refine((name) => /^[A-Za-z]/.test(name) && isTimeZone(name), 'Give a time zone like America/Chicago')

/** When a recurring order runs, in the user's time zone. */
export const RecurringSchedule = z
  .discriminatedUnion(
    'every',
    [
      z.strictObject({ every: z.literal('DAY'), time, timeZone }),
      z.strictObject({
        every: z.literal('WEEK'),
        weekdays: z
          .array(weekday)
          .min(1, 'Choose at least one day')
          .transform((days) => [...new Set(days)].sort((one, other) => one - other))
          .describe('1 is Monday, 7 is Sunday'),
        time,
        timeZone,
      }),
      z.strictObject({
        every: z.literal('MONTH'),
        day: z
          .int('Choose a day from 1 to 31')
          .min(minDay, 'Choose a day from 1 to 31')
          .max(31, 'Choose a day from 1 to 31')
          .describe('In shorter months the last day'),
        time,
        timeZone,
      }),
    ],
    'A schedule repeats every DAY, WEEK or MONTH',
  )
  .meta({
    id: 'RecurringSchedule',
    example: { every: 'WEEK', weekdays: [1], time: '08:00', timeZone: 'America/Chicago' },
  })
export type RecurringSchedule = z.infer<typeof RecurringSchedule>
