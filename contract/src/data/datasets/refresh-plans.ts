import { z } from 'zod'
import { textLine } from '../../api/text.ts'
import { FileId } from '../sources/source-ids.ts'

const hour = z
  .int('An hour is a number from 0 to 23')
  .min(0, 'An hour is a number from 0 to 23')
  .max(23, 'An hour is a number from 0 to 23')
  .describe('In UTC')

const cronExample = 'Give a cron expression of five parts, such as 30 6 * * 1'

/** When a county dataset is refreshed, in UTC: counties publish at night, and no time zone skips an hour. */
export const RefreshSchedule = z
  .discriminatedUnion(
    'every',
    [
      z.strictObject({ every: z.literal('DAY'), hour }),
      z.strictObject({
        every: z.literal('WEEK'),
        weekday: z
          .int('A weekday is a number from 1 to 7')
          .min(1, 'A weekday is a number from 1 to 7')
          .max(7, 'A weekday is a number from 1 to 7')
          .describe('1 is Monday, 7 is Sunday'),
        hour,
      }),
      z.strictObject({
        every: z.literal('MONTH'),
        day: z
          .int('Choose a day from 1 to 28')
          .min(1, 'Choose a day from 1 to 28')
          .max(28, 'Choose a day from 1 to 28'),
        hour,
      }),
      z.strictObject({
        every: z.literal('CRON'),
        cron: textLine(cronExample)
          .max(100, cronExample)
          .regex(/^\S+( \S+){4}$/, cronExample)
          .describe('Minute, hour, day of month, month and weekday, in UTC'),
      }),
    ],
    'A schedule repeats every DAY, WEEK or MONTH, or is a CRON expression',
  )
  .meta({ id: 'RefreshSchedule', example: { every: 'WEEK', weekday: 1, hour: 6 } })
export type RefreshSchedule = z.infer<typeof RefreshSchedule>

const locationHint = 'Give an https:// URL, an s3:// object, or a file below the import folder'

const FileLocation = z.strictObject({
  file: FileId.describe('The id of the file in its source'),
  location: textLine(locationHint)
    .min(1, locationHint)
    .max(2_000, locationHint)
    .describe(
      'An https:// URL, s3://bucket/key, or a path below the import folder, in whose last part * stands for any ' +
        'characters: the newest file that matches is read',
    ),
})
export type FileLocation = z.infer<typeof FileLocation>

/** Where the files of a county dataset are published, and when they are looked at. */
export const RefreshPlan = z
  .strictObject({
    locations: z
      .array(FileLocation)
      .min(1, 'Say where the file is')
      .max(12)
      .refine((all) => new Set(all.map(({ file }) => file)).size === all.length, 'Each file has one location'),
    schedule: RefreshSchedule.nullable().describe('Null to refresh on request only'),
  })
  .meta({
    id: 'RefreshPlan',
    example: {
      locations: [{ file: 'parcels', location: 'https://data.example.gov/parcels.csv' }],
      schedule: { every: 'WEEK', weekday: 1, hour: 6 },
    },
  })
export type RefreshPlan = z.infer<typeof RefreshPlan>

/** `WAITING` is for a decision: the new file looks worse than the loaded one. `REJECTED` was decided so, now or before. */
export const RefreshOutcome = z.enum(['UNCHANGED', 'LOADED', 'WAITING', 'REJECTED', 'FAILED'])
export type RefreshOutcome = z.infer<typeof RefreshOutcome>

export const DatasetRefresh = RefreshPlan.extend({
  nextRunAt: z.iso.datetime().nullable().describe('Null without a schedule and while it is paused'),
  pauseReason: z.enum(['ROLLED_BACK']).nullable().describe('Save the plan again to resume it'),
  lastRunAt: z.iso.datetime().nullable(),
  lastOutcome: RefreshOutcome.nullable(),
  lastMessage: z.string().nullable().describe('Why the last refresh failed, waits or loaded nothing'),
}).meta({
  id: 'DatasetRefresh',
  example: {
    locations: [{ file: 'parcels', location: 'https://data.example.gov/parcels.csv' }],
    schedule: { every: 'DAY', hour: 6 },
  },
})
export type DatasetRefresh = z.infer<typeof DatasetRefresh>
