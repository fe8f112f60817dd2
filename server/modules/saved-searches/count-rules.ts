import type { Counted } from './count-now.ts'
import type { CountType } from './counts.queries.ts'
import type { Difference } from './matches.queries.ts'
import type { CountColumns, SavedSearchRow } from './saved-searches.queries.ts'

export type Since = Record<'count' | 'visit', Difference | null>

export const isChange = (difference: Difference | null) =>
  difference !== null && difference.entered + difference.departed > 0

const nothing = { addedCount: null, removedCount: null }
const none = { addedCount: 0, removedCount: 0 }

export type First = Counted | 'TOO_HEAVY' | 'BUSY'

/** What is found is what there was. Where the store was busy there is no count, and one is made once there is room. */
export function firstCount(first: First, at: Date): CountColumns {
  const counted = typeof first === 'string' ? null : first
  const set = counted?.set ?? null
  return {
    lastCount: counted?.count ?? null,
    lastCountAt: counted?.at ?? null,
    lastDelivered: counted?.delivered ?? null,
    ...{ viewedSet: set, currentSet: set, notifiedSet: set },
    ...(set === null ? nothing : none),
    visitedAt: at,
    lastAttemptAt: first === 'BUSY' ? null : at,
  }
}

/** The same matches stay the same set; above the number that is followed nothing is, and following begins anew. */
export function laterCount(row: SavedSearchRow, counted: Counted, since: Since, isVisit: boolean): CountColumns {
  const currentSet = since.count && !isChange(since.count) ? row.currentSet : counted.set
  const { count: lastCount, at, delivered: lastDelivered } = counted
  const columns = { lastCount, lastDelivered, lastCountAt: at, lastAttemptAt: at, currentSet }
  const visitedAt = isVisit ? at : row.visitedAt
  if (currentSet === null) return { ...columns, visitedAt, viewedSet: null, notifiedSet: null, ...nothing }
  return {
    ...columns,
    visitedAt,
    viewedSet: isVisit ? currentSet : (row.viewedSet ?? currentSet),
    notifiedSet: isVisit ? currentSet : (row.notifiedSet ?? currentSet),
    ...(since.visit && !isVisit ? { addedCount: since.visit.entered, removedCount: since.visit.departed } : none),
  }
}

export function typeOfCount({ lastCount }: SavedSearchRow, { count }: Counted, since: Since): CountType {
  if (lastCount === null) return 'saved_search.saved'
  return lastCount !== count || isChange(since.count) ? 'saved_search.changed' : 'saved_search.counted'
}
