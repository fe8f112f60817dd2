import { type PageOf, type PageQuery, sliceOf, toPage } from '@dooryard/contract/paging'
import type { SavedSearch } from '@dooryard/contract/saved-searches'
import type { Context } from '../../platform/context.ts'
import { presentSavedSearch } from './present-saved-search.ts'
import { countSavedSearches, selectSavedSearches } from './saved-searches.queries.ts'

type Query = PageQuery & { search?: string | undefined }

/** A page of the actor's saved searches, the default first, then the newest; `search` finds any part of a name. */
export async function listSavedSearches({ db, actor }: Context, query: Query): Promise<PageOf<SavedSearch>> {
  const search = query.search ?? ''
  const rows = await selectSavedSearches(db, actor.userId, search, sliceOf(query))
  return toPage(rows.map(presentSavedSearch), await countSavedSearches(db, actor.userId, search), query)
}
