import type { Bucket } from '@dooryard/contract/billing/credit-history'
import { sql } from 'kysely'
import type { Db } from '../../../platform/postgres/database.ts'
import type { CreditAccount } from '../balance/balance-rules.ts'
import { getAvailable } from '../ledger/ledger.queries.ts'
import type { BucketCredits, Deduction, GrantRow, HeldCredits, PendingAdjustment } from './pending-adjustment-rules.ts'

export async function getBucketCredits(db: Db, locked: CreditAccount, bucket: Bucket): Promise<BucketCredits> {
  const { rows } = await sql<HeldCredits>`
    select order_id, held, (
      select coalesce(sum(entry.marked), 0)::bigint from credit_entries entry
      where entry.order_id = hold.order_id and entry.bucket = ${bucket}
    ) as marked
    from (
      select order_id, created_at, ${sql.ref(bucket === 'SUBSCRIPTION' ? 'subscription' : 'onDemand')} as held
      from credit_holds where user_id = ${locked.userId} and settled_at is null
    ) hold
    where held > 0 order by created_at, order_id`.execute(db)
  return { available: getAvailable(locked, bucket), holds: rows }
}

type OrderAdjustment = { bucket: string; marked: number; transactionId: string | null; reason: string | null }

/** Lists pending adjustments, oldest first, without those of a payment whose refund was reversed. */
export async function listPendingAdjustments(db: Db, orderId: string): Promise<OrderAdjustment[]> {
  const { rows } = await sql<OrderAdjustment>`
    select bucket, marked, transaction_id, reason from credit_entries mark
    where order_id = ${orderId} and type = 'MARK' and marked > 0 and not exists (
      select from credit_entries unmarked where unmarked.order_id = mark.order_id and unmarked.bucket = mark.bucket
        and unmarked.transaction_id = mark.transaction_id and unmarked.marked < 0 and unmarked.id > mark.id
    ) order by id`.execute(db)
  return rows
}

export async function getDeduction(db: Db, userId: string, bucket: Bucket, transactionId: string): Promise<Deduction> {
  const own = sql`user_id = ${userId} and transaction_id = ${transactionId} and bucket = ${bucket}`
  const refunds = await sql<{ taken: number }>`
    select coalesce(-sum(amount), 0)::bigint as taken from credit_entries where ${own} and type = 'REFUND'`.execute(db)
  const marks = await sql<PendingAdjustment>`
    select order_id, sum(marked)::bigint as marked from credit_entries where ${own} and order_id is not null
    group by order_id having sum(marked) > 0 order by min(id)`.execute(db)
  return { taken: refunds.rows[0]?.taken ?? 0, marks: marks.rows }
}

/**
 * Lists the grants of a bucket, oldest first. Those of a payment are combined, less what was refunded or is pending.
 */
export async function listGrants(db: Db, userId: string, bucket: Bucket): Promise<GrantRow[]> {
  // When a refund is taken from released credits, its pending adjustment ends: the two cancel out.
  const { rows } = await sql<GrantRow>`
    select kind, transaction_id, sum(left_of_it)::bigint as amount
    from (
      select seq, transaction_id, amount - marked as left_of_it,
        case type when 'ADJUST' then 'ADJUSTED' else 'GIVEN' end as kind
      from credit_entries where user_id = ${userId} and bucket = ${bucket} and (
        type in ('GRANT', 'PURCHASE', 'COUPON', 'ADJUST', 'REFUND') or type = 'MARK' and transaction_id is not null
      )
    ) given
    group by kind, transaction_id, case when transaction_id is null then seq end
    order by min(seq)`.execute(db)
  return rows
}
