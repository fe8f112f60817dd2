import { type Insertable, sql, type Updateable } from 'kysely'
import type { DB, Db } from '../../platform/postgres/database.ts'

export const webhookColumns = [
  'id',
  'userId',
  'url',
  'description',
  'events',
  'secret',
  'previousSecrets',
  'version',
  'isActive',
  'disabledReason',
  'disabledAt',
  'disabledNote',
  'disabledBefore',
  'disabledBeforeAt',
  'failingSince',
  'createdAt',
  'updatedAt',
] as const

export type WebhookRow = NonNullable<Awaited<ReturnType<typeof findWebhook>>>

const ofUser = (db: Db, userId: string) =>
  db.selectFrom('webhooks').where('userId', '=', userId).where('deletedAt', 'is', null)

/** A slice of a user's webhooks, the newest first; the id breaks ties. */
export const selectWebhooks = (db: Db, userId: string, { limit, offset }: { limit: number; offset: number }) =>
  ofUser(db, userId)
    .select(webhookColumns)
    .orderBy('createdAt', 'desc')
    .orderBy('id', 'desc')
    .limit(limit)
    .offset(offset)
    .execute()

export async function countWebhooks(db: Db, userId: string): Promise<number> {
  const { count } = await ofUser(db, userId)
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow()
  return count
}

export const findWebhook = (db: Db, userId: string, id: string) =>
  ofUser(db, userId).select(webhookColumns).where('id', '=', id).executeTakeFirst()

/** A webhook that nobody else changes until the transaction ends. */
export const lockWebhook = (db: Db, userId: string, id: string) =>
  ofUser(db, userId).select(webhookColumns).where('id', '=', id).forNoKeyUpdate().executeTakeFirst()

/** Whether an administrator disabled a webhook of the user's with this URL, given as it is kept. */
export const isBarredUrl = async (db: Db, userId: string, url: string): Promise<boolean> =>
  (await ofUser(db, userId)
    .select('id')
    .where('url', '=', url)
    .where('disabledReason', '=', 'BY_ADMIN')
    .executeTakeFirst()) !== undefined

/** Makes those who count a user's webhooks, to add one, wait for each other. */
export const lockWebhooks = (db: Db, userId: string) =>
  sql`select pg_advisory_xact_lock(hashtextextended(${`webhooks:${userId}`}, 0))`.execute(db)

export const insertWebhook = (db: Db, row: Insertable<DB['webhooks']>) =>
  db.insertInto('webhooks').values(row).execute()

export const updateWebhook = (db: Db, id: string, change: Updateable<DB['webhooks']>) =>
  db.updateTable('webhooks').set(change).where('id', '=', id).execute()

/** Deletes all webhooks of a user; what waits for them ends as what is left behind does, and is not sent before. */
export const forgetWebhooks = (db: Db, userId: string, at: Date) =>
  db
    .updateTable('webhooks')
    .set({ deletedAt: at })
    .where('userId', '=', userId)
    .where('deletedAt', 'is', null)
    .returning(['id', 'url'])
    .execute()

/**
 * Disables all webhooks of a user until an administrator enables them, but those that are disabled so already. What
 * waits for them ends as what is left behind does, and is not sent before. Each is given with why it was disabled before.
 */
export const barWebhooks = (db: Db, userId: string, { at, note }: { at: Date; note: string }) =>
  db
    .updateTable('webhooks')
    .set(({ eb, ref }) => ({
      isActive: false,
      disabledReason: 'BY_ADMIN',
      disabledAt: at,
      disabledNote: note,
      disabledBefore: ref('disabledReason'),
      disabledBeforeAt: ref('disabledAt'),
      version: eb('version', '+', 1),
      updatedAt: at,
    }))
    .where('userId', '=', userId)
    .where('deletedAt', 'is', null)
    .where('disabledReason', 'is distinct from', 'BY_ADMIN')
    .returning(['id', 'disabledBefore'])
    .execute()

export type WebhookHour = Awaited<ReturnType<typeof hoursOf>>[number]

/** How the attempts of these webhooks ended since an hour, by the hour. */
export const hoursOf = (db: Db, ids: readonly string[], since: Date) =>
  db
    .selectFrom('webhookHours')
    .select(['webhookId', 'hour', 'succeeded', 'failed'])
    .where('webhookId', 'in', ids)
    .where('hour', '>=', since)
    .orderBy('webhookId')
    .orderBy('hour')
    .execute()

/** How many events wait to be sent to each of these webhooks. */
export async function waitingOf(db: Db, ids: readonly string[]): Promise<Map<string, number>> {
  const rows = await db
    .selectFrom('webhookAttempts')
    .select(({ fn }) => ['webhookId', fn.countAll<number>().as('count')])
    .where('webhookId', 'in', ids)
    .where('status', '=', 'PENDING')
    .groupBy('webhookId')
    .execute()
  return new Map(rows.map(({ webhookId, count }) => [webhookId, count]))
}
