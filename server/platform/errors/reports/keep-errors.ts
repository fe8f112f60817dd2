import { dayMs } from '@dooryard/contract/api/time'
import type { Services } from '../../context.ts'
import { everyHour, type Schedule } from '../../jobs/schedule.ts'
import { deleteOldErrors, insertOccurrence } from './error-groups.queries.ts'
import type { ErrorSink } from './error-reports.ts'
import { getFingerprint } from './fingerprint-rules.ts'

export const errorRetentionDays = 30
/** Occurrences kept per group; all are counted. */
export const maxEventsPerGroup = 50
/** Of each layer: strangers can report errors of browsers, which must not displace those of the server. */
export const maxGroups = 2_000

/** Keeps errors in this portal's tables, grouped. */
export const createErrorStore = ({ db }: Pick<Services, 'db'>): ErrorSink => ({
  keep: (occurrence) => insertOccurrence(db, occurrence, getFingerprint(occurrence)),
})

export const errorSchedule = ({ db, clock }: Pick<Services, 'db' | 'clock'>): Schedule => ({
  'purge-errors': everyHour(() =>
    deleteOldErrors(db, {
      before: new Date(clock.now().getTime() - errorRetentionDays * dayMs),
      maxPerGroup: maxEventsPerGroup,
      maxGroups,
    }),
  ),
})
