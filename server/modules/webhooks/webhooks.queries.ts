import type { Slice } from '@dooryard/contract/api/paging'
import type { AdminWebhook, AdminWebhookQuery } from '@dooryard/contract/integrations/admin-webhooks'
import { type Insertable, sql, type Updateable } from 'kysely'
import type { Scope } from '../../platform/context.ts'
import { buildSearchCondition, selectFoundPage, sortByIds } from '../../platform/lists/paged-lists.queries.ts'
import { lockInTransaction } from '../../platform/postgres/advisory-locks.ts'
import { countRows } from '../../platform/postgres/count-rows.ts'
import type { DB, Db } from '../../platform/postgres/database.ts'

const webhookColumns = [
  'id',
  'userId',
  'url',
  'description',
  'events',
  'sendsTestEvents',
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

export const webhookState = sql<
  AdminWebhook['state']
>`(case when not is_active then 'DISABLED' when failing_since is not null then 'FAILING'
  when last_timeout_at is not null then 'SLOW' else 'HEALTHY' end)`

export function selectWebhooksInScope(db: Db, scope: Scope) {
  const all = db.selectFrom('webhooks as listed').where('deletedAt', 'is', null)
  return scope === 'ALL' ? all : all.where('userId', '=', scope.userId)
}

const selectRowsInScope = (db: Db, scope: Scope) =>
  selectWebhooksInScope(db, scope)
    .select(webhookColumns)
    .select(webhookState.as('state'))
    .select(({ exists, selectFrom }) =>
      exists(
        selectFrom('webhookAttempts')
          .select('webhookAttempts.id')
          .whereRef('webhookAttempts.webhookId', '=', 'listed.id')
          .where('webhookAttempts.status', '=', 'SUCCEEDED'),
      ).as('hasDelivered'),
    )

export type WebhookRow = NonNullable<Awaited<ReturnType<typeof findWebhook>>>

export const countWebhooks = (db: Db, userId: string): Promise<number> =>
  countRows(db, selectWebhooksInScope(db, { userId }))

export type WebhookFilter = Partial<Pick<AdminWebhookQuery, 'search' | 'userId' | 'state'>>

const failingFirst = sql`case ${webhookState} when 'FAILING' then 0 when 'SLOW' then 1 else 2 end`

/** Newest first; the list of all webhooks puts failing ones first, then slow ones. */
export async function findWebhookPage(db: Db, scope: Scope, { userId, state, search }: WebhookFilter, slice: Slice) {
  const isFound = search && (await buildSearchCondition(db, search))
  // Pages over narrow rows: sorting full rows of a list of thousands would not fit into memory.
  const found = selectWebhooksInScope(db, scope)
    .$if(userId !== undefined, (query) => query.where('userId', 'in', userId ?? []))
    .$if(state !== undefined, (query) => query.where(webhookState, '=', state ?? 'HEALTHY'))
    .$if(Boolean(isFound), (query) => query.where(isFound || sql<boolean>`true`))
    .select(['id', 'createdAt'])
    .select((scope === 'ALL' ? failingFirst : sql`0`).as('trouble'))
  const { ids, count } = await selectFoundPage(db, found, sql`trouble, created_at desc, id desc`, slice)
  const rows = ids.length === 0 ? [] : await selectRowsInScope(db, scope).where('id', 'in', ids).execute()
  return { rows: sortByIds(rows, ids), count }
}

export const findWebhook = (db: Db, scope: Scope, id: string) =>
  selectRowsInScope(db, scope).where('id', '=', id).executeTakeFirst()

export const lockWebhook = (db: Db, scope: Scope, id: string) =>
  selectRowsInScope(db, scope).where('id', '=', id).forNoKeyUpdate().executeTakeFirst()

/** `url` as stored. */
export const isBlockedUrl = async (db: Db, userId: string, url: string): Promise<boolean> =>
  (await selectWebhooksInScope(db, { userId })
    .select('id')
    .where('url', '=', url)
    .where('disabledReason', '=', 'BY_ADMIN')
    .executeTakeFirst()) !== undefined

/** Serializes transactions that count a user's webhooks before adding one. */
export const lockUserWebhooks = (db: Db, userId: string) => lockInTransaction(db, `webhooks:${userId}`)

export const insertWebhook = (db: Db, row: Insertable<DB['webhooks']>) =>
  db.insertInto('webhooks').values(row).execute()

export const updateWebhook = (db: Db, id: string, change: Updateable<DB['webhooks']>) =>
  db.updateTable('webhooks').set(change).where('id', '=', id).execute()

/** Deletes all webhooks of a user; `endOrphanedAttempts` ends their pending attempts, which are no longer sent. */
export const deleteUserWebhooks = (db: Db, userId: string, at: Date) =>
  db
    .updateTable('webhooks')
    .set({ deletedAt: at })
    .where('userId', '=', userId)
    .where('deletedAt', 'is', null)
    .returning(['id', 'url'])
    .execute()

/** Returns each with its previous disabled reason. */
export const blockUserWebhooks = (db: Db, userId: string, { at, note }: { at: Date; note: string }) =>
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

export type WebhookHour = Awaited<ReturnType<typeof listWebhookHours>>[number]

export const listWebhookHours = (db: Db, ids: readonly string[], since: Date) =>
  db
    .selectFrom('webhookHourlyStats')
    .select(['webhookId', 'hour', 'succeeded', 'failed'])
    .where('webhookId', 'in', ids)
    .where('hour', '>=', since)
    .orderBy('webhookId')
    .orderBy('hour')
    .execute()

export async function countPendingByWebhook(db: Db, ids: readonly string[]): Promise<Map<string, number>> {
  const rows = await db
    .selectFrom('webhookAttempts')
    .select(({ fn }) => ['webhookId', fn.countAll<number>().as('count')])
    .where('webhookId', 'in', ids)
    .where('status', '=', 'PENDING')
    .groupBy('webhookId')
    .execute()
  return new Map(rows.map(({ webhookId, count }) => [webhookId, count]))
}
