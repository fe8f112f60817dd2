import type { Slice } from '@dooryard/contract/paging'
import type { AttemptQuery } from '@dooryard/contract/webhooks'
import { sql } from 'kysely'
import { countRows } from '../../platform/postgres/count-rows.ts'
import type { Db } from '../../platform/postgres/database.ts'

type Filter = Pick<AttemptQuery, 'status' | 'eventType' | 'eventId' | 'fromDate' | 'toDate'>

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

const matching = (db: Db, webhookId: string, { status, eventType, eventId, fromDate, toDate }: Filter) =>
  db
    .selectFrom('webhookAttempts as attempts')
    .where('webhookId', '=', webhookId)
    .$if(status !== undefined, (query) => query.where('status', '=', status ?? ''))
    .$if(eventType !== undefined, (query) => query.where('eventType', '=', eventType ?? ''))
    .$if(eventId !== undefined, (query) => query.where('eventId', '=', eventId ?? ''))
    .$if(fromDate !== undefined, (query) => query.where('at', '>=', new Date(fromDate ?? 0)))
    .$if(toDate !== undefined, (query) => query.where('at', '<', new Date(toDate ?? 0)))

/** The most characters of an event's text that a list shows: an event of today has fewer, and some of before had far more. */
const mostListedText = 10_000

const attemptsOf = (db: Db, webhookId: string, filter: Filter) =>
  matching(db, webhookId, filter)
    .innerJoin('webhookEvents', 'webhookEvents.id', 'attempts.eventId')
    .select(attemptColumns)

export type AttemptRow = Awaited<ReturnType<typeof selectAttempts>>[number]

export const findAttempt = (db: Db, webhookId: string, id: string) =>
  attemptsOf(db, webhookId, {}).select('webhookEvents.body').where('attempts.id', '=', id).executeTakeFirst()

/** With the beginnings of the texts of events. */
export const selectAttempts = (db: Db, webhookId: string, filter: Filter, { limit, offset }: Slice) =>
  attemptsOf(db, webhookId, filter)
    .select(sql<string>`left(webhook_events.body, ${mostListedText})`.as('body'))
    .orderBy('attempts.at', 'desc')
    .orderBy('attempts.id', 'desc')
    .limit(limit)
    .offset(offset)
    .execute()

export const countAttempts = (db: Db, webhookId: string, filter: Filter): Promise<number> =>
  countRows(db, matching(db, webhookId, filter))
