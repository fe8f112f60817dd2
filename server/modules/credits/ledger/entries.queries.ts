import { sql } from 'kysely'
import type { Db } from '../../../platform/postgres/database.ts'

/** Ledger entries, for queries of other modules. */
export const selectEntries = (db: Db) =>
  db
    .selectFrom('creditEntries')
    .select([
      'id',
      'seq',
      'userId',
      'type',
      'bucket',
      'amount',
      'held',
      'marked',
      'balanceAfter',
      'heldAfter',
      'orderId',
      'transactionId',
      'reason',
      'actor',
      'createdAt',
      'hash',
    ])

/** Spendable credits and pending alerts of users, for queries of other modules. */
export const selectBalances = (db: Db) =>
  db.selectFrom('creditAccounts').select(['userId', 'alertPending', 'subscriptionAvailable', 'onDemandAvailable'])

/**
 * Available and held credits right after the last grant or purchase, of which the user has used some since; 0 before
 * the first. Walks back from the newest entry: those since the last grant are few.
 */
export async function getCreditsAtLastGrant(db: Db, userId: string): Promise<number> {
  const { rows } = await sql<{ total: number }>`
    with last as (
      select seq from credit_entries
      where user_id = ${userId} and amount > 0 and type in ('GRANT', 'PURCHASE', 'COUPON', 'ADJUST')
      order by seq desc limit 1
    )
    select (a.subscription_available + a.subscription_held + a.on_demand_available + a.on_demand_held
      - coalesce((select sum(e.amount + e.held) from credit_entries e
          where e.user_id = a.user_id and e.seq > last.seq), 0))::bigint as total
    from credit_accounts a cross join last where a.user_id = ${userId}`.execute(db)
  return Number(rows[0]?.total ?? 0)
}
