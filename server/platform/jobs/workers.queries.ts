import type { Pool } from '../postgres/database.ts'

export async function recordHeartbeat(pool: Pool, workerId: string) {
  await pool.query('insert into workers (id) values ($1) on conflict (id) do update set beat_at = now()', [workerId])
}

const formatInterval = (ms: number) => `${ms} milliseconds`

/** Gives the jobs of workers without a heartbeat to others, and counts them. */
export async function removeDeadWorkers(pool: Pool, deadAfterMs: number): Promise<number> {
  await pool.query('delete from workers where beat_at < now() - $1::interval', [formatInterval(deadAfterMs)])
  // A worker just started may hold a job before its first heartbeat, hence the check of the lock's age.
  const { rows } = await pool.query<{ jobs: number }>(
    `with dead as (
       select locked_by, count(*) as jobs from graphile_worker.jobs
       where locked_at < now() - $1::interval and locked_by not in (select id from workers)
       group by locked_by
     )
     select coalesce(sum(jobs), 0)::int as jobs, graphile_worker.force_unlock_workers(array_agg(locked_by)) from dead`,
    [formatInterval(deadAfterMs)],
  )
  return rows[0]?.jobs ?? 0
}

/** Gives the jobs of a worker to others. */
export async function removeWorker(pool: Pool, workerId: string) {
  await pool.query('select graphile_worker.force_unlock_workers(array[$1])', [workerId])
  await pool.query('delete from workers where id = $1', [workerId])
}

/** Gives the jobs of all workers to others. */
export async function unlockAll(pool: Pool) {
  await pool.query('delete from workers')
  await pool.query(
    `select graphile_worker.force_unlock_workers(array_agg(distinct locked_by))
     from graphile_worker.jobs where locked_by is not null`,
  )
}
