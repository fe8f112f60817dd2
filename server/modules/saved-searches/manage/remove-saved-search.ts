import { dayMs } from '@dooryard/contract/api/time'
import {
  maxRestorableSearches,
  type SavedSearch,
  savedSearchRestorableDays,
} from '@dooryard/contract/properties/saved-searches'
import type { Context, Services } from '../../../platform/context.ts'
import { appError, notFound } from '../../../platform/errors/app-error.ts'
import { inTransaction } from '../../../platform/postgres/database.ts'
import type { SearchContext } from '../count/count-matches.ts'
import { deleteOldestDeleted, findDeleted, purgeDeletedBefore, softDelete } from '../deleted-records.queries.ts'
import {
  findByName,
  findDefault,
  findSavedSearch,
  lockSavedSearches,
  restoreDeletedSearch,
  uncountSearchesExcluding,
} from '../saved-searches.queries.ts'
import { getSavedSearch } from './read-saved-searches.ts'
import { refuseAboveLimit } from './save-search.ts'

const getRestorableCutoff = (now: Date) => new Date(now.getTime() - savedSearchRestorableDays * dayMs)

/** Deletes a search. It can be restored for a limited time, as long as it is among the user's latest deletions. */
export const removeSavedSearch = (ctx: Context, id: string): Promise<undefined> =>
  inTransaction(ctx, async ({ db, actor, clock }): Promise<undefined> => {
    if (!(await softDelete(db, 'savedSearches', { userId: actor.userId, id, at: clock.now() })))
      throw notFound('This saved search')
    await uncountSearchesExcluding(db, actor.userId, { key: 'savedSearchIds', id })
    await deleteOldestDeleted(db, 'savedSearches', { userId: actor.userId, kept: maxRestorableSearches })
  })

/**
 * Restores a deleted search; an existing one is left as it is. Throws CONFLICT if its name is taken by now and
 * UNPROCESSABLE if there are too many.
 */
export async function restoreSavedSearch(ctx: SearchContext, id: string): Promise<SavedSearch> {
  await inTransaction(ctx, async (tx) => {
    const { db, actor, clock } = tx
    await lockSavedSearches(db, actor.userId)
    if (await findSavedSearch(db, actor.userId, id)) return
    const deleted = await findDeleted(db, 'savedSearches', {
      userId: actor.userId,
      id,
      since: getRestorableCutoff(clock.now()),
    })
    if (!deleted) throw notFound('This saved search')
    if (await findByName(db, actor.userId, deleted.name))
      throw appError('CONFLICT', `You now have another saved search called “${deleted.name}”. Rename that one first.`)
    await refuseAboveLimit(tx)
    await restoreDeletedSearch(db, id, { canBeDefault: !(await findDefault(db, actor.userId)) })
    await uncountSearchesExcluding(db, actor.userId, { key: 'savedSearchIds', id })
  })
  return getSavedSearch(ctx, id)
}

export async function purgeDeletedSearches({ db, clock }: Pick<Services, 'db' | 'clock'>): Promise<void> {
  await purgeDeletedBefore(db, 'savedSearches', getRestorableCutoff(clock.now()))
}
