import { type PageQuery, type PageResult, toPage, toSlice } from '@dooryard/contract/api/paging'
import type { PropertyRow } from '@dooryard/contract/properties/properties'
import type { ChangedMatch, ListedSavedSearch, SavedSearch } from '@dooryard/contract/properties/saved-searches'
import type { Context } from '../../../platform/context.ts'
import { appError, notFound } from '../../../platform/errors/app-error.ts'
import {
  excludesDelivered,
  findProperties,
  type OwnerAccess,
  presentRows,
  toCriteria,
  toCriteriaSummary,
} from '../../properties/index.ts'
import type { SearchContext } from '../count/count-matches.ts'
import { listPastCounts, type PastCount } from '../count/counts.queries.ts'
import { countDelivered, listMatchesOnlyIn } from '../count/matches.queries.ts'
import {
  countSavedSearches,
  findDefault,
  findSavedSearch,
  type ListedSearchRow,
  type SavedSearchRow,
  type SearchFilter,
  selectSavedSearches,
} from '../saved-searches.queries.ts'

/** Reads the property store, so it must not run inside a transaction. */
export async function presentSearches(ctx: SearchContext, rows: ListedSearchRow[]): Promise<ListedSavedSearch[]> {
  const ids = rows.map(({ id }) => id)
  const [counts, delivered] = await Promise.all([listPastCounts(ctx.db, ids), countDeliveredBySet(ctx, rows)])
  const past = Map.groupBy(counts, ({ savedSearchId }) => savedSearchId)
  return rows.map((row) => {
    const ofThis = row.currentSet === null ? row.lastDelivered : delivered && (delivered.get(row.currentSet) ?? 0)
    return presentListed(row, { past: past.get(row.id), delivered: ofThis })
  })
}

/**
 * Counts the matches of each set that the user has purchased. Null if the store is busy: the searches are shown
 * without it.
 */
async function countDeliveredBySet(ctx: SearchContext, rows: ListedSearchRow[]) {
  const { clickhouse, clock, log, actor, signal } = ctx
  const sets = rows.filter(showsDelivered).flatMap(({ currentSet }) => currentSet ?? [])
  if (sets.length === 0) return new Map<number, number>()
  const asOf = clock.now()
  const ownLeads = await ctx.getOwnLeads(ctx, { userId: actor.userId, at: asOf, criteria: [] })
  try {
    return await countDelivered(clickhouse, sets, { ownLeads, asOf, signal })
  } catch (error) {
    signal.throwIfAborted()
    log.warn({ err: error }, 'saved searches are shown without their purchased matches')
    return null
  }
}

async function presentSearch(ctx: SearchContext, row: SavedSearchRow): Promise<SavedSearch> {
  const [search] = await presentSearches(ctx, [row])
  if (!search) throw new Error(`search ${row.id} was not shown`)
  return { ...search, criteria: toCriteria(row) }
}

export async function requireOwnedSearch(
  { db, actor }: Pick<Context, 'db' | 'actor'>,
  id: string,
): Promise<SavedSearchRow> {
  const row = await findSavedSearch(db, actor.userId, id)
  if (!row) throw notFound('This saved search')
  return row
}

export const getSavedSearch = async (ctx: SearchContext, id: string): Promise<SavedSearch> =>
  presentSearch(ctx, await requireOwnedSearch(ctx, id))

export async function getDefaultSearch(ctx: SearchContext): Promise<SavedSearch> {
  const row = await findDefault(ctx.db, ctx.actor.userId)
  if (!row) throw appError('NOT_FOUND', 'None of your saved searches is the default.')
  return presentSearch(ctx, row)
}

type ListedSearchExtras = {
  past?: readonly PastCount[] | undefined
  delivered: number | null
}

/** Whether the search excludes purchased leads, so that their number is shown. */
export const showsDelivered = (row: ListedSearchRow): boolean => row.lastCount !== null && excludesDelivered(row)

export function presentListed(row: ListedSearchRow, { past = [], delivered }: ListedSearchExtras): ListedSavedSearch {
  const { id, name, isDefault, lastCount, emailChanges, addedCount, removedCount } = row
  const hasHistory = lastCount !== null && past.length > 0
  return {
    ...{ id, name, isDefault, lastCount, emailChanges },
    criteriaSummary: toCriteriaSummary(row),
    ...(showsDelivered(row) && delivered !== null && { delivered }),
    lastCountAt: row.lastCountAt?.toISOString() ?? null,
    ...(addedCount !== null && removedCount !== null && { changes: { entered: addedCount, left: removedCount } }),
    visitedAt: row.visitedAt?.toISOString() ?? null,
    ...(hasHistory && { history: past.map(({ at, count }) => ({ at: at.toISOString(), count })) }),
    createdAt: row.createdAt.toISOString(),
    updatedAt: row.updatedAt.toISOString(),
  }
}

export async function listSavedSearches(
  ctx: SearchContext,
  query: PageQuery & SearchFilter & { sort: 'default' | 'changes' },
): Promise<PageResult<ListedSavedSearch>> {
  const { db, actor } = ctx
  const rows = await selectSavedSearches(db, actor.userId, query, { ...toSlice(query), sort: query.sort })
  return toPage(await presentSearches(ctx, rows), await countSavedSearches(db, actor.userId, query), query)
}

export async function listChanges(
  ctx: Context,
  owners: OwnerAccess,
  id: string,
  query: PageQuery & { change: 'ENTERED' | 'LEFT' },
): Promise<PageResult<ChangedMatch>> {
  const { viewedSet, currentSet, addedCount, removedCount } = await requireOwnedSearch(ctx, id)
  if (viewedSet === null || currentSet === null) return toPage([], 0, query)
  const isEntered = query.change === 'ENTERED'
  const count = (isEntered ? addedCount : removedCount) ?? 0
  if (toSlice(query).offset >= count) return toPage([], count, query)
  const sets = isEntered ? { set: currentSet, without: viewedSet } : { set: viewedSet, without: currentSet }
  const ids = await listMatchesOnlyIn(ctx.clickhouse, sets, query)
  const rows = await getPropertyRows(ctx, owners, ids)
  const items = ids.map((propertyId) => ({ propertyId, property: rows.get(propertyId) ?? null }))
  return toPage(items, count, query)
}

async function getPropertyRows(
  ctx: Context,
  owners: OwnerAccess,
  propertyIds: string[],
): Promise<Map<string, PropertyRow>> {
  if (propertyIds.length === 0) return new Map()
  const selection = { criteria: { only: { propertyIds } }, asOf: ctx.clock.now(), signal: ctx.signal }
  const all = { sort: 'place', order: 'asc', limit: propertyIds.length, offset: 0 } as const
  const rows = await presentRows(ctx, owners, await findProperties(ctx.clickhouse, selection, all))
  return new Map(rows.map((row) => [row.propertyId, row]))
}
