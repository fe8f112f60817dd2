import type { Role } from '@dooryard/contract/roles'
import { sql } from 'kysely'
import type { Db } from '../../platform/postgres/database.ts'

/**
 * How many active users of some roles have credits to spend, yet fewer than one amount, and fewer than another; whole
 * credits.
 */
export async function countShortOf(
  db: Db,
  roles: readonly Role[],
  amounts: { now: number; afterwards: number },
): Promise<{ now: number; afterwards: number }> {
  const available = sql<number>`subscription_available + on_demand_available`
  const fewerThan = (amount: number) => sql<number>`count(*) filter (where ${available} < ${amount})`
  return db
    .selectFrom('creditAccounts')
    .innerJoin('users', 'users.id', 'creditAccounts.userId')
    .select([fewerThan(amounts.now).as('now'), fewerThan(amounts.afterwards).as('afterwards')])
    .where('users.isActive', '=', true)
    .where('users.role', 'in', [...roles])
    .where(available, '>', 0)
    .executeTakeFirstOrThrow()
}
