import { z } from 'zod'
import { timeOfDay, timeZone } from '../api/date-time.ts'

const minDay = 1

/** ISO weekdays: 1 is Monday, 7 is Sunday. */
const weekday = z.int('A weekday is a number from 1 to 7').min(1).max(7, 'A weekday is a number from 1 to 7')

/** When a recurring order runs, in the user's time zone. */
export const RecurringSchedule = z
  .discriminatedUnion(
    'every',
    [
      z.strictObject({ every: z.literal('DAY'), time: timeOfDay, timeZone }),
      z.strictObject({
        every: z.literal('WEEK'),
        weekdays: z
          .array(weekday)
          .min(1, 'Choose at least one day')
          .transform((days) => [...new Set(days)].sort((one, other) => one - other))
          .describe('1 is Monday, 7 is Sunday'),
        time: timeOfDay,
        timeZone,
      }),
      z.strictObject({
        every: z.literal('MONTH'),
        day: z
          .int('Choose a day from 1 to 31')
          .min(minDay, 'Choose a day from 1 to 31')
          .max(31, 'Choose a day from 1 to 31')
          .describe('In shorter months the last day'),
        time: timeOfDay,
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
