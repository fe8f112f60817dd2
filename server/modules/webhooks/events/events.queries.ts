import { sql } from 'kysely'
import { selectAccounts } from '../../../platform/lists/owners.queries.ts'
import type { Db } from '../../../platform/postgres/database.ts'

export const isActiveCustomer = sql<boolean>`(u.is_active and u.closed_at is null and u.role = 'ENTERPRISE_USER')`

export async function listSubscribedWebhooks(
  db: Db,
  userId: string,
  { type, isTest = false }: { type: string; isTest?: boolean },
): Promise<string[]> {
  const rows = await db
    .selectFrom('webhooks')
    .innerJoin(selectAccounts(db).as('u'), 'u.id', 'webhooks.userId')
    .select('webhooks.id')
    .where('userId', '=', userId)
    .where(isActiveCustomer)
    .where('webhooks.isActive', '=', true)
    .where('deletedAt', 'is', null)
    .where(({ eb, fn, val }) => eb(val(type), '=', fn.any('events')))
    .$if(isTest, (query) => query.where('webhooks.sendsTestEvents', '=', true))
    .orderBy('webhooks.id')
    .execute()
  return rows.map(({ id }) => id)
}

type NewEventRow = { id: string; userId: string; type: string; body: string; createdAt: Date }

export const insertEvent = (db: Db, event: NewEventRow) => db.insertInto('webhookEvents').values(event).execute()

type NewAttemptRow = { id: string; webhookId: string; eventId: string; eventType: string; at: Date; isManual?: boolean }

export const insertFirstAttempts = (db: Db, attempts: NewAttemptRow[]) =>
  db
    .insertInto('webhookAttempts')
    .values(attempts.map((attempt) => ({ ...attempt, attempt: 1, step: 0, status: 'PENDING' })))
    .execute()
