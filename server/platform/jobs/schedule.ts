import { type ParsedCronItem, parseCronItems, type Runner } from 'graphile-worker'
import type { Pool } from '../postgres/database.ts'

type ScheduledJob = { cron: string; maxAttempts: number; run: () => Promise<unknown> }

export type Schedule = Readonly<Record<string, ScheduledJob>>

type ScheduledRun = ScheduledJob['run']

/** Not retried before it is next due. */
export const everyMinute = (run: ScheduledRun): ScheduledJob => ({ cron: '* * * * *', maxAttempts: 1, run })
export const everyHour = (run: ScheduledRun): ScheduledJob => ({ cron: '17 * * * *', maxAttempts: 5, run })

export const everyDay = (run: ScheduledRun): ScheduledJob => ({ cron: '47 4 * * *', maxAttempts: 5, run })

/** Skips what falls due during a pause, which must be short. */
export const pausable = (schedule: Schedule, isPaused: () => Promise<boolean>): Schedule =>
  Object.fromEntries(
    Object.entries(schedule).map(([name, job]) => [
      name,
      { ...job, run: async () => ((await isPaused()) ? undefined : job.run()) },
    ]),
  )

const scheduledPayload = { scheduled: true }

/** One process at a time runs one scheduled job, so that slow ones never occupy the workers of other jobs. */
export const scheduleQueue = 'schedule'

/** Replaces a run that is still waiting, and goes before other jobs, so that no backlog delays it. */
const toSpec = (task: string, { maxAttempts }: ScheduledJob) => ({
  jobKey: task,
  queueName: scheduleQueue,
  maxAttempts,
  priority: -1,
})

export const toCronItems = (schedule: Schedule): ParsedCronItem[] =>
  parseCronItems(
    Object.entries(schedule).map(([task, job]) => ({
      task,
      match: job.cron,
      payload: scheduledPayload,
      options: toSpec(task, job),
    })),
  )

/** Adds each job once, and deletes waiting jobs that are no longer scheduled, which no worker would run. */
export async function addScheduledJobs(
  { addJob }: Pick<Runner, 'addJob'>,
  pool: Pool,
  schedule: Schedule,
): Promise<void> {
  const jobs = Object.entries(schedule)
  if (jobs.length === 0) return
  await pool.query(
    `select from graphile_worker.complete_jobs(array(
      select job.id from graphile_worker._private_jobs job join graphile_worker._private_tasks task on task.id = task_id
      where locked_at is null and payload -> 'scheduled' is not null and identifier <> all($1::text[])))`,
    [Object.keys(schedule)],
  )
  for (const [task, job] of jobs) await addJob(task, scheduledPayload, toSpec(task, job))
}
