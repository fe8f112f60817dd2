import { type JobState, jobStates } from '@dooryard/contract/admin/operations'
import type { Slice } from '@dooryard/contract/api/paging'
import { sql } from 'kysely'
import type { Db } from '../postgres/database.ts'
import { historyJobPrefix } from './prefixed-jobs.ts'
import { scheduleQueue } from './schedule.ts'

/** Excludes the payload, except the ids of its subjects. */
export type JobRow = {
  id: string
  task: string
  state: JobState
  attempts: number
  maxAttempts: number
  createdAt: Date
  runAt: Date
  isDue: boolean
  lastError: string | null
  orderId: string | null
  importId: string | null
  userId: string | null
}

export type JobFilter = { state?: JobState | undefined; task?: string | undefined }

// Taking a job counts as an attempt at once, so an unlocked job with no attempts left has failed.
const state = sql`case
  when jobs.locked_at is not null then 'RUNNING'
  when jobs.attempts >= jobs.max_attempts then 'FAILED'
  when jobs.attempts > 0 then 'RETRYING'
  else 'WAITING' end`

const jobOrder = sql`${state} = 'FAILED' desc, jobs.run_at, jobs.id`

const matchesFilter = ({ state: of, task }: JobFilter) => sql`
  (${of ?? null}::text is null or ${state} = ${of ?? null}) and
  (${task ?? null}::text is null or jobs.task_identifier = ${task ?? null})`

const selectJob = sql`
  select jobs.id::text as id, jobs.task_identifier as task, ${state} as state, jobs.attempts, jobs.max_attempts,
    jobs.created_at, jobs.run_at, jobs.run_at <= now() as is_due, jobs.last_error,
    given.payload ->> 'orderId' as order_id, given.payload ->> 'importId' as import_id,
    given.payload ->> 'userId' as user_id
  from graphile_worker.jobs jobs join graphile_worker._private_jobs given on given.id = jobs.id`

/** Failed jobs first, then by due time. */
export async function listJobRows(db: Db, filter: JobFilter, { limit, offset }: Slice): Promise<JobRow[]> {
  // Details are read for this slice alone; all rows before it are sorted too.
  const { rows } = await sql<JobRow>`${selectJob} where jobs.id = any(array(
      select jobs.id from graphile_worker.jobs jobs where ${matchesFilter(filter)}
      order by ${jobOrder} limit ${limit} offset ${offset}
    )) order by ${jobOrder}`.execute(db)
  return rows
}

export async function countJobs(db: Db, filter: JobFilter): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*) from graphile_worker.jobs jobs where ${matchesFilter(filter)}`.execute(db)
  return rows[0]?.count ?? 0
}

export async function findJob(db: Db, id: string): Promise<JobRow | undefined> {
  const { rows } = await sql<JobRow>`${selectJob} where jobs.id = ${id}`.execute(db)
  return rows[0]
}

export async function countJobsByTask(db: Db): Promise<{ task: string; state: JobState; count: number }[]> {
  const { rows } = await sql<{ task: string; state: JobState; count: number }>`
    select jobs.task_identifier as task, ${state} as state, count(*) from graphile_worker.jobs jobs
    group by 1, 2 order by 1, array_position(${[...jobStates]}::text[], ${state})`.execute(db)
  return rows
}

/**
 * Returns since when the longest waiting job is due, excluding scheduled ones, which wait for each other, and those of a
 * history, which are due in the past.
 */
export async function findOldestDueJob(db: Db): Promise<Date | null> {
  const { rows } = await sql<{ runAt: Date | null }>`
    select min(jobs.run_at) as run_at from graphile_worker.jobs jobs
    where jobs.locked_at is null and jobs.attempts < jobs.max_attempts and jobs.run_at <= now()
      and jobs.queue_name is distinct from ${scheduleQueue}
      and not starts_with(jobs.task_identifier, ${historyJobPrefix})`.execute(db)
  return rows[0]?.runAt ?? null
}

export async function listActiveWorkers(
  db: Db,
  withinMs: number,
): Promise<{ id: string; beatAt: Date; running: number }[]> {
  const { rows } = await sql<{ id: string; beatAt: Date; running: number }>`
    select workers.id, workers.beat_at,
      (select count(*) from graphile_worker.jobs jobs where jobs.locked_by = workers.id) as running
    from workers where workers.beat_at >= now() - ${withinMs}::double precision * interval '1 millisecond'
    order by workers.id`.execute(db)
  return rows
}

/** Returns false where the job is running or done. */
export async function retryJobNow(db: Db, id: string): Promise<boolean> {
  const { rows } = await sql`select from graphile_worker.reschedule_jobs(
    array(select jobs.id from graphile_worker.jobs jobs where jobs.id = ${id} and jobs.locked_at is null),
    run_at => now(), attempts => 0)`.execute(db)
  return rows.length > 0
}

export async function deleteExhaustedJobs(db: Db, before: Date): Promise<void> {
  await sql`select from graphile_worker.complete_jobs(array(
    select id from graphile_worker._private_jobs where attempts >= max_attempts and locked_at is null
      and payload -> 'sealed' is not null and updated_at < ${before}))`.execute(db)
}

/** Deletes failed runs of scheduled jobs that the next run has replaced: it took their key. */
export async function deleteSupersededJobs(db: Db): Promise<void> {
  await sql`select from graphile_worker.complete_jobs(array(
    select id from graphile_worker._private_jobs
    where locked_at is null and payload -> 'scheduled' is not null and key is null))`.execute(db)
}
