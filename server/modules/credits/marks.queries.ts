import type { Bucket } from '@dooryard/contract/credit-history'
import { sql } from 'kysely'
import type { Db } from '../../platform/postgres/database.ts'
import { type Account, availableIn } from './ledger.queries.ts'
import type { Credits, Given, Held } from './marks-rules.ts'

/** One kind of credits of a locked account, with what orders hold of it. */
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

/** The marks of an order's open hold, the oldest first. */
export const marksOf = (db: Db, orderId: string) =>
  db
    .selectFrom('creditEntries')
    .select(['bucket', 'marked', 'transactionId', 'reason'])
    .where('orderId', '=', orderId)
    .where('type', '=', 'MARK')
    .orderBy('id')
    .execute()

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
