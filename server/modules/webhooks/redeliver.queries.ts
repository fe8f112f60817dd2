import { sql } from 'kysely'
import { countRows } from '../../platform/postgres/count-rows.ts'
import type { Db } from '../../platform/postgres/database.ts'

export type Again = { webhookId: string; at: Date }

export const findEventOf = (db: Db, webhookId: string, attemptId: string) =>
  db
    .selectFrom('webhookAttempts')
    .select('eventId')
    .where('webhookId', '=', webhookId)
    .where('id', '=', attemptId)
    .executeTakeFirst()

const oneMore = (db: Db, { webhookId, at }: Again) =>
  db
    .selectFrom('webhookAttempts')
    .where('webhookId', '=', webhookId)
    .groupBy(['webhookId', 'eventId', 'eventType'])
    .select((eb) => [
      sql<string>`gen_random_uuid()`.as('id'),
      'webhookId',
      'eventId',
      'eventType',
      sql<number>`max(attempt) + 1`.as('attempt'),
      eb.lit(0).as('step'),
      eb.lit(true).as('isManual'),
      sql<string>`'PENDING'`.as('status'),
      eb.val(at).as('at'),
    ])

const columns = ['id', 'webhookId', 'eventId', 'eventType', 'attempt', 'step', 'isManual', 'status', 'at'] as const

const queue = (db: Db, attempts: ReturnType<typeof oneMore>, at: Date) =>
  db
    .insertInto('webhookAttempts')
    .columns(columns)
    .expression(attempts)
    .onConflict((waiting) =>
      waiting
        .columns(['webhookId', 'eventId'])
        .where('status', '=', 'PENDING')
        .doUpdateSet({ at, step: 0, isManual: true })
        // What is leased is being sent already.
        .where('webhookAttempts.lease', 'is', null),
    )

export const queueAgain = (db: Db, { eventId, ...again }: Again & { eventId: string }) =>
  queue(db, oneMore(db, again).where('eventId', '=', eventId), again.at).execute()

type Failed = Again & { since: Date }

/** Events sent in vain since an instant that are not due already. */
const oneMoreOfFailed = (db: Db, { since, ...again }: Failed) =>
  oneMore(db, again)
    .where('eventId', 'in', (eb) =>
      eb
        .selectFrom('webhookAttempts')
        .select('eventId')
        .where('webhookId', '=', again.webhookId)
        .where('at', '>=', since),
    )
    .having(
      sql<boolean>`bool_or(status = 'FAILED') and not bool_or(status = 'SUCCEEDED' or (status = 'PENDING' and at <= ${again.at}))`,
    )

export async function queueFailed(db: Db, { limit, ...failed }: Failed & { limit: number }): Promise<number> {
  const first = oneMoreOfFailed(db, failed).orderBy('eventId').limit(limit)
  const { numInsertedOrUpdatedRows } = await queue(db, first, failed.at).executeTakeFirst()
  return Number(numInsertedOrUpdatedRows ?? 0)
}

export const countFailed = (db: Db, failed: Failed): Promise<number> => countRows(db, oneMoreOfFailed(db, failed))
