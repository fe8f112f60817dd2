import type { Criteria } from '@dooryard/contract/criteria'
import type { SavedSearch } from '@dooryard/contract/saved-searches'
import type { PastCount } from './counts.queries.ts'
import type { SavedSearchRow } from './saved-searches.queries.ts'

type Known = {
  /** The counts there were. */
  past?: readonly PastCount[] | undefined
  /** How many of its matches were delivered to its owner; null where that is not known. */
  delivered: number | null
}

// Written by `saveSearch` and `changeSavedSearch` only, which take validated criteria.
const criteriaOf = (row: SavedSearchRow) => row.criteria as Criteria

/** Whether the lead finder leaves out of a search what was delivered, so that its number is shown. */
export const leavesOutDelivered = (row: SavedSearchRow): boolean =>
  row.lastCount !== null && (criteriaOf(row).exclude?.delivered ?? true)

/** A saved search as the API shows it. */
export function presentSavedSearch(row: SavedSearchRow, { past = [], delivered }: Known): SavedSearch {
  const { entered, departed } = row
  const hasHistory = row.lastCount !== null && past.length > 0
  return {
    id: row.id,
    name: row.name,
    criteria: criteriaOf(row),
    isDefault: row.isDefault,
    lastCount: row.lastCount,
    ...(leavesOutDelivered(row) && delivered !== null && { delivered }),
    lastCountAt: row.lastCountAt?.toISOString() ?? null,
    ...(entered !== null && departed !== null && { changes: { entered, left: departed } }),
    visitedAt: row.visitedAt?.toISOString() ?? null,
    emailChanges: row.emailChanges,
    ...(hasHistory && { history: past.map(({ at, count }) => ({ at: at.toISOString(), count })) }),
    createdAt: row.createdAt.toISOString(),
    updatedAt: row.updatedAt.toISOString(),
  }
}
