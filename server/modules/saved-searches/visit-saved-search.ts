import type { SavedSearch } from '@dooryard/contract/saved-searches'
import type { Context } from '../../platform/context.ts'
import { notFound } from '../../platform/errors.ts'
import { inTransaction } from '../../platform/postgres/database.ts'
import { countInTurn } from './count-in-turn.ts'
import { ownSavedSearch } from './own-saved-search.ts'
import { recountSearch } from './recount-search.ts'
import { findSavedSearch, lockSavedSearch, updateSavedSearch } from './saved-searches.queries.ts'

/** Counts a search of the actor's anew, and tells changes from here on. Twice at once is as good as once. */
export const visitSavedSearch = (ctx: Context, id: string): Promise<SavedSearch> =>
  countInTurn(ctx, () => visitNow(ctx, id))

async function visitNow(ctx: Context, id: string): Promise<SavedSearch> {
  const row = await findSavedSearch(ctx.db, ctx.actor.userId, id)
  if (!row) throw notFound('This saved search')
  const isNoted = await recountSearch(ctx, row, { isVisit: true, signal: ctx.signal })
  // Somebody else has just counted it: what they found is what is seen.
  if (!isNoted) await seeLatest(ctx, id)
  return ownSavedSearch(ctx, id)
}

const seeLatest = (ctx: Context, id: string): Promise<void> =>
  inTransaction(ctx, async ({ db, actor, clock }) => {
    const row = await lockSavedSearch(db, actor.userId, id)
    if (!row) throw notFound('This saved search')
    const { latestSet } = row
    const seen = latestSet === null ? {} : { entered: 0, departed: 0 }
    await updateSavedSearch(db, id, { seenSet: latestSet, toldSet: latestSet, visitedAt: clock.now(), ...seen })
  })
