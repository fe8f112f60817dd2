import type { Criteria } from '@dooryard/contract/criteria'
import type { NewSavedSearch, SavedSearch, SavedSearchChange } from '@dooryard/contract/saved-searches'
import type { Context } from '../../platform/context.ts'
import { appError, isAppError, notFound } from '../../platform/errors.ts'
import { newId } from '../../platform/ids.ts'
import { inTransaction } from '../../platform/postgres/database.ts'
import { countWaterfall } from '../properties/index.ts'
import { ownSavedSearch } from './own-saved-search.ts'
import { excludedCriteria } from './saved-criteria.ts'
import {
  deleteSavedSearch,
  findByName,
  insertSavedSearch,
  lockSavedSearches,
  setDefault,
  updateSavedSearch,
} from './saved-searches.queries.ts'

async function refuseTakenName({ db, actor }: Context, name: string, id: string): Promise<void> {
  await lockSavedSearches(db, actor.userId)
  const other = await findByName(db, actor.userId, name)
  if (other && other.id !== id) throw appError('CONFLICT', 'You have a saved search of this name already.')
}

/** Saves a search of the actor's with what it counts now. CONFLICT where the name is taken. */
export async function saveSearch(ctx: Context, { name, criteria }: NewSavedSearch): Promise<SavedSearch> {
  const counted = await countNow(ctx, criteria)
  const id = newId()
  return inTransaction(ctx, async (inside) => {
    const { db, actor, clock } = inside
    await refuseTakenName(inside, name, id)
    await insertSavedSearch(db, { ...counted, id, userId: actor.userId, name, criteria, at: clock.now() })
    return ownSavedSearch(inside, id)
  })
}

/** Renames a search or replaces its criteria, which are then counted anew. CONFLICT where the name is taken. */
export async function changeSavedSearch(ctx: Context, id: string, change: SavedSearchChange): Promise<SavedSearch> {
  await ownSavedSearch(ctx, id)
  const counted = change.criteria ? await countNow(ctx, change.criteria) : {}
  return inTransaction(ctx, async (inside) => {
    const { db, actor, clock } = inside
    if (change.name) await refuseTakenName(inside, change.name, id)
    await updateSavedSearch(db, actor.userId, id, { ...change, ...counted, at: clock.now() })
    return ownSavedSearch(inside, id)
  })
}

/** Deletes a search of the actor's; NOT_FOUND for anybody else's. */
export async function removeSavedSearch({ db, actor }: Context, id: string): Promise<undefined> {
  if (!(await deleteSavedSearch(db, actor.userId, id))) throw notFound('This saved search')
}

/** Makes a search the actor's only default. */
export const makeDefault = (ctx: Context, id: string): Promise<SavedSearch> =>
  inTransaction(ctx, async (inside) => {
    await lockSavedSearches(inside.db, inside.actor.userId)
    await ownSavedSearch(inside, id)
    await setDefault(inside.db, inside.actor.userId, id)
    return ownSavedSearch(inside, id)
  })

/** A search too heavy to be counted is saved all the same, without a count. */
async function countNow(ctx: Context, criteria: Criteria) {
  const excludeCriteria = await excludedCriteria(ctx, criteria)
  const at = ctx.clock.now()
  try {
    const { matched } = await countWaterfall(ctx.clickhouse, { criteria, excludeCriteria, asOf: at })
    return { lastCount: matched, lastCountAt: at }
  } catch (error) {
    if (isAppError(error)) return { lastCount: null, lastCountAt: null }
    throw error
  }
}
