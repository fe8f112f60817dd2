import type { Slice } from '@dooryard/contract/api/paging'
import type { AttemptQuery } from '@dooryard/contract/integrations/webhooks'
import { sql } from 'kysely'
import { countRows } from '../../../platform/postgres/count-rows.ts'
import type { Db } from '../../../platform/postgres/database.ts'

type AttemptFilter = Pick<AttemptQuery, 'status' | 'eventType' | 'eventId' | 'fromDate' | 'toDate'>

const attemptColumns = [
  'attempts.id',
  'attempts.eventId',
  'attempts.eventType',
  'attempts.attempt',
  'attempts.isManual',
  'attempts.at',
  'attempts.status',
  'attempts.responseCode',
  'attempts.durationMs',
  'attempts.responseBody',
  'attempts.error',
  'attempts.nextAttemptAt',
] as const

const selectMatchingAttempts = (
  db: Db,
  webhookId: string,
  { status, eventType, eventId, fromDate, toDate }: AttemptFilter,
) =>
  db
    .selectFrom('webhookAttempts as attempts')
    .where('webhookId', '=', webhookId)
    .$if(status !== undefined, (query) => query.where('status', '=', status ?? ''))
    .$if(eventType !== undefined, (query) => query.where('eventType', '=', eventType ?? ''))
    .$if(eventId !== undefined, (query) => query.where('eventId', '=', eventId ?? ''))
    .$if(fromDate !== undefined, (query) => query.where('at', '>=', new Date(fromDate ?? 0)))
    .$if(toDate !== undefined, (query) => query.where('at', '<', new Date(toDate ?? 0)))

/** Maximum characters of an event body in a list. Current events are shorter; some older ones are far longer. */
const maxListedTextLength = 10_000

const selectAttemptRows = (db: Db, webhookId: string, filter: AttemptFilter) =>
  selectMatchingAttempts(db, webhookId, filter)
    .innerJoin('webhookEvents', 'webhookEvents.id', 'attempts.eventId')
    .select(attemptColumns)

export type AttemptRow = Awaited<ReturnType<typeof listAttemptRows>>[number]

export const findAttempt = (db: Db, webhookId: string, id: string) =>
  selectAttemptRows(db, webhookId, {}).select('webhookEvents.body').where('attempts.id', '=', id).executeTakeFirst()

/** Includes truncated event bodies. */
export const listAttemptRows = (db: Db, webhookId: string, filter: AttemptFilter, { limit, offset }: Slice) =>
  selectAttemptRows(db, webhookId, filter)
    .select(sql<string>`left(webhook_events.body, ${maxListedTextLength})`.as('body'))
    .orderBy('attempts.at', 'desc')
    .orderBy('attempts.id', 'desc')
    .limit(limit)
    .offset(offset)
    .execute()

export const countAttempts = (db: Db, webhookId: string, filter: AttemptFilter): Promise<number> =>
  countRows(db, selectMatchingAttempts(db, webhookId, filter))
