import type { CountColumns, SavedSearchRow } from '../saved-searches.queries.ts'
import type { CountedMatches } from './count-matches.ts'
import type { CountType } from './counts.queries.ts'
import type { MatchDifference } from './matches.queries.ts'

export type CountDifferences = Record<'count' | 'visit', MatchDifference | null>

export const hasChanges = (difference: MatchDifference | null) =>
  difference !== null && difference.entered + difference.departed > 0

const unknownChanges = { addedCount: null, removedCount: null }
const noChanges = { addedCount: 0, removedCount: 0 }

export type FirstCount = CountedMatches | 'TOO_HEAVY' | 'BUSY'

/** The first matches are the baseline. If the store was busy there is no count, and a later job makes one. */
export function buildFirstCount(first: FirstCount, at: Date): CountColumns {
  const counted = typeof first === 'string' ? null : first
  const set = counted?.set ?? null
  return {
    lastCount: counted?.count ?? null,
    lastCountAt: counted?.at ?? null,
    lastDelivered: counted?.delivered ?? null,
    ...{ viewedSet: set, currentSet: set, notifiedSet: set },
    ...(set === null ? unknownChanges : noChanges),
    visitedAt: at,
    lastAttemptAt: first === 'BUSY' ? null : at,
  }
}

/** Unchanged matches keep their set. Above the tracking limit there is no set, and tracking restarts later. */
export function buildRecount(
  row: SavedSearchRow,
  counted: CountedMatches,
  since: CountDifferences,
  isVisit: boolean,
): CountColumns {
  const currentSet = since.count && !hasChanges(since.count) ? row.currentSet : counted.set
  const { count: lastCount, at, delivered: lastDelivered } = counted
  const columns = { lastCount, lastDelivered, lastCountAt: at, lastAttemptAt: at, currentSet }
  const visitedAt = isVisit ? at : row.visitedAt
  if (currentSet === null) return { ...columns, visitedAt, viewedSet: null, notifiedSet: null, ...unknownChanges }
  return {
    ...columns,
    visitedAt,
    viewedSet: isVisit ? currentSet : (row.viewedSet ?? currentSet),
    notifiedSet: isVisit ? currentSet : (row.notifiedSet ?? currentSet),
    ...(since.visit && !isVisit ? { addedCount: since.visit.entered, removedCount: since.visit.departed } : noChanges),
  }
}

export function getCountType(
  { lastCount }: SavedSearchRow,
  { count }: CountedMatches,
  since: CountDifferences,
): CountType {
  if (lastCount === null && since.count === null) return 'saved_search.saved'
  // A count that was removed leaves its matches to compare with.
  const isOther = lastCount !== null && lastCount !== count
  return isOther || hasChanges(since.count) ? 'saved_search.changed' : 'saved_search.counted'
}
