import { dayMs } from '@dooryard/contract/time'
import type { Services } from '../../platform/context.ts'
import type { Task } from '../../platform/jobs.ts'
import { everyHour, everyMinute } from '../../platform/schedule.ts'
import type { SearchServices } from './count-now.ts'
import { deleteCountsBefore } from './counts.queries.ts'
import { forgetSets } from './match-sets.ts'
import { queueRecounts, recountSearchesJob, runRecountSearches } from './recount-searches.job.ts'
import { forgetDeleted } from './remove-saved-search.ts'
import { queueTidings, runTellChanges, tellChangesJob } from './tell-changes.job.ts'

export const countsKeptMs = 90 * dayMs

export const savedSearchTasks = (services: SearchServices): Record<string, Task> => ({
  [recountSearchesJob]: runRecountSearches(services),
  [tellChangesJob]: runTellChanges(services),
})

export const savedSearchSchedule = (services: Services) => ({
  'queue-recounts': everyMinute(() => queueRecounts(services)),
  'queue-search-changes': everyMinute(() => queueTidings(services)),
  'purge-deleted-searches': everyHour(() => forgetDeleted(services)),
  'purge-search-counts': everyHour(() =>
    deleteCountsBefore(services.db, new Date(services.clock.now().getTime() - countsKeptMs)),
  ),
  'purge-match-sets': everyMinute(() => forgetSets(services)),
})
