import { dayMs, hourMs } from '@dooryard/contract/time'
import { z } from 'zod'
import type { Services } from '../../platform/context.ts'
import { isAppError } from '../../platform/errors.ts'
import { addJob, type Task } from '../../platform/jobs.ts'
import { type Db, inTransaction } from '../../platform/postgres/database.ts'
import { readDataVersion } from '../properties/index.ts'
import { queueDue, queuedOf, setTried } from './due-searches.queries.ts'
import { recountSearch } from './recount-search.ts'
import { findSavedSearch } from './saved-searches.queries.ts'

export const recountSearchesJob = 'recount-searches'

const Payload = z.object({ userId: z.uuid() })

/** After new data a search is counted before its day is over, though not with each of the rolls that come in a row. */
const soonMs = 6 * hourMs
/** What failed for a reason that may pass is tried again after so long. */
const againMs = 2 * hourMs
const atOnce = 500
/** Recounts at once: people who search come first. */
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

/** Counts the searches of a user that wait for it. One that cannot be counted now holds up no other. */
export const runRecountSearches =
  (services: Services): Task =>
  async (payload, { signal }) => {
    const { userId } = Payload.parse(payload)
    const waiting = await queuedOf(services.db, userId)
    for (const id of waiting.slice(0, mostInARow)) {
      signal.throwIfAborted()
      await recountQueued(services, { userId, id }, signal)
    }
    if (waiting.length > mostInARow) await addRecount(services.db, userId)
  }

async function recountQueued(services: Services, { userId, id }: { userId: string; id: string }, signal: AbortSignal) {
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
