import { dayMs } from '@dooryard/contract/api/time'
import type { Services } from '../../context.ts'
import { everyHour, type Schedule } from '../../jobs/schedule.ts'
import type { Occurrence } from './describe-error.ts'
import { deleteOldErrors, insertOccurrence } from './error-groups.queries.ts'
import type { ErrorSink } from './error-reports.ts'
import { getFingerprint } from './fingerprint-rules.ts'
import { formatStack } from './parse-stack.ts'

export const errorRetentionDays = 30
/** Occurrences kept per group; all are counted. */
export const maxEventsPerGroup = 50
/** In addition, of those that browsers reported without a known user. */
export const maxEventsOfStrangers = 5
/**
 * Of each layer, as many with a known user as without: strangers can report errors of browsers, which must displace
 * neither those of the server nor those of users.
 */
export const maxGroups = 2_000
/** Of the stack and of the breadcrumbs of an occurrence each, as they are stored. */
const maxStoredBytes = 8_000

/** Keeps errors in this portal's tables, grouped. */
export const createErrorStore = ({ db }: Pick<Services, 'db'>): ErrorSink => ({
  keep: (occurrence) => insertOccurrence(db, fitOccurrence(occurrence), getFingerprint(occurrence)),
})

/** Keeps the innermost calls and the latest breadcrumbs. */
const fitOccurrence = (occurrence: Occurrence): Occurrence => ({
  ...occurrence,
  frames: takeFitting(occurrence.frames, (frame) => formatStack([frame])),
  breadcrumbs: takeFitting(occurrence.breadcrumbs.toReversed(), (crumb) => JSON.stringify(crumb)).toReversed(),
})

/** The first items, as long as their texts fit. */
function takeFitting<Item>(items: readonly Item[], toText: (item: Item) => string): Item[] {
  let bytes = 0
  const end = items.findIndex((item) => {
    bytes += Buffer.byteLength(toText(item)) + 1
    return bytes > maxStoredBytes
  })
  return items.slice(0, end < 0 ? items.length : end)
}

export const errorSchedule = ({ db, clock }: Pick<Services, 'db' | 'clock'>): Schedule => ({
  'purge-errors': everyHour(() =>
    deleteOldErrors(db, {
      before: new Date(clock.now().getTime() - errorRetentionDays * dayMs),
      maxPerGroup: maxEventsPerGroup,
      maxOfStrangers: maxEventsOfStrangers,
      maxGroups,
    }),
  ),
})
