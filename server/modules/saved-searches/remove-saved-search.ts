import { mostRestorable, restorableDays, type SavedSearch } from '@dooryard/contract/saved-searches'
import { dayMs } from '@dooryard/contract/time'
import type { Context, Services } from '../../platform/context.ts'
import { appError, notFound } from '../../platform/errors.ts'
import { inTransaction } from '../../platform/postgres/database.ts'
import type { SearchContext } from './count-now.ts'
import { ownSavedSearch } from './own-saved-search.ts'
import { refuseTooMany } from './save-search.ts'
import {
  deleteMarked,
  deleteMarkedBeyond,
  findByName,
  findDefault,
  findDeleted,
  findSavedSearch,
  lockSavedSearches,
  markDeleted,
  unmarkDeleted,
} from './saved-searches.queries.ts'

const restorableSince = (now: Date) => new Date(now.getTime() - restorableDays * dayMs)

/** It can be restored for a while, as long as it is among the last that the actor deleted. */
export const removeSavedSearch = (ctx: Context, id: string): Promise<undefined> =>
  inTransaction(ctx, async ({ db, actor, clock }): Promise<undefined> => {
    if (!(await markDeleted(db, actor.userId, id, clock.now()))) throw notFound('This saved search')
    await deleteMarkedBeyond(db, actor.userId, mostRestorable)
  })

/** CONFLICT where another has its name by now, UNPROCESSABLE where there are too many; one that is there stays. */
export async function restoreSavedSearch(ctx: SearchContext, id: string): Promise<SavedSearch> {
  await inTransaction(ctx, async (inside) => {
    const { db, actor, clock } = inside
    await lockSavedSearches(db, actor.userId)
    if (await findSavedSearch(db, actor.userId, id)) return
    const deleted = await findDeleted(db, actor.userId, id, restorableSince(clock.now()))
    if (!deleted) throw notFound('This saved search')
    if (await findByName(db, actor.userId, deleted.name))
      throw appError(
        'CONFLICT',
        `You have another saved search called “${deleted.name}” by now. Rename that one first.`,
      )
    await refuseTooMany(inside)
    const isDefault = deleted.isDefault && !(await findDefault(db, actor.userId))
    await unmarkDeleted(db, id, isDefault)
  })
  return ownSavedSearch(ctx, id)
}

export async function forgetDeleted({ db, clock }: Pick<Services, 'db' | 'clock'>): Promise<void> {
  await deleteMarked(db, restorableSince(clock.now()))
}
