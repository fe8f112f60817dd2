import type { Role } from '@dooryard/contract/roles'
import { sql } from 'kysely'
import { selectAccounts } from '../../platform/owners.queries.ts'
import type { Db } from '../../platform/postgres/database.ts'

/** Counts active users who have credits to spend, yet fewer than each of two amounts. */
export async function countShortOf(
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
 * What became of a user's credits on each day of a span that has any. Those of a payment were purchased: packs, and what a
 * subscription gives (`GRANT` with a payment). The rest that came was granted, coupons among it. What a refund, a lapse or
 * an administrator took is lost, by what really went. Between two instants what is spendable and held together changes by
 * purchased + granted - captured - lost.
 */
export async function userCreditsByDay(
  db: Db,
  userId: string,
  { from, until }: { from: Date; until: Date },
): Promise<DayCredits[]> {
  // Added up by kind first: to ask of each entry which figure it is of would take twice as long.
  const { rows } = await sql<DayCredits>`
    select day,
      coalesce(sum(amount) filter (where ${isPurchase}), 0)::bigint as purchased,
      coalesce(sum(amount) filter (where ${isGift} and is_gain), 0)::bigint as granted,
      coalesce(-sum(held) filter (where type = 'CAPTURE'), 0)::bigint as captured,
      coalesce(sum(amount) filter (where type = 'RELEASE'), 0)::bigint as released,
      coalesce(-sum(amount) filter (where type in ('REFUND', 'EXPIRE') or ${isGift} and not is_gain), 0)::bigint as lost
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

const isPurchase = sql`(type = 'PURCHASE' or type = 'GRANT' and is_paid)`
const isGift = sql`(type in ('COUPON', 'ADJUST') or type = 'GRANT' and not is_paid)`
