import { type PageOf, type PageQuery, sliceOf, toPage } from '@dooryard/contract/paging'
import type { ListedSavedSearch } from '@dooryard/contract/saved-searches'
import type { Context } from '../../platform/context.ts'
import { shown } from './own-saved-search.ts'
import { countSavedSearches, selectSavedSearches } from './saved-searches.queries.ts'

type Query = PageQuery & { search?: string | undefined; sort: 'default' | 'changes' }

/** A page of the actor's saved searches; `search` finds any part of a name. */
export async function listSavedSearches(ctx: Context, query: Query): Promise<PageOf<ListedSavedSearch>> {
  const { db, actor } = ctx
  const search = query.search ?? ''
  const rows = await selectSavedSearches(db, actor.userId, search, { ...sliceOf(query), sort: query.sort })
  return toPage(await shown(ctx, rows), await countSavedSearches(db, actor.userId, search), query)
}
