import { type PageOf, type PageQuery, sliceOf, toPage } from '@dooryard/contract/paging'
import type { PropertyRow } from '@dooryard/contract/properties'
import type { ChangedMatch } from '@dooryard/contract/saved-searches'
import type { Context } from '../../platform/context.ts'
import { notFound } from '../../platform/errors.ts'
import { findProperties } from '../properties/index.ts'
import { onlyIn } from './matches.queries.ts'
import { findSavedSearch } from './saved-searches.queries.ts'

type Query = PageQuery & { change: 'ENTERED' | 'LEFT' }

/** A page of the properties that entered or left a search of the actor's since the last visit. */
export async function listChanges(ctx: Context, id: string, query: Query): Promise<PageOf<ChangedMatch>> {
  const row = await findSavedSearch(ctx.db, ctx.actor.userId, id)
  if (!row) throw notFound('This saved search')
  const { seenSet, latestSet, entered, departed } = row
  if (seenSet === null || latestSet === null) return toPage([], 0, query)
  const isEntered = query.change === 'ENTERED'
  const count = (isEntered ? entered : departed) ?? 0
  if (sliceOf(query).offset >= count) return toPage([], count, query)
  const sets = isEntered ? { set: latestSet, without: seenSet } : { set: seenSet, without: latestSet }
  const ids = await onlyIn(ctx.clickhouse, sets, query)
  const rows = await rowsOf(ctx, ids)
  const items = ids.map((propertyId) => ({ propertyId, property: rows.get(propertyId) ?? null }))
  return toPage(items, count, query)
}

async function rowsOf(
  { clickhouse, clock, signal }: Context,
  propertyIds: string[],
): Promise<Map<string, PropertyRow>> {
  if (propertyIds.length === 0) return new Map()
  const selection = { criteria: { only: { propertyIds } }, asOf: clock.now(), signal }
  const all = { sort: 'place', order: 'asc', limit: propertyIds.length, offset: 0 } as const
  const rows = await findProperties(clickhouse, selection, all)
  return new Map(rows.map((row) => [row.propertyId, row]))
}
