import type { Criteria } from '@dooryard/contract/criteria/criteria'
import { maxTrackedMatches } from '@dooryard/contract/properties/saved-searches'
import type { Context, Services } from '../../../platform/context.ts'
import { appError } from '../../../platform/errors/app-error.ts'
import type { Db } from '../../../platform/postgres/database.ts'
import { createSemaphore } from '../../../platform/util/semaphore.ts'
import { type GetOwnLeads, toCriteria } from '../../properties/index.ts'
import { getCriteriaBytes, selectCriteria } from '../saved-searches.queries.ts'
import { insertSet } from './match-sets.queries.ts'
import { countMatches, dropSets, getSetFingerprint, getSetSize, insertMatches, readMatches } from './matches.queries.ts'

/** Data from modules above: the leads of a user. */
export type LeadSources = { getOwnLeads: GetOwnLeads }

export type SearchServices = Services & LeadSources
export type SearchContext = Context & LeadSources

/** `set` is null for too many matches to track; only then is `delivered` counted here. */
export type CountedMatches = { count: number; set: number | null; at: Date; delivered: number | null }

type CountInput = {
  userId: string
  criteria: Criteria
  /** The set of the last count; it is reused if the matches are the same. */
  lastSet?: number | null
  /** A background count, for which no request waits. */
  isUnhurried?: boolean
  signal?: AbortSignal | undefined
}

/**
 * Counts the matches and stores them as a set. Both come from one read, so they agree. No search refers to the set
 * yet. Above `maxTrackedMatches` matches there is no set.
 */
export async function countSearchMatches(services: SearchServices, input: CountInput): Promise<CountedMatches> {
  const { db, clickhouse, clock } = services
  const { userId, criteria, lastSet = null, isUnhurried = false, signal } = input
  const at = clock.now()
  const excludeCriteria = await listExcludedCriteria(db, userId, criteria)
  const ownLeads = await services.getOwnLeads(services, { userId, at, criteria: [criteria, ...excludeCriteria] })
  const selection = { criteria, ownLeads, excludeCriteria, asOf: at, isUnhurried, signal }
  const { ids, print } = await readMatches(clickhouse, selection, maxTrackedMatches)
  if (ids.length > maxTrackedMatches) return { ...(await countMatches(clickhouse, selection)), set: null, at }
  if (lastSet !== null && (await getSetFingerprint(clickhouse, lastSet)) === print)
    return { count: ids.length, set: lastSet, at, delivered: null }
  const set = await createEmptySet(services)
  await insertMatches(clickhouse, set, { ids, signal })
  return { count: ids.length, set, at, delivered: null }
}

/** Creates an empty set. After a database restore an id may be reused for which the store still has matches. */
export async function createEmptySet({ db, clickhouse, clock }: Services): Promise<number> {
  const set = await insertSet(db, clock.now())
  if ((await getSetSize(clickhouse, set)) > 0) await dropSets(clickhouse, [set])
  return set
}

const busyMessage = 'Several of your searches are being counted. Please try again in a moment.'
const queueLimits = { size: 1, heavy: 0, waiting: 16 }
const queueSeconds = 20

type UserQueue = { turns: ReturnType<typeof createSemaphore>; users: number }

const queuesByUser = new Map<string, UserQueue>()

/** Runs one count per user at a time, in order of arrival, so that a user with many counts does not delay others. */
export async function serializeCountsPerUser<T>(
  { actor, signal }: { actor: Pick<Context['actor'], 'userId'>; signal?: AbortSignal | undefined },
  count: () => Promise<T>,
): Promise<T> {
  const mine = queuesByUser.get(actor.userId) ?? { turns: createSemaphore(queueLimits, busyMessage), users: 0 }
  queuesByUser.set(actor.userId, mine)
  mine.users += 1
  try {
    return await mine.turns.pass({ signal, seconds: queueSeconds }, count)
  } finally {
    mine.users -= 1
    if (mine.users === 0) queuesByUser.delete(actor.userId)
  }
}

export const getExcludedCriteria = ({ db, actor }: Pick<Context, 'db' | 'actor'>, criteria: Criteria) =>
  listExcludedCriteria(db, actor.userId, criteria)

/** Maximum total size in bytes of excluded saved searches: an order stores a copy of them. */
const maxExcludedBytes = 2_000_000

/**
 * Throws UNPROCESSABLE if an excluded search is missing, if they are too large together, or if one excludes searches
 * itself: it could be a cycle.
 */
export async function listExcludedCriteria(db: Db, userId: string, { exclude }: Criteria): Promise<Criteria[]> {
  const ids = [...new Set(exclude?.savedSearchIds)]
  if (ids.length === 0) return []
  if ((await getCriteriaBytes(db, userId, ids)) > maxExcludedBytes)
    throw appError(
      'UNPROCESSABLE',
      'The excluded saved searches are too large together: 2 MB is the maximum. Exclude fewer of them.',
    )
  const rows = await selectCriteria(db, userId, ids)
  if (rows.length < ids.length)
    throw appError('UNPROCESSABLE', 'An excluded saved search does not exist: remove it from the filters.')
  return rows.map((row) => toExcludedFilters(row.name, toCriteria(row)))
}

function toExcludedFilters(name: string, { exclude, ...criteria }: Criteria): Criteria {
  if (exclude?.savedSearchIds?.length)
    throw appError('UNPROCESSABLE', `“${name}” excludes other searches, so it cannot be excluded.`)
  // What it excludes itself it does not match, so that stays; purchased leads are excluded by the search around it.
  const { savedSearchIds: _, ...rest } = exclude ?? {}
  return { ...criteria, exclude: { ...rest, delivered: false } }
}
