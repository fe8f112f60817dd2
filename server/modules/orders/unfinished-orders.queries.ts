import { sql } from 'kysely'
import type { Db } from '../../platform/postgres/database.ts'

export type Unfinished = { id: string; userId: string; hasSpentJob: boolean }

/** Orders under way that have no job, or one without attempts left; of them one, where it is named. */
export async function unfinishedWithoutJob(db: Db, orderId: string | null = null): Promise<Unfinished[]> {
  const { rows } = await sql<Unfinished>`
    select o.id, o.user_id, j.id is not null as has_spent_job
    from orders o left join graphile_worker.jobs j on j.key = 'order:' || o.id
    where o.internal_status not in ('READY', 'FAILED', 'CANCELLED')
      and (j.id is null or (j.locked_at is null and j.attempts >= j.max_attempts))
      and (${orderId}::uuid is null or o.id = ${orderId})
    order by o.id`.execute(db)
  return rows
}
