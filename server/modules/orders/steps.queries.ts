import type { ScrubSummary } from '@dooryard/contract/order-files'
import type { ScrubResult } from '@dooryard/contract/vocabularies'
import { type RawBuilder, type SqlBool, sql } from 'kysely'
import { countRows } from '../../platform/postgres/count-rows.ts'
import type { Db } from '../../platform/postgres/database.ts'
import type { SelectedLead } from '../properties/index.ts'

/** Notes how far the step under way has come, and once it goes on, that it waits for nobody. False when somebody else has the order. */
export async function setStep(
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

export const addToWaterfall = (db: Db, orderId: string, key: 'considered' | 'notAsked', more: number) =>
  sql`update orders set waterfall = jsonb_set(waterfall, array[${key}::text],
    to_jsonb(coalesce((waterfall ->> ${key}::text)::integer, 0) + ${more}::integer)) where id = ${orderId}`.execute(db)

export const countUntraced = (db: Db, orderId: string): Promise<number> =>
  countRows(db, db.selectFrom('orderLeads').where('orderId', '=', orderId).where('contacts', 'is', null))

type Untraced = { rank: number; ownerKey: string; lead?: SelectedLead }
type Look = {
  after: number
  limit: number
  /** The whole lead is read only for a vendor, who is told of it. */
  whole: boolean
}

export async function untracedLeads(db: Db, orderId: string, { after, limit, whole }: Look): Promise<Untraced[]> {
  const rows = await db
    .selectFrom('orderLeads')
    .select(['rank', 'ownerKey'])
    .$if(whole, (query) => query.select('lead'))
    .where('orderId', '=', orderId)
    .where('rank', '>', after)
    .where('contacts', 'is', null)
    .orderBy('rank')
    .limit(limit)
    .execute()
  // Written by `insertLeads` only.
  return rows.map(({ rank, ownerKey, lead }) => ({ rank, ownerKey, ...(whole && { lead: lead as SelectedLead }) }))
}

const isCallable = sql<boolean>`coalesce(contacts @> '[{"scrub": "CLEAN"}]', false)`

export type CallCounts = { contactable: number; callable: number; notCovered: number }

/** `notCovered`: those without a callable number of which one could not be checked. */
export async function countCallable(db: Db, orderId: string): Promise<CallCounts> {
  const { rows } = await sql<CallCounts>`
    select count(*) filter (where contacts @> '[{"type": "PHONE"}]') as contactable,
      count(*) filter (where ${isCallable}) as callable,
      count(*) filter (where not ${isCallable} and contacts @> '[{"scrub": "NOT_SCRUBBED"}]') as not_covered
    from order_leads where order_id = ${orderId}`.execute(db)
  return rows[0] ?? { contactable: 0, callable: 0, notCovered: 0 }
}

export async function keepCallable(db: Db, orderId: string, quantity: number): Promise<void> {
  await sql`
    with kept as (
      select rank from order_leads where order_id = ${orderId} and ${isCallable} order by rank limit ${quantity}
    )
    delete from order_leads
    where order_id = ${orderId} and (not ${isCallable} or rank > (select max(rank) from kept))`.execute(db)
}

export async function scrubbedNumbers(db: Db, orderId: string): Promise<Map<string, ScrubResult>> {
  const { rows } = await sql<{ number: string; result: ScrubResult }>`
    select distinct contact ->> 'value' as number, contact ->> 'scrub' as result
    from order_leads, jsonb_array_elements(contacts) as contact
    where order_id = ${orderId} and contact ->> 'type' = 'PHONE' and contact ? 'scrub'`.execute(db)
  return new Map(rows.map(({ number, result }) => [number, result]))
}

export async function findScrub(db: Db, orderId: string): Promise<ScrubSummary | null> {
  const row = await db.selectFrom('orders').select('scrub').where('id', '=', orderId).executeTakeFirst()
  // Written by the step that checks them only.
  return (row?.scrub as ScrubSummary | null | undefined) ?? null
}

/** Delivered orders that expire by `soon` and whose owner has not been told of it, and those that have to be expired. */
export const listExpiring = (
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
              .where('orderNotices.type', '=', 'EXPIRING'),
          ),
        ),
      ]),
    )
    .$if(after !== undefined, (query) => query.where('id', '>', after ?? ''))
    .orderBy('id')
    .limit(limit)
    .execute()

/** Notes that an order's numbers are being checked again. False when that is under way already. */
export async function beginRefresh(db: Db, orderId: string, at: Date): Promise<boolean> {
  const begun = await db
    .updateTable('orders')
    .set({ refreshingSince: at, updatedAt: at, attemptFailures: 0 })
    .where('id', '=', orderId)
    .where('refreshingSince', 'is', null)
    .returning('id')
    .execute()
  return begun.length > 0
}

export type WithoutJob = { id: string; userId: string; hasSpentJob: boolean }

async function findWithoutJob(db: Db, job: 'order' | 'refresh', condition: RawBuilder<SqlBool>): Promise<WithoutJob[]> {
  const { rows } = await sql<WithoutJob>`
    select o.id, o.user_id, j.id is not null as has_spent_job
    from orders o left join graphile_worker.jobs j on j.key = ${`${job}:`} || o.id
    where ${condition} and (j.id is null or (j.locked_at is null and j.attempts >= j.max_attempts))
    order by o.id`.execute(db)
  return rows
}

export const refreshingWithoutJob = (db: Db) => findWithoutJob(db, 'refresh', sql`o.refreshing_since is not null`)

export const unfinishedWithoutJob = (db: Db, orderId: string | null = null) =>
  findWithoutJob(
    db,
    'order',
    sql`o.internal_status not in ('READY', 'FAILED', 'CANCELLED') and (${orderId}::uuid is null or o.id = ${orderId})`,
  )
