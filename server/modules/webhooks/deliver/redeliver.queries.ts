import { sql } from 'kysely'
import { countRows } from '../../../platform/postgres/count-rows.ts'
import type { Db } from '../../../platform/postgres/database.ts'

export type RedeliveryQuery = { webhookId: string; at: Date }

export const findEventByAttempt = (db: Db, webhookId: string, attemptId: string) =>
  db
    .selectFrom('webhookAttempts')
    .select('eventId')
    .where('webhookId', '=', webhookId)
    .where('id', '=', attemptId)
    .executeTakeFirst()

const selectRedeliveries = (db: Db, { webhookId, at }: RedeliveryQuery) =>
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

const attemptColumns = [
  'id',
  'webhookId',
  'eventId',
  'eventType',
  'attempt',
  'step',
  'isManual',
  'status',
  'at',
] as const

const insertRedeliveries = (db: Db, attempts: ReturnType<typeof selectRedeliveries>, at: Date) =>
  db
    .insertInto('webhookAttempts')
    .columns(attemptColumns)
    .expression(attempts)
    .onConflict((waiting) =>
      waiting
        .columns(['webhookId', 'eventId'])
        .where('status', '=', 'PENDING')
        .doUpdateSet({ at, step: 0, isManual: true })
        // A leased attempt is already being sent.
        .where('webhookAttempts.lease', 'is', null),
    )

export const queueRedelivery = (db: Db, { eventId, ...query }: RedeliveryQuery & { eventId: string }) =>
  insertRedeliveries(db, selectRedeliveries(db, query).where('eventId', '=', eventId), query.at).execute()

type FailedEventsQuery = RedeliveryQuery & { since: Date }

/** Events with a failed attempt since an instant, not delivered and not already due. */
const selectFailedRedeliveries = (db: Db, { since, ...query }: FailedEventsQuery) =>
  selectRedeliveries(db, query)
    .where('eventId', 'in', (eb) =>
      eb
        .selectFrom('webhookAttempts')
        .select('eventId')
        .where('webhookId', '=', query.webhookId)
        .where('at', '>=', since),
    )
    .having(
      sql<boolean>`bool_or(status = 'FAILED') and not bool_or(status = 'SUCCEEDED' or (status = 'PENDING' and at <= ${query.at}))`,
    )

export async function queueFailedRedeliveries(
  db: Db,
  { limit, ...failedQuery }: FailedEventsQuery & { limit: number },
): Promise<number> {
  const first = selectFailedRedeliveries(db, failedQuery).orderBy('eventId').limit(limit)
  const { numInsertedOrUpdatedRows } = await insertRedeliveries(db, first, failedQuery.at).executeTakeFirst()
  return Number(numInsertedOrUpdatedRows ?? 0)
}

export const countFailedEvents = (db: Db, failedQuery: FailedEventsQuery): Promise<number> =>
  countRows(db, selectFailedRedeliveries(db, failedQuery))
