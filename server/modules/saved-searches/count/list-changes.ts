import type { Db } from '../../../platform/postgres/database.ts'
import { toCriteria } from '../../properties/index.ts'
import { listEntriesOfLists } from '../lists/property-lists.queries.ts'
import type { SavedSearchRow } from '../saved-searches.queries.ts'
import { type CountedMatches, createEmptySet, type SearchServices } from './count-matches.ts'
import { getLastCountedAt } from './counts.queries.ts'
import { copyMatches } from './matches.queries.ts'

/**
 * A search that is limited to lists, with earlier matches as if its user had edited the lists before them: what users
 * add or remove by hand is no news to them. A property that they added since the last count joins the earlier matches if
 * it matches now, and one that is no longer listed leaves them. Other changes are reported as ever, and so are those of
 * lists that stacked searches alone use: other searches of the stack may match the same properties.
 */
export async function applyListChanges(
  services: SearchServices,
  row: SavedSearchRow,
  { set: counted }: CountedMatches,
): Promise<SavedSearchRow> {
  const listIds = toCriteria(row).only?.listIds
  // A change of a list removes the counts of its searches.
  if (!listIds || row.lastCount !== null || counted === null) return row
  const { db, clickhouse } = services
  const since = await getLastChecked(db, row)
  const entries = await listEntriesOfLists(db, { userId: row.userId, listIds })
  const listed = entries.map(({ propertyId }) => propertyId)
  const added = entries.filter(({ addedAt }) => addedAt >= since).map(({ propertyId }) => propertyId)
  const copies = new Map<number | null, number>()
  for (const set of new Set([row.viewedSet, row.currentSet, row.notifiedSet])) {
    if (set === null) continue
    const copy = await createEmptySet(services)
    await copyMatches(clickhouse, copy, [
      { set, among: listed },
      { set: counted, among: added },
    ])
    copies.set(set, copy)
  }
  const getCopy = (set: number | null) => copies.get(set) ?? null
  return {
    ...row,
    viewedSet: getCopy(row.viewedSet),
    currentSet: getCopy(row.currentSet),
    notifiedSet: getCopy(row.notifiedSet),
  }
}

/** A visit that finds no difference leaves no count. */
async function getLastChecked(db: Db, { id, visitedAt, createdAt }: SavedSearchRow): Promise<Date> {
  const countedAt = (await getLastCountedAt(db, id)) ?? createdAt
  return visitedAt && visitedAt > countedAt ? visitedAt : countedAt
}
