import { isDeepStrictEqual } from 'node:util'
import type { Criteria } from '@dooryard/contract/criteria/criteria'
import {
  maxSavedSearches,
  type NewSavedSearch,
  type SavedSearch,
  type SavedSearchChange,
} from '@dooryard/contract/properties/saved-searches'
import { appError, isAppError, notFound } from '../../../platform/errors/app-error.ts'
import { inTransaction } from '../../../platform/postgres/database.ts'
import { newId } from '../../../platform/util/ids.ts'
import { lockActiveAccount } from '../../identity/index.ts'
import { toCriteria } from '../../properties/index.ts'
import {
  countSearchMatches,
  listExcludedCriteria,
  type SearchContext,
  type SearchServices,
  serializeCountsPerUser,
} from '../count/count-matches.ts'
import { buildFirstCount, type FirstCount } from '../count/count-rules.ts'
import { insertCount } from '../count/counts.queries.ts'
import { markSetUsed } from '../count/match-sets.queries.ts'
import {
  countUserSearches,
  findByName,
  insertSavedSearch,
  lockSavedSearch,
  lockSavedSearches,
  setDefault,
  uncountSearchesExcluding,
  updateSavedSearch,
} from '../saved-searches.queries.ts'
import { getSavedSearch, requireOwnedSearch } from './read-saved-searches.ts'

/** The owner of the saved searches: the caller or a demo account. */
export type SearchOwnerContext = SearchServices & { actor: { userId: string }; signal?: AbortSignal }

async function refuseTakenName({ db, actor }: SearchOwnerContext, name: string, id?: string): Promise<void> {
  const other = await findByName(db, actor.userId, name)
  if (other && other.id !== id) throw appError('CONFLICT', 'You already have a saved search with this name.')
}

/** Throws CONFLICT if the name is taken and UNPROCESSABLE if there are too many searches. */
export async function createSearchRecord(ctx: SearchOwnerContext, search: NewSavedSearch): Promise<string> {
  // Checked before the count, and again under the lock.
  await refuseTakenName(ctx, search.name)
  await refuseAboveLimit(ctx)
  const first = await countFirst(ctx, search.criteria)
  return inTransaction(ctx, async (tx) => {
    await lockSavedSearches(tx.db, tx.actor.userId)
    await refuseTakenName(tx, search.name)
    await refuseAboveLimit(tx)
    return insertCountedSearch(tx, search, first)
  })
}

/** Inserts a counted search. The caller holds the user's lock. */
export async function insertCountedSearch(
  tx: SearchOwnerContext,
  { name, criteria, emailChanges = false }: NewSavedSearch,
  first: FirstCount,
): Promise<string> {
  const { db, actor, clock } = tx
  await lockActiveAccount(tx)
  const at = clock.now()
  const id = newId()
  const row = { id, userId: actor.userId, name, criteria, emailChanges, at }
  await insertSavedSearch(db, { ...row, ...buildFirstCount(first, at) })
  await recordFirstCount(tx, id, first)
  return id
}

export const saveSearch = async (ctx: SearchContext, search: NewSavedSearch): Promise<SavedSearch> =>
  getSavedSearch(ctx, await createSearchRecord(ctx, search))

/** Renames a search or replaces its criteria, which are then recounted. Throws CONFLICT if the name is taken. */
export async function changeSavedSearch(
  ctx: SearchContext,
  id: string,
  change: SavedSearchChange,
): Promise<SavedSearch> {
  const old = toCriteria(await requireOwnedSearch(ctx, id))
  // Equal criteria keep their pending changes.
  const criteria = isDeepStrictEqual(change.criteria, old) ? undefined : change.criteria
  const first = criteria && (await countFirst(ctx, criteria))
  await inTransaction(ctx, async (tx) => {
    const { db, actor, clock } = tx
    await lockSavedSearches(db, actor.userId)
    if (change.name) await refuseTakenName(tx, change.name, id)
    const row = await lockSavedSearch(db, actor.userId, id)
    if (!row) throw notFound('This saved search')
    const at = clock.now()
    // Enabling mails does not report earlier changes.
    const notifyFrom = change.emailChanges && !row.emailChanges ? { notifiedSet: row.currentSet } : {}
    const { name, emailChanges } = change
    await updateSavedSearch(db, id, {
      ...notifyFrom,
      ...(name !== undefined && { name }),
      ...(emailChanges !== undefined && { emailChanges }),
      ...(criteria && first && { criteria, ...buildFirstCount(first, at), queuedAt: null }),
      updatedAt: at,
    })
    if (!first) return
    await recordFirstCount(tx, id, first)
    await uncountSearchesExcluding(db, actor.userId, { key: 'savedSearchIds', id })
  })
  return getSavedSearch(ctx, id)
}

async function recordFirstCount(
  { db }: Pick<SearchOwnerContext, 'db'>,
  savedSearchId: string,
  first: FirstCount,
): Promise<void> {
  if (typeof first === 'string') return
  const { at, count, set } = first
  if (set !== null) await markSetUsed(db, set)
  await insertCount(db, { savedSearchId, type: 'saved_search.saved', at, count, entered: null, departed: null })
}

export async function makeDefault(ctx: SearchContext, id: string): Promise<SavedSearch> {
  await inTransaction(ctx, async (tx) => {
    await lockSavedSearches(tx.db, tx.actor.userId)
    await requireOwnedSearch(tx, id)
    await setDefault(tx.db, tx.actor.userId, id)
  })
  return getSavedSearch(ctx, id)
}

/**
 * Counts a new search. A search that cannot be counted now is saved without a count. Searches that it excludes must
 * exist.
 */
export async function countFirst(ctx: SearchOwnerContext, criteria: Criteria): Promise<FirstCount> {
  const { userId } = ctx.actor
  await listExcludedCriteria(ctx.db, userId, criteria)
  try {
    return await serializeCountsPerUser(ctx, () => countSearchMatches(ctx, { userId, criteria, signal: ctx.signal }))
  } catch (error) {
    if (isAppError(error) && error.code === 'UNPROCESSABLE') return 'TOO_HEAVY'
    if (isAppError(error) && error.code === 'UNAVAILABLE') return 'BUSY'
    throw error
  }
}

export async function refuseAboveLimit({ db, actor }: Pick<SearchOwnerContext, 'db' | 'actor'>): Promise<void> {
  if ((await countUserSearches(db, actor.userId)) < maxSavedSearches) return
  throw appError('UNPROCESSABLE', `You have ${maxSavedSearches} saved searches, the maximum. Delete one first.`)
}
