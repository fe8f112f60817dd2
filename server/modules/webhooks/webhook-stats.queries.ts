import { sql } from 'kysely'
import { countRows } from '../../platform/postgres/count-rows.ts'
import type { Db } from '../../platform/postgres/database.ts'
import { selectWebhooksInScope, webhookState } from './webhooks.queries.ts'

export const countWebhooksByState = (db: Db) =>
  selectWebhooksInScope(db, 'ALL')
    .select(({ fn }) => [webhookState.as('state'), fn.countAll<number>().as('count')])
    .groupBy(webhookState)
    .execute()

const endedCounts = [
  sql<number>`coalesce(sum(succeeded), 0)::bigint`.as('succeeded'),
  sql<number>`coalesce(sum(failed), 0)::bigint`.as('failed'),
] as const

export const countEndedSince = (db: Db, hour: Date) =>
  db.selectFrom('webhookHourlyStats').select(endedCounts).where('hour', '>=', hour).executeTakeFirstOrThrow()

export const getWebhookQueueStats = (db: Db, dueBefore: Date) =>
  db
    .selectFrom('webhookAttempts')
    .select(({ fn }) => [
      fn.countAll<number>().as('waiting'),
      fn.countAll<number>().filterWhere('at', '<', dueBefore).as('overdue'),
    ])
    .where('status', '=', 'PENDING')
    .executeTakeFirstOrThrow()

/** Webhooks that are failing, or were disabled since an instant for failing. */
export const countFailingWebhooks = (db: Db, disabledSince: Date): Promise<number> =>
  countRows(
    db,
    selectWebhooksInScope(db, 'ALL').where(({ eb, or, and }) =>
      or([
        and([eb('isActive', '=', true), eb('failingSince', 'is not', null)]),
        and([eb('disabledReason', '=', 'FAILING'), eb('disabledAt', '>=', disabledSince)]),
      ]),
    ),
  )

export async function getUserWebhookStats(db: Db, userId: string, since: Date) {
  const webhooks = await selectWebhooksInScope(db, { userId })
    .select(({ fn }) => fn.countAll<number>().filterWhere('isActive', '=', true).as('active'))
    .select(({ fn }) => fn.countAll<number>().filterWhere('isActive', '=', false).as('disabled'))
    .executeTakeFirstOrThrow()
  const attempts = await db
    .selectFrom('webhookHourlyStats')
    .innerJoin('webhooks', 'webhooks.id', 'webhookHourlyStats.webhookId')
    .select(endedCounts)
    .where('webhooks.userId', '=', userId)
    .where('webhooks.deletedAt', 'is', null)
    .where('webhookHourlyStats.hour', '>=', sql<Date>`date_trunc('hour', ${since}::timestamptz, 'UTC')`)
    .executeTakeFirstOrThrow()
  return { ...webhooks, ...attempts }
}
