import { dayMs } from '@dooryard/contract/api/time'
import type { Services } from '../../platform/context.ts'
import type { Task } from '../../platform/jobs/jobs.ts'
import { everyHour, everyMinute } from '../../platform/jobs/schedule.ts'
import {
  type ClaimTodaysTasks,
  notifyChangesJob,
  queueChangeMails,
  runNotifyChanges,
} from './changes/notify-changes.job.ts'
import type { SearchServices } from './count/count-matches.ts'
import { deleteCountsBefore } from './count/counts.queries.ts'
import { purgeUnusedMatchSets } from './count/purge-match-sets.ts'
import { queueRecounts, recountSearchesJob, runRecountSearches } from './count/recount-searches.job.ts'
import { purgeDeletedLists } from './lists/manage-lists.ts'
import { purgeAddressUploads } from './lists/match-addresses.ts'
import { purgeDeletedSearches } from './manage/remove-saved-search.ts'

export const countRetentionMs = 90 * dayMs

export const savedSearchTasks = (
  services: SearchServices & { claimTodaysTasks?: ClaimTodaysTasks },
): Record<string, Task> => ({
  [recountSearchesJob]: runRecountSearches(services),
  [notifyChangesJob]: runNotifyChanges(services),
})

export const savedSearchSchedule = (services: Services) => ({
  'queue-recounts': everyMinute(() => queueRecounts(services)),
  'queue-search-changes': everyMinute(() => queueChangeMails(services)),
  'purge-deleted-searches': everyHour(() => purgeDeletedSearches(services)),
  'purge-deleted-lists': everyHour(async () => {
    await purgeDeletedLists(services)
    await purgeAddressUploads(services)
  }),
  'purge-search-counts': everyHour(() =>
    deleteCountsBefore(services.db, new Date(services.clock.now().getTime() - countRetentionMs)),
  ),
  'purge-match-sets': everyMinute(() => purgeUnusedMatchSets(services)),
})
