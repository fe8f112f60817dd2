import type { SavedSearch } from '@dooryard/contract/saved-searches'
import { dayMs, hourMs } from '@dooryard/contract/time'
import { z } from 'zod'
import type { Context, Services } from '../../platform/context.ts'
import { isAppError, notFound } from '../../platform/errors.ts'
import { addJob, type Task } from '../../platform/jobs.ts'
import { type Db, inTransaction } from '../../platform/postgres/database.ts'
import { criteriaOf, readDataVersion } from '../properties/index.ts'
import { tellWebhooks } from '../webhooks/index.ts'
import { type Counted, countInTurn, countNow, type SearchContext, type SearchServices } from './count-now.ts'
import { laterCount, type Since, typeOfCount } from './count-rules.ts'
import { insertCount, queueDue, queuedOf, setTried } from './counts.queries.ts'
import { keepSet } from './match-sets.queries.ts'
import { differenceOf } from './matches.queries.ts'
import { ownRow, ownSavedSearch } from './own-saved-search.ts'
import { findSavedSearch, lockSavedSearch, type SavedSearchRow, updateSavedSearch } from './saved-searches.queries.ts'

export const recountSearchesJob = 'recount-searches'

const Payload = z.object({ userId: z.uuid() })

/** After new data a search is counted before its day is over, though not with each of the rolls that come in a row. */
const soonMs = 6 * hourMs
/** What failed for a reason that may pass is tried again after so long. */
const againMs = 2 * hourMs
const atOnce = 500
/** People who search come first. */
const queues = 2
/** Searches of a user that are counted in a row; then it is others' turn. */
const mostInARow = 20

/** One job of a user at most, in a line that always is the same. */
const addRecount = (db: Db, userId: string) =>
  addJob(
    db,
    recountSearchesJob,
    { userId },
    {
      ...{ jobKey: `recount:${userId}`, keepsPlace: true },
      // The last digits of an id are random.
      queue: `recount-searches-${Number.parseInt(userId.slice(-4), 16) % queues}`,
    },
  )

/** Adds a job for each user who has searches to be counted anew: once a day, and soon after new data. */
export async function queueRecounts(services: Services): Promise<void> {
  const at = services.clock.now()
  const ago = (ms: number) => new Date(at.getTime() - ms)
  const { version: data, isWhole } = await readDataVersion(services.db)
  // While a roll is being put into the store its data is no version yet.
  const soon = isWhole ? ago(soonMs) : ago(dayMs)
  await inTransaction(services, async ({ db }) => {
    const userIds = await queueDue(db, { at, late: ago(dayMs), soon, data, lost: ago(hourMs), limit: atOnce })
    for (const userId of userIds) await addRecount(db, userId)
  })
}

/** One that cannot be counted now holds up no other. */
export const runRecountSearches =
  (services: SearchServices): Task =>
  async (payload, { signal }) => {
    const { userId } = Payload.parse(payload)
    const waiting = await queuedOf(services.db, userId)
    for (const id of waiting.slice(0, mostInARow)) {
      signal.throwIfAborted()
      await recountQueued(services, { userId, id }, signal)
    }
    if (waiting.length > mostInARow) await addRecount(services.db, userId)
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
    // Somebody may have changed it meanwhile. Left as it is, it would wait for an hour, and its owner's mail with it.
    if (!(await recount())) await recount()
  } catch (error) {
    signal.throwIfAborted()
    // What is too heavy, or leaves out what is gone, is so tomorrow as well; anything else may be over sooner.
    const isLasting = isAppError(error) && error.code === 'UNPROCESSABLE'
    log[isLasting ? 'info' : 'warn']({ err: error, savedSearchId: id }, 'a saved search could not be counted')
    const now = clock.now().getTime()
    await setTried(db, id, new Date(isLasting ? now : now - dayMs + againMs), data)
  }
}

type Recount = { isVisit: boolean; data?: string; signal?: AbortSignal }

/** False where the search changed meanwhile in a way that this count knows nothing of. */
export async function recountSearch(services: SearchServices, row: SavedSearchRow, how: Recount): Promise<boolean> {
  const counted = await countNow(services, {
    ...{ userId: row.userId, criteria: criteriaOf(row), lastSet: row.currentSet },
    ...{ isUnhurried: !how.isVisit, signal: how.signal },
  })
  const since = await changesSince(services, row, counted)
  return inTransaction(services, (inside) => noteCount(inside, row, { counted, since, how }))
}

async function changesSince({ clickhouse }: Services, row: SavedSearchRow, { set }: Counted): Promise<Since> {
  const from = async (older: number | null) =>
    older === null || set === null ? null : differenceOf(clickhouse, older, set)
  const count = await from(row.currentSet)
  const visit = row.viewedSet === row.currentSet ? count : await from(row.viewedSet)
  return { count, visit }
}

type Found = { counted: Counted; since: Since; how: Recount }

async function noteCount(inside: Services, row: SavedSearchRow, { counted, since, how }: Found): Promise<boolean> {
  const { db } = inside
  const { isVisit, data } = how
  const current = await lockSavedSearch(db, row.userId, row.id)
  if (current?.version !== row.version) return false
  const columns = laterCount(row, counted, since, isVisit)
  if (columns.currentSet !== null && columns.currentSet !== row.currentSet) await keepSet(db, columns.currentSet)
  await updateSavedSearch(db, row.id, {
    ...columns,
    queuedAt: null,
    ...(data !== undefined && { lastAttemptVersion: data }),
  })
  const type = typeOfCount(row, counted, since)
  const { entered = null, departed = null } = since.count ?? {}
  // Somebody may visit as often as they like; what is counted by itself is a point of the line each time.
  if (!isVisit || type !== 'saved_search.counted')
    await insertCount(db, { savedSearchId: row.id, type, at: counted.at, count: counted.count, entered, departed })
  if (type === 'saved_search.changed')
    await tellWebhooks(inside, row.userId, type, () => ({
      savedSearch: { id: row.id, name: current.name },
      count: counted.count,
      entered,
      left: departed,
      countedAt: counted.at.toISOString(),
    }))
  return true
}

/** Counts a search of the actor's anew, and tells changes from here on. Twice at once is as good as once. */
export const visitSavedSearch = (ctx: SearchContext, id: string): Promise<SavedSearch> =>
  countInTurn(ctx, () => visitNow(ctx, id))

async function visitNow(ctx: SearchContext, id: string): Promise<SavedSearch> {
  const row = await ownRow(ctx, id)
  const isNoted = await recountSearch(ctx, row, { isVisit: true, signal: ctx.signal })
  // Somebody else has just counted it: what they found is what is seen.
  if (!isNoted) await seeLatest(ctx, id)
  return ownSavedSearch(ctx, id)
}

const seeLatest = (ctx: Context, id: string): Promise<void> =>
  inTransaction(ctx, async ({ db, actor, clock }) => {
    const row = await lockSavedSearch(db, actor.userId, id)
    if (!row) throw notFound('This saved search')
    const { currentSet } = row
    const seen = currentSet === null ? {} : { addedCount: 0, removedCount: 0 }
    await updateSavedSearch(db, id, { viewedSet: currentSet, notifiedSet: currentSet, visitedAt: clock.now(), ...seen })
  })
