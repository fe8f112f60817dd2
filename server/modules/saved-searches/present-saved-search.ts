import type { ListedSavedSearch } from '@dooryard/contract/saved-searches'
import { excludesDelivered, summaryOf } from '../properties/index.ts'
import type { PastCount } from './counts.queries.ts'
import type { ListedSearchRow } from './saved-searches.queries.ts'

type Known = {
  /** The counts there were. */
  past?: readonly PastCount[] | undefined
  /** How many of its matches were delivered to its owner; null where that is not known. */
  delivered: number | null
}

/** Whether the lead finder leaves out of a search what was delivered, so that its number is shown. */
export const showsDelivered = (row: ListedSearchRow): boolean => row.lastCount !== null && excludesDelivered(row)

/** A saved search as lists show it. */
export function presentListed(row: ListedSearchRow, { past = [], delivered }: Known): ListedSavedSearch {
  const { entered, departed } = row
  const hasHistory = row.lastCount !== null && past.length > 0
  return {
    id: row.id,
    name: row.name,
    criteriaSummary: summaryOf(row),
    isDefault: row.isDefault,
    lastCount: row.lastCount,
    ...(showsDelivered(row) && delivered !== null && { delivered }),
    lastCountAt: row.lastCountAt?.toISOString() ?? null,
    ...(entered !== null && departed !== null && { changes: { entered, left: departed } }),
    visitedAt: row.visitedAt?.toISOString() ?? null,
    emailChanges: row.emailChanges,
    ...(hasHistory && { history: past.map(({ at, count }) => ({ at: at.toISOString(), count })) }),
    createdAt: row.createdAt.toISOString(),
    updatedAt: row.updatedAt.toISOString(),
  }
}
