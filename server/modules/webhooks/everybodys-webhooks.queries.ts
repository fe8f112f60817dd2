import type { AdminWebhook, AdminWebhookQuery } from '@dooryard/contract/admin-webhooks'
import { sql } from 'kysely'
import { inPlace, pageOfFound, type Slice, searched } from '../../platform/long-lists.queries.ts'
import type { Db } from '../../platform/postgres/database.ts'
import { webhookColumns } from './webhooks.queries.ts'

type Filter = Pick<AdminWebhookQuery, 'search' | 'userId' | 'state'>

/** What an administrator is to know of a webhook first. */
const state = sql<
  AdminWebhook['state']
>`(case when not is_active then 'DISABLED' when failing_since is not null then 'FAILING'
  when hung_at is not null then 'SLOW' else 'HEALTHY' end)`

const anybodys = (db: Db) => db.selectFrom('webhooks').where('deletedAt', 'is', null)

export type AnyRow = NonNullable<Awaited<ReturnType<typeof findAnyWebhook>>>

const rowsOf = (db: Db) => anybodys(db).select(webhookColumns).select(state.as('state'))

export const findAnyWebhook = (db: Db, id: string) => rowsOf(db).where('id', '=', id).executeTakeFirst()

/** A webhook that nobody else changes until the transaction ends. */
export const lockAnyWebhook = (db: Db, id: string) =>
  rowsOf(db).where('id', '=', id).forNoKeyUpdate().executeTakeFirst()

/** The host is a webhook's own text. */
async function matching(db: Db, { userId, state: only, search }: Filter) {
  const found = search && (await searched(db, search))
  return db
    .selectFrom('webhooks as listed')
    .where('deletedAt', 'is', null)
    .$if(userId !== undefined, (query) => query.where('userId', 'in', userId ?? []))
    .$if(only !== undefined, (query) => query.where(state, '=', only ?? 'HEALTHY'))
    .$if(Boolean(found), (query) => query.where(found || sql<boolean>`true`))
}

/**
 * A slice of everybody's webhooks and how many there are: those that fail, those that are slow, the others; of each the
 * newest first.
 */
export async function pageOfEverybodys(db: Db, filter: Filter, slice: Slice) {
  // The page is found by narrow rows: sorted whole, those of a list of thousands would not fit into memory.
  const found = (await matching(db, filter))
    .select(['id', 'createdAt'])
    .select(sql`case ${state} when 'FAILING' then 0 when 'SLOW' then 1 else 2 end`.as('trouble'))
  const { ids, count } = await pageOfFound(db, found, sql`trouble, created_at desc, id desc`, slice)
  return { rows: await webhooksOfIds(db, ids), count }
}

const webhooksOfIds = async (db: Db, ids: string[]): Promise<AnyRow[]> =>
  ids.length === 0 ? [] : inPlace(await rowsOf(db).where('id', 'in', ids).execute(), ids)

/** How many webhooks are in each state that some are in. */
export const countByState = (db: Db) =>
  anybodys(db)
    .select(({ fn }) => [state.as('state'), fn.countAll<number>().as('count')])
    .groupBy(state)
    .execute()

/** How the attempts at all webhooks ended since an hour. */
export const endedSince = (db: Db, hour: Date) =>
  db
    .selectFrom('webhookHours')
    .select(sql<number>`coalesce(sum(succeeded), 0)::bigint`.as('succeeded'))
    .select(sql<number>`coalesce(sum(failed), 0)::bigint`.as('failed'))
    .where('hour', '>=', hour)
    .executeTakeFirstOrThrow()
