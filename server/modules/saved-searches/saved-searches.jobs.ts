import type { Services } from '../../platform/context.ts'
import type { Task } from '../../platform/jobs.ts'
import { deleteCountsBefore } from './counts.queries.ts'
import { forgetSets } from './forget-sets.ts'
import { queueRecounts, recountSearchesJob, runRecountSearches } from './recount-searches.job.ts'
import { forgetDeleted } from './remove-saved-search.ts'
import { queueTidings, runTellChanges, tellChangesJob } from './tell-changes.job.ts'

export const countsKeptMs = 90 * 86_400_000

/** The jobs of saved searches, by name. */
export const savedSearchTasks = (services: Services): Record<string, Task> => ({
  [recountSearchesJob]: runRecountSearches(services),
  [tellChangesJob]: runTellChanges(services),
})

/** What of saved searches has to be looked after now and then, by name. */
export const savedSearchChores = (services: Services) => ({
  queueRecounts: () => queueRecounts(services),
  queueTidings: () => queueTidings(services),
  forgetDeletedSearches: () => forgetDeleted(services),
  forgetCounts: () => deleteCountsBefore(services.db, new Date(services.clock.now().getTime() - countsKeptMs)),
  forgetSets: () => forgetSets(services),
})
