import type { Services } from '../../../../platform/context.ts'
import { addJob } from '../../../../platform/jobs/jobs.ts'
import { type Db, inTransaction } from '../../../../platform/postgres/database.ts'
import { newId } from '../../../../platform/util/ids.ts'
import { getSchedule, lockDueRecurring, updateRecurring } from './recurring.queries.ts'
import { insertRun, insertSkippedRun, toRunJobKey } from './runs.queries.ts'
import { getLastDue, getNextRun } from './schedule-rules.ts'

export const runRecurringJob = 'run-recurring-order'

/** The queue's back-off makes these last for about two minutes. */
const maxAttempts = 5

const batchSize = 200

const skippedDetail = 'Skipped, because an earlier run was still in progress and would have ordered the same leads.'

type NewRun = { recurringOrderId: string; userId: string; dueAt: Date; isManual: boolean }

/** Queues a run in the caller's transaction; false if the due time has one already, or another run is pending. */
export async function queueRun(db: Db, { userId, ...run }: NewRun): Promise<boolean> {
  const id = newId()
  if (!(await insertRun(db, { id, ...run }))) return false
  // One at a time per user, like the orders themselves.
  await addJob(
    db,
    runRecurringJob,
    { runId: id, userId },
    { jobKey: toRunJobKey(id), queue: `recurring:${userId}`, maxAttempts },
  )
  return true
}

/**
 * Queues the runs that are due and moves each recurring order to its next due time, in one transaction: a process that
 * ends before the commit has queued none, and one after it has queued each once. Of a due time that finds another run
 * pending, the run log says so.
 */
export const queueDueRuns = (services: Services): Promise<void> =>
  inTransaction(services, async ({ db, clock }) => {
    const now = clock.now()
    for (const { id, userId, nextRunAt, ...row } of await lockDueRecurring(db, now, batchSize)) {
      if (!nextRunAt) continue
      const schedule = getSchedule(row)
      const due = { recurringOrderId: id, dueAt: getLastDue(schedule, nextRunAt, now) }
      if (!(await queueRun(db, { ...due, userId, isManual: false })))
        await insertSkippedRun(db, { ...due, id: newId(), detail: skippedDetail, finishedAt: now })
      await updateRecurring(db, id, { nextRunAt: getNextRun(schedule, now) })
    }
  })
