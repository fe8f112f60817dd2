import { type Criteria, excludesPurchased } from '@dooryard/contract/criteria/criteria'
import {
  maxListProperties,
  type PropertyListChange,
  type PropertyListChanged,
} from '@dooryard/contract/data/property-lists'
import { inTransaction } from '../../../platform/postgres/database.ts'
import { isUInt64, listMatchIds } from '../../properties/index.ts'
import { listExcludedCriteria, type SearchContext } from '../count/count-matches.ts'
import { countMatches } from '../count/matches.queries.ts'
import { uncountSearchesUsing } from '../saved-searches.queries.ts'
import { listNotFound, requireOwnedList } from './manage-lists.ts'
import { presentList } from './present-lists.ts'
import { countEntriesAmong, deleteEntries, insertEntries, lockList, recordChange } from './property-lists.queries.ts'

/**
 * Adds properties to a list or removes them. One that is there already, or is not, changes nothing; beyond the limit
 * the rest is skipped, and counted. Changes of two tabs follow each other.
 */
export async function changePropertyList(
  ctx: SearchContext,
  id: string,
  change: PropertyListChange,
): Promise<PropertyListChanged> {
  await requireOwnedList(ctx, id)
  const isAdding = change.action === 'ADD'
  const named =
    'criteria' in change
      ? await findMatches(ctx, id, change)
      : { propertyIds: change.propertyIds.filter(isUInt64), more: 0 }
  const { list, changed, there } = await inTransaction(ctx, async (tx) => {
    const { db, actor, clock } = tx
    const locked = await lockList(db, { userId: actor.userId, id })
    if (!locked) throw listNotFound()
    const entries = { listId: id, propertyIds: named.propertyIds }
    const known = isAdding ? await countEntriesAmong(db, entries) : 0
    const room = maxListProperties - locked.properties
    const ids = isAdding
      ? await insertEntries(db, { ...entries, at: clock.now(), room })
      : await deleteEntries(db, entries)
    if (ids.length === 0) return { list: locked, changed: ids, there: known }
    await uncountSearchesUsing(db, actor.userId, id)
    return { list: await recordChange(db, id, clock.now()), changed: ids, there: known }
  })
  const asked = new Set(named.propertyIds).size + named.more
  return { list: await presentList(ctx, list), changed, skipped: isAdding ? asked - there - changed.length : 0 }
}

type NamedProperties = { propertyIds: string[]; more: number }

/** All that match; for a list that is to grow, as many as it could have room for, and how many more match. */
async function findMatches(
  ctx: SearchContext,
  id: string,
  { action, criteria }: { action: 'ADD' | 'REMOVE'; criteria: Criteria },
): Promise<NamedProperties> {
  const { db, clickhouse, clock, actor, signal } = ctx
  const asOf = clock.now()
  const searched = action === 'ADD' ? criteria : limitToList(criteria, id)
  const excludeCriteria = await listExcludedCriteria(db, actor.userId, searched)
  const all = [searched, ...excludeCriteria]
  const ownLeads = await ctx.getOwnLeads(ctx, { userId: actor.userId, at: asOf, criteria: all })
  const selection = { criteria: searched, ownLeads, excludeCriteria, asOf, signal }
  // Of twice as many as a list can have, at least a full list is new to it; criteria name at most twenty lists.
  const limit = (action === 'ADD' ? 2 : 20) * maxListProperties
  const propertyIds = await listMatchIds(clickhouse, selection, limit)
  if (propertyIds.length < limit) return { propertyIds, more: 0 }
  const { count, delivered } = await countMatches(clickhouse, selection)
  const matching = excludesPurchased(searched) ? count - delivered : count
  return { propertyIds, more: Math.max(0, matching - propertyIds.length) }
}

/** What is to be removed is in the list. */
const limitToList = (criteria: Criteria, id: string): Criteria =>
  criteria.only?.listIds && !criteria.only.listIds.includes(id)
    ? criteria
    : { ...criteria, only: { ...criteria.only, listIds: [id] } }
