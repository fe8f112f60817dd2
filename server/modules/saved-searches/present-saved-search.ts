import type { Criteria } from '@dooryard/contract/criteria'
import type { SavedSearch } from '@dooryard/contract/saved-searches'
import type { SavedSearchRow } from './saved-searches.queries.ts'

/** A saved search as the API shows it. */
export const presentSavedSearch = (row: SavedSearchRow): SavedSearch => ({
  id: row.id,
  name: row.name,
  // Written by `saveSearch` and `changeSavedSearch` only, which take validated criteria.
  criteria: row.criteria as Criteria,
  isDefault: row.isDefault,
  lastCount: row.lastCount,
  lastCountAt: row.lastCountAt?.toISOString() ?? null,
  createdAt: row.createdAt.toISOString(),
  updatedAt: row.updatedAt.toISOString(),
})
