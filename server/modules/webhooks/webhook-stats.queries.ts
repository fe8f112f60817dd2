import { sql } from 'kysely'
import { countRows } from '../../platform/postgres/count-rows.ts'
import type { Db } from '../../platform/postgres/database.ts'
import { webhookState, webhooksIn } from './webhooks.queries.ts'

export const countByState = (db: Db) =>
  webhooksIn(db, 'ALL')
    .select(({ fn }) => [webhookState.as('state'), fn.countAll<number>().as('count')])
    .groupBy(webhookState)
    .execute()

const ended = [
  sql<number>`coalesce(sum(succeeded), 0)::bigint`.as('succeeded'),
  sql<number>`coalesce(sum(failed), 0)::bigint`.as('failed'),
] as const

export const endedSince = (db: Db, hour: Date) =>
  db.selectFrom('webhookHourlyStats').select(ended).where('hour', '>=', hour).executeTakeFirstOrThrow()

export const queueFigures = (db: Db, dueBefore: Date) =>
  db
    .selectFrom('webhookAttempts')
    .select(({ fn }) => [
      fn.countAll<number>().as('waiting'),
      fn.countAll<number>().filterWhere('at', '<', dueBefore).as('overdue'),
    ])
    .where('status', '=', 'PENDING')
    .executeTakeFirstOrThrow()

/** Webhooks that fail, or were disabled since an instant because they did. */
export const countFailing = (db: Db, disabledSince: Date): Promise<number> =>
  countRows(
    db,
    webhooksIn(db, 'ALL').where(({ eb, or, and }) =>
      or([
        and([eb('isActive', '=', true), eb('failingSince', 'is not', null)]),
        and([eb('disabledReason', '=', 'FAILING'), eb('disabledAt', '>=', disabledSince)]),
      ]),
    ),
  )

export async function userWebhooks(db: Db, userId: string, since: Date) {
  const webhooks = await webhooksIn(db, { userId })
    .select(({ fn }) => fn.countAll<number>().filterWhere('isActive', '=', true).as('active'))
    .select(({ fn }) => fn.countAll<number>().filterWhere('isActive', '=', false).as('disabled'))
    .executeTakeFirstOrThrow()
  const attempts = await db
    .selectFrom('webhookHourlyStats')
    .innerJoin('webhooks', 'webhooks.id', 'webhookHourlyStats.webhookId')
    .select(ended)
    .where('webhooks.userId', '=', userId)
    .where('webhooks.deletedAt', 'is', null)
    .where('webhookHourlyStats.hour', '>=', sql<Date>`date_trunc('hour', ${since}::timestamptz, 'UTC')`)
    .executeTakeFirstOrThrow()
  return { ...webhooks, ...attempts }
}
