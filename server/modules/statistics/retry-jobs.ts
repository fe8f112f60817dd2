import type { Job, JobState } from '@dooryard/contract/operations'
import { audit } from '../../platform/audit.ts'
import type { Context } from '../../platform/context.ts'
import { appError, notFound } from '../../platform/errors.ts'
import { findJob, type JobRow, retryJobNow } from '../../platform/jobs.queries.ts'
import { retryGivenUpJobs } from '../../platform/jobs.ts'
import { inTransaction } from '../../platform/postgres/database.ts'
import { presentJob } from './present-job.ts'

/**
 * Has a job tried again now, with all its attempts. One that waits for no more than a worker stays as it is. CONFLICT while
 * a worker is at it, NOT_FOUND once it is done.
 */
export const retryJob = (ctx: Context, id: string): Promise<Job> =>
  inTransaction(ctx, async (inside) => {
    const { db } = inside
    const before = await jobOf(inside, id)
    if (before.state === 'WAITING' && before.isDue) return presentJob(before)
    if (before.state === 'RUNNING' || !(await retryJobNow(db, id))) throw isRunning()
    const after = await jobOf(inside, id)
    const { task, attempts, state } = before
    await audit(inside, {
      action: 'job.retried',
      object: { type: 'job', id },
      before: { state, attempts },
      after: { task, state: after.state, attempts: after.attempts },
    })
    return presentJob(after)
  })

/** Has every job of a kind that was given up tried again now, with all its attempts, and tells how many there were. */
export const retryTask = (ctx: Context, task: string): Promise<{ retried: number }> =>
  inTransaction(ctx, async (inside) => {
    const retried = await retryGivenUpJobs(inside.db, task)
    if (retried > 0)
      await audit(inside, {
        action: 'job.retried',
        object: { type: 'task', id: task },
        before: { state: 'FAILED' satisfies JobState, jobs: retried },
        after: { retried },
      })
    return { retried }
  })

async function jobOf({ db }: Pick<Context, 'db'>, id: string): Promise<JobRow> {
  const row = await findJob(db, id)
  if (!row) throw notFound('This job')
  return row
}

const isRunning = () => appError('CONFLICT', 'A worker is at this job. Please look again when it has ended.')
