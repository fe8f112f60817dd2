import type { Criteria } from '@dooryard/contract/criteria'
import { mostFollowed } from '@dooryard/contract/saved-searches'
import type { Services } from '../../platform/context.ts'
import { deliveredTo } from './delivered.queries.ts'
import { insertSet } from './match-sets.queries.ts'
import { countMatches, dropSets, keepMatches, printOfSet, readMatches, sizeOfSet } from './matches.queries.ts'
import { criteriaLeftOut } from './saved-criteria.ts'

type Stores = Pick<Services, 'db' | 'clickhouse' | 'clock'>

/**
 * What was found: `set` holds it, and is null where it is too much to be followed. Then `delivered` says how many of it were
 * delivered to the user; of a set that is found out when it is shown.
 */
export type Counted = { count: number; set: number | null; at: Date; delivered: number | null }

type Asked = {
  userId: string
  criteria: Criteria
  /** The set of the last count: where the same is found it stays the set. */
  lastSet?: number | null
  /** Nobody waits for it. */
  isUnhurried?: boolean
  signal?: AbortSignal | undefined
}

/**
 * Counts what matches, delivered or not, and keeps it as a set of its own that nobody points at yet, unless it is what was
 * found last. Count and set are of one read, so they agree; above `mostFollowed` there is the count alone.
 */
export async function countNow({ db, clickhouse, clock }: Stores, asked: Asked): Promise<Counted> {
  const { userId, criteria, lastSet = null, isUnhurried = false, signal } = asked
  const at = clock.now()
  const excludeCriteria = await criteriaLeftOut(db, userId, criteria)
  const selection = { criteria, excludeCriteria, asOf: at, isUnhurried, signal }
  const { ids, print } = await readMatches(clickhouse, selection, mostFollowed)
  if (ids.length > mostFollowed) {
    const excludeIds = await deliveredTo(db, userId)
    return { ...(await countMatches(clickhouse, { ...selection, excludeIds })), set: null, at }
  }
  if (lastSet !== null && (await printOfSet(clickhouse, lastSet)) === print)
    return { count: ids.length, set: lastSet, at, delivered: null }
  const set = await emptySet({ db, clickhouse, clock })
  await keepMatches(clickhouse, set, { ids, signal })
  return { count: ids.length, set, at, delivered: null }
}

/** A set without matches: a database that was restored from a copy gives numbers that the store has seen before. */
async function emptySet({ db, clickhouse, clock }: Stores): Promise<number> {
  const set = await insertSet(db, clock.now())
  if ((await sizeOfSet(clickhouse, set)) > 0) await dropSets(clickhouse, [set])
  return set
}
