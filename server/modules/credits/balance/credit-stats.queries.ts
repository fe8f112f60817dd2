import type { Role } from '@dooryard/contract/api/roles'
import { sql } from 'kysely'
import { selectAccounts } from '../../../platform/lists/owners.queries.ts'
import type { Db } from '../../../platform/postgres/database.ts'

/** Counts active users who have spendable credits but fewer than each of two amounts. */
export async function countLowBalanceUsers(
  db: Db,
  roles: readonly Role[],
  amounts: { now: number; afterwards: number },
): Promise<{ now: number; afterwards: number }> {
  const available = sql<number>`subscription_available + on_demand_available`
  const fewerThan = (amount: number) => sql<number>`count(*) filter (where ${available} < ${amount})`
  return db
    .selectFrom('creditAccounts')
    .innerJoin(selectAccounts(db).as('users'), 'users.id', 'creditAccounts.userId')
    .select([fewerThan(amounts.now).as('now'), fewerThan(amounts.afterwards).as('afterwards')])
    .where('users.isActive', '=', true)
    .where('users.role', 'in', [...roles])
    .where(available, '>', 0)
    .executeTakeFirstOrThrow()
}

type DayCredits = {
  day: string
  purchased: number
  granted: number
  captured: number
  released: number
  lost: number
}

/**
 * Sums up a user's credits for each day with activity. Credits with a payment count as purchased: packs and
 * subscription grants (`GRANT` with a payment). Other credits count as granted, including coupons. Credits removed by
 * a refund, an expiry or an administrator count as lost, by the amount actually removed. Between two instants,
 * spendable plus held changes by purchased + granted - captured - lost.
 */
export async function getUserCreditsByDay(
  db: Db,
  userId: string,
  { from, until }: { from: Date; until: Date },
): Promise<DayCredits[]> {
  // Grouped by type first: classifying each entry separately takes twice as long.
  const { rows } = await sql<DayCredits>`
    select day,
      coalesce(sum(amount) filter (where ${purchaseCondition}), 0)::bigint as purchased,
      coalesce(sum(amount) filter (where ${giftCondition} and is_gain), 0)::bigint as granted,
      coalesce(-sum(held) filter (where type = 'CAPTURE'), 0)::bigint as captured,
      coalesce(sum(amount) filter (where type = 'RELEASE'), 0)::bigint as released,
      coalesce(-sum(amount) filter (where type in ('REFUND', 'EXPIRE') or ${giftCondition} and not is_gain), 0)::bigint as lost
    from (
      select (created_at at time zone 'UTC')::date as day, type, transaction_id is not null as is_paid,
        amount > 0 as is_gain, sum(amount)::bigint as amount, sum(held)::bigint as held
      from credit_entries
      where user_id = ${userId} and created_at >= ${from} and created_at < ${until} and type not in ('HOLD', 'MARK')
      group by 1, 2, 3, 4
    ) entries
    group by day order by day`.execute(db)
  return rows
}

const purchaseCondition = sql`(type = 'PURCHASE' or type = 'GRANT' and is_paid)`
const giftCondition = sql`(type in ('COUPON', 'ADJUST') or type = 'GRANT' and not is_paid)`
