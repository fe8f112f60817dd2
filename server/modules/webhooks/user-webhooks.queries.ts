import { sql } from 'kysely'
import type { Db } from '../../platform/postgres/database.ts'

/**
 * The webhooks that a user has, by whether they are told of anything, and how the attempts at them ended since the hour of
 * an instant.
 */
export async function userWebhooks(db: Db, userId: string, since: Date) {
  const webhooks = await db
    .selectFrom('webhooks')
    .select(({ fn }) => fn.countAll<number>().filterWhere('isActive', '=', true).as('active'))
    .select(({ fn }) => fn.countAll<number>().filterWhere('isActive', '=', false).as('disabled'))
    .where('userId', '=', userId)
    .where('deletedAt', 'is', null)
    .executeTakeFirstOrThrow()
  const attempts = await db
    .selectFrom('webhookHours')
    .innerJoin('webhooks', 'webhooks.id', 'webhookHours.webhookId')
    .select(sql<number>`coalesce(sum(succeeded), 0)::bigint`.as('succeeded'))
    .select(sql<number>`coalesce(sum(failed), 0)::bigint`.as('failed'))
    .where('webhooks.userId', '=', userId)
    .where('webhooks.deletedAt', 'is', null)
    .where('webhookHours.hour', '>=', sql<Date>`date_trunc('hour', ${since}::timestamptz, 'UTC')`)
    .executeTakeFirstOrThrow()
  return { ...webhooks, ...attempts }
}
