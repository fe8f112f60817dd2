import { sql } from 'kysely'
import { type Db, inTransaction } from '../postgres/database.ts'

/** Precedes the names of the jobs of a demo's history. */
export const historyJobPrefix = 'demo-history:'

/** A job that no worker takes, since its name has a prefix; `name` is without it. */
export type PrefixedJob = { id: string; name: string; payload: unknown; attempts: number }

/** When the job that is due first is due, of all with the prefix. */
export async function findNextPrefixedDate(db: Db, prefix: string): Promise<Date | undefined> {
  const { rows } = await sql<{ runAt: Date }>`select jobs.run_at ${firstJob(prefix)}`.execute(db)
  return rows[0]?.runAt
}

const firstJob = (prefix: string, isDue = sql`true`) => sql`
  from graphile_worker._private_jobs jobs join graphile_worker._private_tasks tasks on tasks.id = jobs.task_id
  where starts_with(tasks.identifier, ${prefix}) and ${isDue}
  order by jobs.run_at, jobs.priority, jobs.id limit 1`

/**
 * Locks the job that is due first, as a worker does before it runs one: what the job queues under its own key is another
 * job, and it keeps that key, by which others see that there is a job.
 */
export async function claimDueJob(db: Db, prefix: string, now: Date): Promise<PrefixedJob | undefined> {
  const { rows } = await sql<PrefixedJob>`
    update graphile_worker._private_jobs claimed set locked_at = now(), locked_by = 'history'
    from graphile_worker._private_tasks task
    where claimed.id = (select jobs.id ${firstJob(prefix, sql`jobs.run_at <= ${now}`)}) and task.id = claimed.task_id
    returning claimed.id::text as id, substr(task.identifier, ${prefix.length + 1}::int) as name, claimed.payload,
      claimed.attempts`.execute(db)
  return rows[0]
}

/** Also one that is locked, which the functions of the queue leave alone. */
export const removeJob = (db: Db, id: string) =>
  sql`delete from graphile_worker._private_jobs where id = ${id}::bigint`.execute(db)

export async function postponeJob(
  db: Db,
  { id, attempts }: Pick<PrefixedJob, 'id' | 'attempts'>,
  runAt: Date,
): Promise<void> {
  await sql`update graphile_worker._private_jobs set locked_at = null, locked_by = null
    where id = ${id}::bigint`.execute(db)
  await sql`select from graphile_worker.reschedule_jobs(
    array[${id}::bigint], run_at => ${runAt}, attempts => ${attempts}::smallint)`.execute(db)
}

export async function removePrefixedJobs(db: Db, prefix: string): Promise<void> {
  const { rows } = await sql<{ id: string }>`
    select jobs.id::text as id from graphile_worker.jobs jobs where starts_with(jobs.task_identifier, ${prefix})`.execute(
    db,
  )
  for (const { id } of rows) await removeJob(db, id)
}

type LeftJob = Pick<PrefixedJob, 'id' | 'name' | 'payload'> & {
  runAt: Date
  key: string | null
  queue: string | null
  maxAttempts: number
}

/** Gives the jobs that are left to the workers, by their names without the prefix, each when it is due. */
export const releasePrefixedJobs = (db: Db, prefix: string): Promise<void> =>
  inTransaction({ db }, async ({ db }) => {
    const { rows } = await sql<LeftJob>`
      select jobs.id::text as id, substr(tasks.identifier, ${prefix.length + 1}::int) as name, jobs.payload,
        jobs.run_at, jobs.key, queues.queue_name as queue, jobs.max_attempts
      from graphile_worker._private_jobs jobs join graphile_worker._private_tasks tasks on tasks.id = jobs.task_id
      left join graphile_worker._private_job_queues queues on queues.id = jobs.job_queue_id
      where starts_with(tasks.identifier, ${prefix})
      order by jobs.id`.execute(db)
    for (const { id, name, payload, runAt, key, queue, maxAttempts } of rows) {
      await removeJob(db, id)
      await sql`select graphile_worker.add_job(
        ${name}, payload => ${JSON.stringify(payload)}::json, queue_name => ${queue}, run_at => ${runAt},
        job_key => ${key}, max_attempts => ${maxAttempts}::smallint)`.execute(db)
    }
  })
