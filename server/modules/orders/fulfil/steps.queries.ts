import type { ScrubResult } from '@dooryard/contract/api/enums'
import type { ScrubSummary } from '@dooryard/contract/orders/order-files'
import { type RawBuilder, type SqlBool, sql } from 'kysely'
import { countRows } from '../../../platform/postgres/count-rows.ts'
import type { Db } from '../../../platform/postgres/database.ts'
import type { SelectedLead } from '../../properties/index.ts'

/**
 * Records the progress of the current step and clears the deferred reason. False when another worker holds the order.
 */
export async function setStepProgress(
  db: Db,
  { orderId, fence }: { orderId: string; fence: string },
  { done, of }: { done: number; of: number },
): Promise<boolean> {
  const noted = await db
    .updateTable('orders')
    .set({ stepProgress: done, stepTotal: of, ...(done > 0 && { deferredReason: null }) })
    .where('id', '=', orderId)
    .where('fence', '=', fence)
    .returning('id')
    .execute()
  return noted.length > 0
}

export const addToBreakdown = (db: Db, orderId: string, key: 'considered' | 'notAsked', more: number) =>
  sql`update orders set waterfall = jsonb_set(waterfall, array[${key}::text],
    to_jsonb(coalesce((waterfall ->> ${key}::text)::integer, 0) + ${more}::integer)) where id = ${orderId}`.execute(db)

export const countPendingTraces = (db: Db, orderId: string): Promise<number> =>
  countRows(db, db.selectFrom('orderLeads').where('orderId', '=', orderId).where('contacts', 'is', null))

type PendingTraceRow = { rank: number; ownerKey: string; lead?: SelectedLead }
type PendingTraceQuery = {
  after: number
  limit: number
  /** The whole lead is read only when a vendor needs it. */
  withLead: boolean
}

export async function listPendingTraces(
  db: Db,
  orderId: string,
  { after, limit, withLead }: PendingTraceQuery,
): Promise<PendingTraceRow[]> {
  const rows = await db
    .selectFrom('orderLeads')
    .select(['rank', 'ownerKey'])
    .$if(withLead, (query) => query.select('lead'))
    .where('orderId', '=', orderId)
    .where('rank', '>', after)
    .where('contacts', 'is', null)
    .orderBy('rank')
    .limit(limit)
    .execute()
  // Written only by `insertCandidateLeads`.
  return rows.map(({ rank, ownerKey, lead }) => ({ rank, ownerKey, ...(withLead && { lead: lead as SelectedLead }) }))
}

const isCallableSql = sql<boolean>`coalesce(contacts @> '[{"scrub": "CLEAN"}]', false)`

export type CallCounts = { contactable: number; callable: number; notCovered: number }

/** `notCovered`: leads without a callable number that have at least one number no registry covers. */
export async function countCallable(db: Db, orderId: string): Promise<CallCounts> {
  const { rows } = await sql<CallCounts>`
    select count(*) filter (where contacts @> '[{"type": "PHONE"}]') as contactable,
      count(*) filter (where ${isCallableSql}) as callable,
      count(*) filter (where not ${isCallableSql} and contacts @> '[{"scrub": "NOT_SCRUBBED"}]') as not_covered
    from order_leads where order_id = ${orderId}`.execute(db)
  return rows[0] ?? { contactable: 0, callable: 0, notCovered: 0 }
}

export async function retainCallableLeads(db: Db, orderId: string, quantity: number): Promise<void> {
  await sql`
    with kept as (
      select rank from order_leads where order_id = ${orderId} and ${isCallableSql} order by rank limit ${quantity}
    )
    delete from order_leads
    where order_id = ${orderId} and (not ${isCallableSql} or rank > (select max(rank) from kept))`.execute(db)
}

/** A number counts as clean as long as one of its leads says so, since the file then lists it. */
export async function getScrubResultByNumber(db: Db, orderId: string): Promise<Map<string, ScrubResult>> {
  const { rows } = await sql<{ number: string; result: ScrubResult }>`
    select contact ->> 'value' as number,
      case when bool_or(contact ->> 'scrub' = 'CLEAN') then 'CLEAN' else min(contact ->> 'scrub') end as result
    from order_leads, jsonb_array_elements(contacts) as contact
    where order_id = ${orderId} and contact ->> 'type' = 'PHONE' and contact ? 'scrub'
    group by contact ->> 'value'`.execute(db)
  return new Map(rows.map(({ number, result }) => [number, result]))
}

export async function findScrubSummary(db: Db, orderId: string): Promise<ScrubSummary | null> {
  const row = await db.selectFrom('orders').select('scrub').where('id', '=', orderId).executeTakeFirst()
  // Written only by the scrub step.
  return (row?.scrub as ScrubSummary | null | undefined) ?? null
}

/** Delivered orders that expire by `soon` and whose owner has not been notified, and those due to expire. */
export const listExpiringOrders = (
  db: Db,
  { now, soon, after, limit }: { now: Date; soon: Date; after: string | undefined; limit: number },
) =>
  db
    .selectFrom('orders')
    .select('id')
    .where('expiresAt', '<=', soon)
    .where('expiredAt', 'is', null)
    .where('internalStatus', '=', 'READY')
    .where(({ or, eb, not, exists, selectFrom }) =>
      or([
        eb('expiresAt', '<=', now),
        not(
          exists(
            selectFrom('orderNotices')
              .select('orderNotices.orderId')
              .whereRef('orderNotices.orderId', '=', 'orders.id')
              .whereRef('orderNotices.version', '=', 'orders.fileVersion')
              .whereRef('orderNotices.checkNumber', '=', 'orders.checkNumber')
              .where('orderNotices.type', '=', 'EXPIRING'),
          ),
        ),
      ]),
    )
    .$if(after !== undefined, (query) => query.where('id', '>', after ?? ''))
    .orderBy('id')
    .limit(limit)
    .execute()

/** Marks the order's numbers as being checked. False when a check is already in progress. */
export async function startRefresh(db: Db, orderId: string, at: Date): Promise<boolean> {
  const started = await db
    .updateTable('orders')
    .set({ refreshingSince: at, updatedAt: at, attemptFailures: 0 })
    .where('id', '=', orderId)
    .where('refreshingSince', 'is', null)
    .returning('id')
    .execute()
  return started.length > 0
}

export type OrderWithoutJob = { id: string; userId: string; isSingle: boolean; hasSpentJob: boolean }

async function listOrdersWithoutJob(
  db: Db,
  job: 'order' | 'refresh',
  condition: RawBuilder<SqlBool>,
): Promise<OrderWithoutJob[]> {
  const { rows } = await sql<OrderWithoutJob>`
    select o.id, o.user_id, o.single_property_id is not null as is_single, j.id is not null as has_spent_job
    from orders o left join graphile_worker.jobs j on j.key = ${`${job}:`} || o.id
    where ${condition} and (j.id is null or (j.locked_at is null and j.attempts >= j.max_attempts))
    order by o.id`.execute(db)
  return rows
}

export const listRefreshesWithoutJob = (db: Db) =>
  listOrdersWithoutJob(db, 'refresh', sql`o.refreshing_since is not null`)

export const listUnfinishedWithoutJob = (db: Db, orderId: string | null = null) =>
  listOrdersWithoutJob(
    db,
    'order',
    sql`o.internal_status not in ('READY', 'FAILED', 'CANCELLED') and (${orderId}::uuid is null or o.id = ${orderId})`,
  )
