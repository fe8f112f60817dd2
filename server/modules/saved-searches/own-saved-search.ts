import type { ListedSavedSearch, SavedSearch } from '@dooryard/contract/saved-searches'
import type { Context } from '../../platform/context.ts'
import { appError, notFound } from '../../platform/errors.ts'
import { criteriaOf } from '../properties/index.ts'
import { pastCounts } from './counts.queries.ts'
import { deliveredTo } from './delivered.queries.ts'
import { countDelivered } from './matches.queries.ts'
import { presentListed, showsDelivered } from './present-saved-search.ts'
import { findDefault, findSavedSearch, type ListedSearchRow, type SavedSearchRow } from './saved-searches.queries.ts'

type Asker = Pick<Context, 'db' | 'clickhouse' | 'clock' | 'log' | 'actor' | 'signal'>

/**
 * The actor's searches as lists show them: each with its last counts, and with how many of its matches are theirs by
 * now. Reads the property store, so never inside a transaction.
 */
export async function shown(asker: Asker, rows: ListedSearchRow[]): Promise<ListedSavedSearch[]> {
  const ids = rows.map(({ id }) => id)
  const [counts, delivered] = await Promise.all([pastCounts(asker.db, ids), deliveredOf(asker, rows)])
  const past = Map.groupBy(counts, ({ savedSearchId }) => savedSearchId)
  return rows.map((row) => {
    const ofThis = row.latestSet === null ? row.lastDelivered : delivered && (delivered.get(row.latestSet) ?? 0)
    return presentListed(row, { past: past.get(row.id), delivered: ofThis })
  })
}

/** How many of each set are the actor's; null where the store cannot say now: the searches are shown all the same. */
async function deliveredOf({ db, clickhouse, clock, log, actor, signal }: Asker, rows: ListedSearchRow[]) {
  const sets = rows.filter(showsDelivered).flatMap(({ latestSet }) => latestSet ?? [])
  if (sets.length === 0) return new Map<number, number>()
  const propertyIds = await deliveredTo(db, actor.userId)
  try {
    return await countDelivered(clickhouse, sets, { propertyIds, asOf: clock.now(), signal })
  } catch (error) {
    signal.throwIfAborted()
    log.warn({ err: error }, 'saved searches are shown without what was delivered of them')
    return null
  }
}

async function shownOne(asker: Asker, row: SavedSearchRow): Promise<SavedSearch> {
  const [search] = await shown(asker, [row])
  if (!search) throw new Error(`search ${row.id} was not shown`)
  return { ...search, criteria: criteriaOf(row) }
}

/** The row of the actor's saved search; NOT_FOUND for anybody else's. */
export async function ownRow({ db, actor }: Pick<Asker, 'db' | 'actor'>, id: string): Promise<SavedSearchRow> {
  const row = await findSavedSearch(db, actor.userId, id)
  if (!row) throw notFound('This saved search')
  return row
}

/** The actor's saved search; NOT_FOUND for anybody else's. */
export const ownSavedSearch = async (asker: Asker, id: string): Promise<SavedSearch> =>
  shownOne(asker, await ownRow(asker, id))

/** The actor's default; NOT_FOUND where none is. */
export async function defaultSavedSearch(asker: Asker): Promise<SavedSearch> {
  const row = await findDefault(asker.db, asker.actor.userId)
  if (!row) throw appError('NOT_FOUND', 'None of your saved searches is the default.')
  return shownOne(asker, row)
}
