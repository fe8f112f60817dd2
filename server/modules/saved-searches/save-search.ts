import { isDeepStrictEqual } from 'node:util'
import type { Criteria } from '@dooryard/contract/criteria'
import {
  mostSavedSearches,
  type NewSavedSearch,
  type SavedSearch,
  type SavedSearchChange,
} from '@dooryard/contract/saved-searches'
import { appError, isAppError, notFound } from '../../platform/errors.ts'
import { newId } from '../../platform/ids.ts'
import { inTransaction } from '../../platform/postgres/database.ts'
import { holdAccount } from '../identity/index.ts'
import { criteriaOf } from '../properties/index.ts'
import { countInTurn, countNow, criteriaLeftOut, type SearchContext, type SearchServices } from './count-now.ts'
import { type First, firstCount } from './count-rules.ts'
import { insertCount } from './counts.queries.ts'
import { keepSet } from './match-sets.queries.ts'
import { ownRow, ownSavedSearch } from './own-saved-search.ts'
import {
  findByName,
  howMany,
  insertSavedSearch,
  lockSavedSearch,
  lockSavedSearches,
  setDefault,
  updateSavedSearch,
} from './saved-searches.queries.ts'

/** Whoever searches are saved for: somebody who asks, or an account of the demo. */
export type Saver = SearchServices & { actor: { userId: string }; signal?: AbortSignal }

async function refuseTakenName({ db, actor }: Saver, name: string, id?: string): Promise<void> {
  const other = await findByName(db, actor.userId, name)
  if (other && other.id !== id) throw appError('CONFLICT', 'You have a saved search of this name already.')
}

/** CONFLICT where the name is taken, UNPROCESSABLE where there are too many. */
export async function enterSearch(ctx: Saver, search: NewSavedSearch): Promise<string> {
  // Before anything is counted, and again once nobody else can take it.
  await refuseTakenName(ctx, search.name)
  await refuseTooMany(ctx)
  const first = await countFirst(ctx, search.criteria)
  return inTransaction(ctx, async (inside) => {
    await lockSavedSearches(inside.db, inside.actor.userId)
    await refuseTakenName(inside, search.name)
    await refuseTooMany(inside)
    return insertCounted(inside, search, first)
  })
}

/** Enters a search that has been counted, under the lock of its user's. */
export async function insertCounted(
  inside: Saver,
  { name, criteria, emailChanges = false }: NewSavedSearch,
  first: First,
): Promise<string> {
  const { db, actor, clock } = inside
  await holdAccount(inside)
  const at = clock.now()
  const id = newId()
  const row = { id, userId: actor.userId, name, criteria, emailChanges, at }
  await insertSavedSearch(db, { ...row, ...firstCount(first, at) })
  await noteFirst(inside, id, first)
  return id
}

export const saveSearch = async (ctx: SearchContext, search: NewSavedSearch): Promise<SavedSearch> =>
  ownSavedSearch(ctx, await enterSearch(ctx, search))

/** Renames a search or replaces its criteria, which are then counted anew. CONFLICT where the name is taken. */
export async function changeSavedSearch(
  ctx: SearchContext,
  id: string,
  change: SavedSearchChange,
): Promise<SavedSearch> {
  const old = criteriaOf(await ownRow(ctx, id))
  // The same criteria go on as they are: what has changed in them is still to be told.
  const criteria = isDeepStrictEqual(change.criteria, old) ? undefined : change.criteria
  const first = criteria && (await countFirst(ctx, criteria))
  await inTransaction(ctx, async (inside) => {
    const { db, actor, clock } = inside
    await lockSavedSearches(db, actor.userId)
    if (change.name) await refuseTakenName(inside, change.name, id)
    const row = await lockSavedSearch(db, actor.userId, id)
    if (!row) throw notFound('This saved search')
    const at = clock.now()
    // Who asks to be told from now on is not told of what was before.
    const begins = change.emailChanges && !row.emailChanges ? { notifiedSet: row.currentSet } : {}
    const { name, emailChanges } = change
    await updateSavedSearch(db, id, {
      ...begins,
      ...(name !== undefined && { name }),
      ...(emailChanges !== undefined && { emailChanges }),
      ...(criteria && first && { criteria, ...firstCount(first, at), queuedAt: null }),
      updatedAt: at,
    })
    if (first) await noteFirst(inside, id, first)
  })
  return ownSavedSearch(ctx, id)
}

async function noteFirst({ db }: Pick<Saver, 'db'>, savedSearchId: string, first: First): Promise<void> {
  if (typeof first === 'string') return
  const { at, count, set } = first
  if (set !== null) await keepSet(db, set)
  await insertCount(db, { savedSearchId, type: 'saved_search.saved', at, count, entered: null, departed: null })
}

export async function makeDefault(ctx: SearchContext, id: string): Promise<SavedSearch> {
  await inTransaction(ctx, async (inside) => {
    await lockSavedSearches(inside.db, inside.actor.userId)
    await ownRow(inside, id)
    await setDefault(inside.db, inside.actor.userId, id)
  })
  return ownSavedSearch(ctx, id)
}

/** A search that cannot be counted now is saved all the same, without a count. What it leaves out has to be there. */
export async function countFirst(ctx: Saver, criteria: Criteria): Promise<First> {
  const { userId } = ctx.actor
  await criteriaLeftOut(ctx.db, userId, criteria)
  try {
    return await countInTurn(ctx, () => countNow(ctx, { userId, criteria, signal: ctx.signal }))
  } catch (error) {
    if (isAppError(error) && error.code === 'UNPROCESSABLE') return 'TOO_HEAVY'
    if (isAppError(error) && error.code === 'UNAVAILABLE') return 'BUSY'
    throw error
  }
}

export async function refuseTooMany({ db, actor }: Pick<Saver, 'db' | 'actor'>): Promise<void> {
  if ((await howMany(db, actor.userId)) < mostSavedSearches) return
  throw appError(
    'UNPROCESSABLE',
    `You have ${mostSavedSearches} saved searches, which is the most there can be. Delete one first.`,
  )
}
