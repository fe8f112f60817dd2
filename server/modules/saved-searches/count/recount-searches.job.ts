import { dayMs, hourMs } from '@dooryard/contract/api/time'
import type { SavedSearch } from '@dooryard/contract/properties/saved-searches'
import { z } from 'zod'
import type { Context, Services } from '../../../platform/context.ts'
import { isAppError, notFound } from '../../../platform/errors/app-error.ts'
import { addJob, type Task } from '../../../platform/jobs/jobs.ts'
import { type Db, inTransaction } from '../../../platform/postgres/database.ts'
import { readDataVersion, toCriteria } from '../../properties/index.ts'
import { emitWebhookEvent } from '../../webhooks/index.ts'
import { getSavedSearch, requireOwnedSearch } from '../manage/read-saved-searches.ts'
import { findSavedSearch, lockSavedSearch, type SavedSearchRow, updateSavedSearch } from '../saved-searches.queries.ts'
import {
  type CountedMatches,
  countSearchMatches,
  type SearchContext,
  type SearchServices,
  serializeCountsPerUser,
} from './count-matches.ts'
import { buildRecount, type CountDifferences, getCountType } from './count-rules.ts'
import { insertCount, listQueuedSearches, queueDueSearches, recordAttempt } from './counts.queries.ts'
import { applyListChanges } from './list-changes.ts'
import { markSetUsed } from './match-sets.queries.ts'
import { getSetDifference } from './matches.queries.ts'

export const recountSearchesJob = 'recount-searches'

const Payload = z.object({ userId: z.uuid() })

/**
 * After new data a search is recounted before its day is over, but not after each of several consecutive roll imports.
 */
const newDataDelayMs = 6 * hourMs
/** Delay before a retry after a transient failure. */
const retryDelayMs = 2 * hourMs
const batchSize = 500
/** Background recounts use only a few queues, so that interactive searches come first. */
const queueCount = 2
/** Maximum number of searches recounted per job; the rest goes to a new job behind other users. */
const maxPerRun = 20

/** At most one job per user, always in the same queue. */
const addRecount = (db: Db, userId: string) =>
  addJob(
    db,
    recountSearchesJob,
    { userId },
    {
      ...{ jobKey: `recount:${userId}`, keepsPlace: true },
      // The last digits of an id are random.
      queue: `recount-searches-${Number.parseInt(userId.slice(-4), 16) % queueCount}`,
    },
  )

/** Adds a job for each user with searches due for a recount: once a day, and soon after new data. */
export async function queueRecounts(services: Services): Promise<void> {
  const at = services.clock.now()
  const ago = (ms: number) => new Date(at.getTime() - ms)
  const { version: data, isWhole } = await readDataVersion(services.db)
  // While a roll is being loaded, its data is not a complete version yet.
  const soon = isWhole ? ago(newDataDelayMs) : ago(dayMs)
  await inTransaction(services, async ({ db }) => {
    const userIds = await queueDueSearches(db, {
      at,
      late: ago(dayMs),
      soon,
      data,
      lost: ago(hourMs),
      limit: batchSize,
    })
    for (const userId of userIds) await addRecount(db, userId)
  })
}

/** A search that fails to count does not block the others. */
export const runRecountSearches =
  (services: SearchServices): Task =>
  async (payload, { signal }) => {
    const { userId } = Payload.parse(payload)
    const waiting = await listQueuedSearches(services.db, userId)
    for (const id of waiting.slice(0, maxPerRun)) {
      signal.throwIfAborted()
      await recountQueued(services, { userId, id }, signal)
    }
    if (waiting.length > maxPerRun) await addRecount(services.db, userId)
  }

async function recountQueued(
  services: SearchServices,
  { userId, id }: { userId: string; id: string },
  signal: AbortSignal,
) {
  const { db, clock, log } = services
  const { version: data } = await readDataVersion(db)
  const recount = async () => {
    const row = await findSavedSearch(db, userId, id)
    return row ? recountSearch(services, row, { isVisit: false, data, signal }) : true
  }
  try {
    // The search may have changed meanwhile. Without a second attempt it would wait for an hour, and its owner's mail
    // with it.
    if (!(await recount())) await recount()
  } catch (error) {
    signal.throwIfAborted()
    // A search that is too heavy or excludes a missing search fails tomorrow as well; other failures may pass sooner.
    const isLasting = isAppError(error) && error.code === 'UNPROCESSABLE'
    log[isLasting ? 'info' : 'warn']({ err: error, savedSearchId: id }, 'a saved search could not be counted')
    const now = clock.now().getTime()
    await recordAttempt(db, id, new Date(isLasting ? now : now - dayMs + retryDelayMs), data)
  }
}

type RecountOptions = { isVisit: boolean; data?: string; signal?: AbortSignal }

/** Returns false if the search changed during the count, so that the result no longer applies. */
export async function recountSearch(
  services: SearchServices,
  row: SavedSearchRow,
  how: RecountOptions,
): Promise<boolean> {
  const counted = await countSearchMatches(services, {
    ...{ userId: row.userId, criteria: toCriteria(row), lastSet: row.currentSet },
    ...{ isUnhurried: !how.isVisit, signal: how.signal },
  })
  const earlier = await applyListChanges(services, row, counted)
  const since = await getDifferences(services, earlier, counted)
  return inTransaction(services, (tx) => recordCount(tx, earlier, { counted, since, how }))
}

async function getDifferences(
  { clickhouse }: Services,
  row: SavedSearchRow,
  { set }: CountedMatches,
): Promise<CountDifferences> {
  const from = async (older: number | null) =>
    older === null || set === null ? null : getSetDifference(clickhouse, older, set)
  const count = await from(row.currentSet)
  const visit = row.viewedSet === row.currentSet ? count : await from(row.viewedSet)
  return { count, visit }
}

type RecountResult = { counted: CountedMatches; since: CountDifferences; how: RecountOptions }

async function recordCount(
  tx: Services,
  row: SavedSearchRow,
  { counted, since, how }: RecountResult,
): Promise<boolean> {
  const { db } = tx
  const { isVisit, data } = how
  const current = await lockSavedSearch(db, row.userId, row.id)
  if (current?.version !== row.version) return false
  const columns = buildRecount(row, counted, since, isVisit)
  const used = [current.viewedSet, current.currentSet, current.notifiedSet]
  for (const set of new Set([columns.viewedSet, columns.currentSet, columns.notifiedSet]))
    if (set !== null && !used.includes(set)) await markSetUsed(db, set)
  await updateSavedSearch(db, row.id, {
    ...columns,
    queuedAt: null,
    ...(data !== undefined && { lastAttemptVersion: data }),
  })
  const type = getCountType(row, counted, since)
  const { entered = null, departed = null } = since.count ?? {}
  // Visits can be frequent, so they add a history point only for a change; a background recount always adds one.
  if (!isVisit || type !== 'saved_search.counted')
    await insertCount(db, { savedSearchId: row.id, type, at: counted.at, count: counted.count, entered, departed })
  if (type === 'saved_search.changed')
    await emitWebhookEvent(tx, row.userId, type, () => ({
      savedSearch: { id: row.id, name: current.name },
      count: counted.count,
      entered,
      left: departed,
      countedAt: counted.at.toISOString(),
    }))
  return true
}

/**
 * Recounts a search of the user; later changes are counted from this visit on. Concurrent visits are equivalent to
 * one.
 */
export const visitSavedSearch = (ctx: SearchContext, id: string): Promise<SavedSearch> =>
  serializeCountsPerUser(ctx, () => recountAndShow(ctx, id))

async function recountAndShow(ctx: SearchContext, id: string): Promise<SavedSearch> {
  const row = await requireOwnedSearch(ctx, id)
  const isRecorded = await recountSearch(ctx, row, { isVisit: true, signal: ctx.signal })
  // Another count has just finished: its result is the one marked as seen.
  if (!isRecorded) await markLatestSeen(ctx, id)
  return getSavedSearch(ctx, id)
}

const markLatestSeen = (ctx: Context, id: string): Promise<void> =>
  inTransaction(ctx, async ({ db, actor, clock }) => {
    const row = await lockSavedSearch(db, actor.userId, id)
    if (!row) throw notFound('This saved search')
    const { currentSet, lastCount } = row
    const seen = currentSet === null || lastCount === null ? {} : { addedCount: 0, removedCount: 0 }
    await updateSavedSearch(db, id, { viewedSet: currentSet, notifiedSet: currentSet, visitedAt: clock.now(), ...seen })
  })
