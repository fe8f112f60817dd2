import { withDatabase } from './portal-database.ts'

/**
 * Keeps the orders of a user queued during the work: no worker takes them. The waiting ones are processed afterwards.
 */
export async function withOrdersQueued<Result>(userId: string, work: () => Promise<Result>): Promise<Result> {
  // As if a worker were processing one of the user's orders, which run one after another.
  await setQueueLock(userId, 'e2e')
  try {
    return await work()
  } finally {
    await setQueueLock(userId, null)
  }
}

const setQueueLock = (userId: string, lockedBy: string | null) =>
  withDatabase((client) =>
    client.query(
      `insert into graphile_worker._private_job_queues as queue (queue_name, locked_by, locked_at)
      values ('orders:' || $1, $2::text, case when $2::text is not null then now() end)
      on conflict (queue_name) do update set locked_by = excluded.locked_by, locked_at = excluded.locked_at`,
      [userId, lockedBy],
    ),
  )
