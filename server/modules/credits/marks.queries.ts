import type { Bucket } from '@dooryard/contract/credit-history'
import { sql } from 'kysely'
import type { Db } from '../../platform/postgres/database.ts'
import type { Account } from './balance-rules.ts'
import { availableIn } from './ledger.queries.ts'
import type { Credits, Given, Held, Mark, Taking } from './marks-rules.ts'

export async function creditsIn(db: Db, locked: Account, bucket: Bucket): Promise<Credits> {
  const { rows } = await sql<Held>`
    select order_id, held, (
      select coalesce(sum(entry.marked), 0)::bigint from credit_entries entry
      where entry.order_id = hold.order_id and entry.bucket = ${bucket}
    ) as marked
    from (
      select order_id, created_at, ${sql.ref(bucket === 'SUBSCRIPTION' ? 'subscription' : 'onDemand')} as held
      from credit_holds where user_id = ${locked.userId} and settled_at is null
    ) hold
    where held > 0 order by created_at, order_id`.execute(db)
  return { available: availableIn(locked, bucket), holds: rows }
}

type MarkOfOrder = { bucket: string; marked: number; transactionId: string | null; reason: string | null }

/** The oldest first, without the marks of a payment that was not paid back after all. */
export async function marksOf(db: Db, orderId: string): Promise<MarkOfOrder[]> {
  const { rows } = await sql<MarkOfOrder>`
    select bucket, marked, transaction_id, reason from credit_entries mark
    where order_id = ${orderId} and type = 'MARK' and marked > 0 and not exists (
      select from credit_entries unmarked where unmarked.order_id = mark.order_id and unmarked.bucket = mark.bucket
        and unmarked.transaction_id = mark.transaction_id and unmarked.marked < 0 and unmarked.id > mark.id
    ) order by id`.execute(db)
  return rows
}

export async function takenFor(db: Db, userId: string, bucket: Bucket, transactionId: string): Promise<Taking> {
  const own = sql`user_id = ${userId} and transaction_id = ${transactionId} and bucket = ${bucket}`
  const refunds = await sql<{ taken: number }>`
    select coalesce(-sum(amount), 0)::bigint as taken from credit_entries where ${own} and type = 'REFUND'`.execute(db)
  const marks = await sql<Mark>`
    select order_id, sum(marked)::bigint as marked from credit_entries where ${own} and order_id is not null
    group by order_id having sum(marked) > 0 order by min(id)`.execute(db)
  return { taken: refunds.rows[0]?.taken ?? 0, marks: marks.rows }
}

/** What was given of a bucket, a payment's as one and less what went back of it or is marked to, the oldest first. */
export async function givenIn(db: Db, userId: string, bucket: Bucket): Promise<Given[]> {
  // Where a refund is taken out of what comes back, its mark ends: together they are nothing more that went back.
  const { rows } = await sql<Given>`
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
