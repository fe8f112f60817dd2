import type { Bucket } from '@dooryard/contract/billing/credit-history'
import { sql } from 'kysely'
import type { Db } from '../../../platform/postgres/database.ts'
import type { CreditAccount } from '../balance/balance-rules.ts'
import { getAvailable } from '../ledger/ledger.queries.ts'
import type { BucketCredits, Deduction, GrantRow, HeldCredits } from './pending-adjustment-rules.ts'

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

/**
 * Lists pending adjustments, oldest first. What a refused refund returned is subtracted from the newest ones of its
 * payment, since one refund of a payment is in progress at a time: those of its earlier parts stay.
 */
export async function listPendingAdjustments(db: Db, orderId: string): Promise<OrderAdjustment[]> {
  const rows = await db
    .selectFrom('creditEntries')
    .select(['bucket', 'marked', 'transactionId', 'reason'])
    .where('orderId', '=', orderId)
    .where('type', '=', 'MARK')
    .orderBy('id')
    .execute()
  const pending: OrderAdjustment[] = []
  for (const row of rows)
    if (row.marked > 0) pending.push({ ...row })
    else subtractFromNewest(pending, row)
  return pending.filter(({ marked }) => marked > 0)
}

function subtractFromNewest(pending: OrderAdjustment[], { bucket, transactionId, marked }: OrderAdjustment): void {
  let left = -marked
  for (const one of pending.toReversed()) {
    if (one.bucket !== bucket || one.transactionId !== transactionId) continue
    const part = Math.min(left, one.marked)
    one.marked -= part
    left -= part
  }
}

type DeductionKey = { userId: string; bucket: Bucket; transactionId: string; afterEntry?: number | undefined }

/**
 * What was deducted for a payment by entries after the given one, by default by all. What an earlier part pending on an
 * order took when it was released counts for that part, although its entry is later: adjustments apply oldest first.
 */
export async function getDeduction(
  db: Db,
  { userId, bucket, transactionId, afterEntry = 0 }: DeductionKey,
): Promise<Deduction> {
  const { rows } = await sql<{ orderId: string | null; taken: number; marked: number }>`
    select order_id,
      greatest(
        coalesce(-sum(amount) filter (where type = 'REFUND' and seq > ${afterEntry}), 0)
          - coalesce(sum(marked) filter (where seq <= ${afterEntry} and order_id is not null), 0),
        case when order_id is null then null else 0 end
      )::bigint as taken,
      coalesce(sum(marked) filter (where seq > ${afterEntry}), 0)::bigint as marked
    from credit_entries
    where user_id = ${userId} and transaction_id = ${transactionId} and bucket = ${bucket}
    group by order_id order by min(id)`.execute(db)
  const marks = rows.flatMap(({ orderId, marked }) => (orderId !== null && marked > 0 ? [{ orderId, marked }] : []))
  return { taken: rows.reduce((sum, row) => sum + row.taken, 0), marks }
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
