import { sql } from 'kysely'
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
  db.selectFrom('webhookHours').select(ended).where('hour', '>=', hour).executeTakeFirstOrThrow()

/** How many events wait to be sent to webhooks, and how many of them were due before an instant. */
export const queueFigures = (db: Db, dueBefore: Date) =>
  db
    .selectFrom('webhookAttempts')
    .select(({ fn }) => [
      fn.countAll<number>().as('waiting'),
      fn.countAll<number>().filterWhere('at', '<', dueBefore).as('overdue'),
    ])
    .where('status', '=', 'PENDING')
    .executeTakeFirstOrThrow()

/** How many webhooks fail, or were disabled since an instant because they did. */
export async function countFailing(db: Db, disabledSince: Date): Promise<number> {
  const { count } = await db
    .selectFrom('webhooks')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .where('deletedAt', 'is', null)
    .where(({ eb, or, and }) =>
      or([
        and([eb('isActive', '=', true), eb('failingSince', 'is not', null)]),
        and([eb('disabledReason', '=', 'FAILING'), eb('disabledAt', '>=', disabledSince)]),
      ]),
    )
    .executeTakeFirstOrThrow()
  return count
}

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
    .select(ended)
    .where('webhooks.userId', '=', userId)
    .where('webhooks.deletedAt', 'is', null)
    .where('webhookHours.hour', '>=', sql<Date>`date_trunc('hour', ${since}::timestamptz, 'UTC')`)
    .executeTakeFirstOrThrow()
  return { ...webhooks, ...attempts }
}
