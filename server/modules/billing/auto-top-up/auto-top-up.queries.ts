import { type Insertable, sql } from 'kysely'
import { selectAccounts } from '../../../platform/lists/owners.queries.ts'
import type { Db } from '../../../platform/postgres/database.ts'
import type { DB } from '../../../platform/postgres/schema.gen.ts'
import { selectBalances } from '../../credits/index.ts'
import type { ProviderName } from '../provider/provider.ts'

const columns = ['userId', 'isEnabled', 'threshold', 'packId', 'monthlyCap', 'pausedReason', 'updatedAt'] as const

export type AutoTopUpRow = NonNullable<Awaited<ReturnType<typeof findAutoTopUp>>>

export const findAutoTopUp = (db: Db, userId: string) =>
  db.selectFrom('autoTopUps').select(columns).where('userId', '=', userId).executeTakeFirst()

/** Takes the lock that every purchase for a user, and every change of the setting, takes first. */
export const lockAutoTopUp = (db: Db, userId: string) =>
  db.selectFrom('autoTopUps').select(columns).where('userId', '=', userId).forUpdate().executeTakeFirst()

export const saveAutoTopUp = (db: Db, { userId, ...setting }: Insertable<DB['autoTopUps']>) =>
  db
    .insertInto('autoTopUps')
    .values({ userId, ...setting })
    .onConflict((conflict) => conflict.column('userId').doUpdateSet(setting))
    .execute()

export async function disableAutoTopUp(db: Db, userId: string, pausedReason: string, now: Date): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('autoTopUps')
    .set({ isEnabled: false, pausedReason, updatedAt: now })
    .where('userId', '=', userId)
    .where('isEnabled', '=', true)
    .executeTakeFirst()
  return numUpdatedRows > 0n
}

export type OpenTopUp = NonNullable<Awaited<ReturnType<typeof findOpenTopUp>>>

const selectTopUps = (db: Db, userId: string) =>
  db.selectFrom('checkouts').where('checkouts.userId', '=', userId).where('checkouts.source', '=', 'AUTO_TOP_UP')

/** The automatic purchase that has not finished yet; at most one exists. */
export const findOpenTopUp = (db: Db, userId: string, provider: ProviderName) =>
  selectTopUps(db, userId)
    .select(['id', 'name', 'listPrice', 'currency'])
    .where('provider', '=', provider)
    .where('status', '=', 'OPEN')
    .executeTakeFirst()

export async function findTopUpFailure(db: Db, userId: string, since: Date): Promise<{ failure?: string } | undefined> {
  const failed = await selectTopUps(db, userId)
    .leftJoin('paymentTransactions', 'paymentTransactions.checkoutId', 'checkouts.id')
    .select('paymentTransactions.failure')
    .where('checkouts.status', '=', 'FAILED')
    .where('checkouts.createdAt', '>=', since)
    .orderBy('checkouts.createdAt', 'desc')
    .limit(1)
    .executeTakeFirst()
  return failed && (failed.failure === null ? {} : { failure: failed.failure })
}

/** Cents of the automatic purchases of a month, including charges in progress and payments refunded since. */
export async function sumTopUpSpend(db: Db, userId: string, { from, to }: { from: Date; to: Date }): Promise<number> {
  const { spent } = await selectTopUps(db, userId)
    .select(({ fn }) => fn.coalesce(fn.sum<number>(sql`list_price - discount`), sql<number>`0`).as('spent'))
    .where('status', 'in', ['OPEN', 'PAID'])
    .where('createdAt', '>=', from)
    .where('createdAt', '<', to)
    .executeTakeFirstOrThrow()
  return Number(spent)
}

type DueTopUpQuery = { provider: ProviderName; jobName: string; from: Date; to: Date }

/** Users whose cap blocked a top-up until the month ended, or whose job failed on every attempt. */
export async function listUsersDueForTopUp(db: Db, { provider, jobName, from, to }: DueTopUpQuery): Promise<string[]> {
  const { rows } = await sql<{ userId: string }>`
    select t.user_id
    from auto_top_ups t
    join ${selectAccounts(db)} u on u.id = t.user_id and u.is_active and u.closed_at is null
    join ${selectBalances(db)} a on a.user_id = t.user_id
    join packs p on p.id = t.pack_id
    cross join lateral (
      select coalesce(sum(c.list_price - c.discount)
          filter (where c.created_at >= ${from} and c.created_at < ${to}), 0) as spent,
        coalesce(bool_or(c.status = 'OPEN' and c.provider = ${provider}), false) as is_open
      from checkouts c
      where c.user_id = t.user_id and c.source = 'AUTO_TOP_UP' and c.status in ('OPEN', 'PAID')
    ) c
    where (c.is_open or (
        t.is_enabled and not a.alert_pending and a.subscription_available + a.on_demand_available < t.threshold
        -- One pack is bought for one fall below the threshold, also where it no longer lifts the credits to it.
        and t.threshold <= p.credits
        and c.spent + p.price <= t.monthly_cap))
      and not exists (
        select from graphile_worker.jobs j
        where j.key = ${jobName} || ':' || t.user_id and (j.locked_at is not null or j.attempts < j.max_attempts))
    order by t.user_id`.execute(db)
  return rows.map(({ userId }) => userId)
}
