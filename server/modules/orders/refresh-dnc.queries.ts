import { sql } from 'kysely'
import type { Db } from '../../platform/postgres/database.ts'

/** Notes that an order's numbers are being checked again. False when that is under way already. */
export async function beginRefresh(db: Db, orderId: string, at: Date): Promise<boolean> {
  const begun = await db
    .updateTable('orders')
    .set({ refreshSince: at, updatedAt: at, failures: 0 })
    .where('id', '=', orderId)
    .where('refreshSince', 'is', null)
    .returning('id')
    .execute()
  return begun.length > 0
}

/** Notes that it is over, however it went. */
export const endRefresh = (db: Db, orderId: string, at: Date) =>
  db.updateTable('orders').set({ refreshSince: null, updatedAt: at, failures: 0 }).where('id', '=', orderId).execute()

type Checked = { version: number; fileKey: string; checkedAt: Date; expiresAt: Date }

/** Puts the next version in the place of the last: the order is good until `expiresAt` again. */
export const completeRefresh = (db: Db, orderId: string, { version, fileKey, checkedAt, expiresAt }: Checked) =>
  db
    .updateTable('orders')
    .set({ fileVersion: version, fileKey, dncCheckedAt: checkedAt, expiresAt, expiredAt: null })
    .set({ refreshSince: null, updatedAt: checkedAt, failures: 0 })
    .where('id', '=', orderId)
    .execute()

type Refreshing = { id: string; userId: string; hasSpentJob: boolean }

/** Orders whose numbers are being checked again by no job, or by one without attempts left. */
export async function refreshingWithoutJob(db: Db): Promise<Refreshing[]> {
  const { rows } = await sql<Refreshing>`
    select o.id, o.user_id, j.id is not null as has_spent_job
    from orders o left join graphile_worker.jobs j on j.key = 'refresh:' || o.id
    where o.refresh_since is not null
      and (j.id is null or (j.locked_at is null and j.attempts >= j.max_attempts))
    order by o.id`.execute(db)
  return rows
}
