import type { AdminWebhook, AdminWebhookQuery } from '@dooryard/contract/admin-webhooks'
import { sql } from 'kysely'
import { type Condition, hasOwner, inPlace } from '../../platform/long-lists.queries.ts'
import type { Db } from '../../platform/postgres/database.ts'
import { containsText } from '../../platform/postgres/text.ts'
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

const matching = (db: Db, { userId, state: only }: Filter, found: Condition | undefined) =>
  db
    .selectFrom('webhooks as listed')
    .where('deletedAt', 'is', null)
    .$if(userId !== undefined, (query) => query.where('userId', 'in', userId ?? []))
    .$if(only !== undefined, (query) => query.where(state, '=', only ?? 'HEALTHY'))
    .$if(found !== undefined, (query) => query.where(found ?? sql<boolean>`true`))

/** Those that have a text in their URL, or whose owner has it in theirs. */
const searched = async (db: Db, search: string): Promise<Condition> =>
  sql`(lower(listed.url) like lower(${containsText(search)}::text) or ${await hasOwner(db, search)})`

/**
 * A slice of everybody's webhooks and how many there are: those that fail, those that are slow, the others; of each the
 * newest first.
 */
export async function pageOfEverybodys(db: Db, filter: Filter, { limit, offset }: { limit: number; offset: number }) {
  const found = filter.search ? await searched(db, filter.search) : undefined
  // The page is found by narrow rows: sorted whole, those of a list of thousands would not fit into memory.
  const page = matching(db, filter, found)
    .select('id')
    .orderBy(sql`case ${state} when 'FAILING' then 0 when 'SLOW' then 1 else 2 end`)
    .orderBy('createdAt', 'desc')
    .orderBy('id', 'desc')
    .limit(limit)
    .offset(offset)
  const all = matching(db, filter, found).select(({ fn }) => fn.countAll<number>().as('count'))
  const [places, { count }] = await Promise.all([page.execute(), all.executeTakeFirstOrThrow()])
  return { rows: await rowsInPlace(db, places), count }
}

async function rowsInPlace(db: Db, places: readonly { id: string }[]): Promise<AnyRow[]> {
  const ids = places.map(({ id }) => id)
  return ids.length === 0 ? [] : inPlace(await rowsOf(db).where('id', 'in', ids).execute(), ids)
}

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
