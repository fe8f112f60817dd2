import type { Counted } from './count-now.ts'
import type { CountType } from './counts.queries.ts'
import type { Difference } from './matches.queries.ts'
import type { CountColumns, SavedSearchRow } from './saved-searches.queries.ts'

export type Since = Record<'count' | 'visit', Difference | null>

export const isChange = (difference: Difference | null) =>
  difference !== null && difference.entered + difference.departed > 0

const nothing = { entered: null, departed: null }
const none = { entered: 0, departed: 0 }

export type First = Counted | 'TOO_HEAVY' | 'BUSY'

/** What is found is what there was. Where the store was busy there is no count, and one is made once there is room. */
export function firstCount(first: First, at: Date): CountColumns {
  const counted = typeof first === 'string' ? null : first
  const set = counted?.set ?? null
  return {
    lastCount: counted?.count ?? null,
    lastCountAt: counted?.at ?? null,
    lastDelivered: counted?.delivered ?? null,
    ...{ seenSet: set, latestSet: set, toldSet: set },
    ...(set === null ? nothing : none),
    visitedAt: at,
    triedAt: first === 'BUSY' ? null : at,
  }
}

/** The same matches stay the same set; above the number that is followed nothing is, and following begins anew. */
export function laterCount(row: SavedSearchRow, counted: Counted, since: Since, isVisit: boolean): CountColumns {
  const latestSet = since.count && !isChange(since.count) ? row.latestSet : counted.set
  const { count: lastCount, at, delivered: lastDelivered } = counted
  const columns = { lastCount, lastDelivered, lastCountAt: at, triedAt: at, latestSet }
  const visitedAt = isVisit ? at : row.visitedAt
  if (latestSet === null) return { ...columns, visitedAt, seenSet: null, toldSet: null, ...nothing }
  return {
    ...columns,
    visitedAt,
    seenSet: isVisit ? latestSet : (row.seenSet ?? latestSet),
    toldSet: isVisit ? latestSet : (row.toldSet ?? latestSet),
    ...(isVisit ? none : (since.visit ?? none)),
  }
}

export function typeOfCount({ lastCount }: SavedSearchRow, { count }: Counted, since: Since): CountType {
  if (lastCount === null) return 'saved_search.saved'
  return lastCount !== count || isChange(since.count) ? 'saved_search.changed' : 'saved_search.counted'
}
