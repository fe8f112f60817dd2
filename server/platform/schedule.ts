import { type ParsedCronItem, parseCronItems, type Runner } from 'graphile-worker'
import type { Pool } from './postgres/database.ts'

type ScheduledJob = { cron: string; maxAttempts: number; run: () => Promise<unknown> }

export type Schedule = Readonly<Record<string, ScheduledJob>>

type Run = ScheduledJob['run']

/** Is not tried again before it is next due. */
export const everyMinute = (run: Run): ScheduledJob => ({ cron: '* * * * *', maxAttempts: 1, run })
export const everyHour = (run: Run): ScheduledJob => ({ cron: '17 * * * *', maxAttempts: 5, run })

const payload = { scheduled: true }

/** Of all processes one runs one scheduled job at a time, so that slow ones never take the places of other jobs. */
export const scheduleQueue = 'schedule'

/** Replaces the run that still waits, and goes before other jobs, so that no backlog of these holds it up. */
const toSpec = (task: string, { maxAttempts }: ScheduledJob) => ({
  jobKey: task,
  queueName: scheduleQueue,
  maxAttempts,
  priority: -1,
})

export const toCronItems = (schedule: Schedule): ParsedCronItem[] =>
  parseCronItems(
    Object.entries(schedule).map(([task, job]) => ({ task, match: job.cron, payload, options: toSpec(task, job) })),
  )

/** Adds each job once, and deletes what waits of jobs that are scheduled no more: nobody would take it. */
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
  for (const [task, job] of jobs) await addJob(task, payload, toSpec(task, job))
}
