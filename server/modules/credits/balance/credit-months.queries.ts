import { sql } from 'kysely'
import type { Db } from '../../../platform/postgres/database.ts'

export type CreditMonth = { month: string; sold: number; used: number; expired: number; refunded: number }

/**
 * Credits of all users by UTC month from the given day on: sold with a payment, charged for leads, expired, and removed
 * by refunds. Months without any are omitted.
 */
export async function listCreditsByMonth(db: Db, from: string): Promise<CreditMonth[]> {
  const { rows } = await sql<CreditMonth>`
    select to_char(created_at at time zone 'UTC', 'YYYY-MM') as month,
      coalesce(sum(amount) filter (where type in ('GRANT', 'PURCHASE') and transaction_id is not null), 0)::bigint as sold,
      coalesce(-sum(held) filter (where type = 'CAPTURE'), 0)::bigint as used,
      coalesce(-sum(amount) filter (where type = 'EXPIRE'), 0)::bigint as expired,
      coalesce(-sum(amount) filter (where type = 'REFUND'), 0)::bigint as refunded
    from credit_entries where created_at >= ${from}::timestamp at time zone 'UTC' group by 1 order by 1`.execute(db)
  return rows
}
