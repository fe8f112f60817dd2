import { inDatabase } from './portal-database.ts'

/**
 * Keeps the orders of somebody under way for as long as something is done: no worker takes them up. Those that still
 * wait then are taken up.
 */
export async function whileOrdersWait<Result>(userId: string, work: () => Promise<Result>): Promise<Result> {
  // As if a worker were at one of their orders, which are taken up one after another.
  await setHolder(userId, 'e2e')
  try {
    return await work()
  } finally {
    await setHolder(userId, null)
  }
}

const setHolder = (userId: string, holder: string | null) =>
  inDatabase((client) =>
    client.query(
      `insert into graphile_worker._private_job_queues as queue (queue_name, locked_by, locked_at)
      values ('orders:' || $1, $2::text, case when $2::text is not null then now() end)
      on conflict (queue_name) do update set locked_by = excluded.locked_by, locked_at = excluded.locked_at`,
      [userId, holder],
    ),
  )
