import { type Insertable, sql, type Updateable } from 'kysely'
import { addJob } from '../../../platform/jobs/jobs.ts'
import type { Db } from '../../../platform/postgres/database.ts'
import type { DB } from '../../../platform/postgres/schema.gen.ts'

/** Added at every change of the credits of a user with alerts. The payload is `{ userId }`. */
export const checkSpendingJob = 'check-spending'

const columns = [
  'userId',
  'perDay',
  'perMonth',
  'balanceBelow',
  // As texts, because a date has no time zone.
  sql<string | null>`notified_day::text`.as('notifiedDay'),
  sql<string | null>`notified_month::text`.as('notifiedMonth'),
  'isBalanceNotified',
] as const

export const findSpendingAlerts = (db: Db, userId: string) =>
  db.selectFrom('spendingAlerts').select(columns).where('userId', '=', userId).executeTakeFirst()

/** Serializes the checks of one user, so that each alert is sent once. */
export const lockSpendingAlerts = (db: Db, userId: string) =>
  db.selectFrom('spendingAlerts').select(columns).where('userId', '=', userId).forUpdate().executeTakeFirst()

/** Checks the alerts of a user, if there are any, once the transaction commits. */
export async function checkSpendingLater(db: Db, userId: string): Promise<void> {
  const row = await db.selectFrom('spendingAlerts').select('userId').where('userId', '=', userId).executeTakeFirst()
  if (row) await addCheckSpendingJob(db, userId)
}

/** At most one is queued per user. */
export const addCheckSpendingJob = (db: Db, userId: string): Promise<void> =>
  addJob(db, checkSpendingJob, { userId }, { jobKey: `${checkSpendingJob}:${userId}` })

export const upsertSpendingAlerts = (db: Db, { userId, ...alerts }: Insertable<DB['spendingAlerts']>) =>
  db
    .insertInto('spendingAlerts')
    .values({ userId, ...alerts })
    .onConflict((conflict) => conflict.column('userId').doUpdateSet(alerts))
    .execute()

export const updateSpendingAlerts = (db: Db, userId: string, change: Updateable<DB['spendingAlerts']>) =>
  db.updateTable('spendingAlerts').set(change).where('userId', '=', userId).execute()

/** Credits captured since the start of a day, and since the start of its month. */
export async function sumCaptured(db: Db, userId: string, { day, month }: { day: Date; month: Date }) {
  const { rows } = await sql<{ today: number; thisMonth: number }>`
    select coalesce(-sum(held) filter (where created_at >= ${day}), 0)::bigint as today,
      coalesce(-sum(held), 0)::bigint as this_month
    from credit_entries
    where user_id = ${userId} and type = 'CAPTURE' and created_at >= ${month}`.execute(db)
  return { today: Number(rows[0]?.today ?? 0), thisMonth: Number(rows[0]?.thisMonth ?? 0) }
}
