import { mostHistory } from '@dooryard/contract/saved-searches'
import { type Insertable, type SqlBool, sql } from 'kysely'
import { newId } from '../../platform/ids.ts'
import { selectAccounts } from '../../platform/owners.queries.ts'
import { countRows } from '../../platform/postgres/count-rows.ts'
import type { DB, Db } from '../../platform/postgres/database.ts'

type Due = {
  at: Date
  /** Counted last before this, a search is due; or before `soon` where it was of other data. */
  late: Date
  soon: Date
  data: string
  /** What was queued before this and has no job any more did not get its turn. */
  lost: Date
  limit: number
}

export async function queueDue(db: Db, { at, late, soon, data, lost, limit }: Due): Promise<string[]> {
  const { rows } = await sql<{ userId: string }>`
    update saved_searches set queued_at = ${at} where id in (
      select saved_searches.id from saved_searches join ${selectAccounts(db)} users on users.id = user_id
      where deleted_at is null and users.is_active and users.closed_at is null
        and (last_attempt_at is null or last_attempt_at <= ${late} or (last_attempt_at <= ${soon} and last_attempt_version is distinct from ${data}))
        and (queued_at is null or (queued_at <= ${lost}
          and not exists (select from graphile_worker.jobs where key = 'recount:' || user_id)))
      order by last_attempt_at nulls first limit ${limit} for update of saved_searches skip locked
    ) returning user_id`.execute(db)
  return [...new Set(rows.map(({ userId }) => userId))]
}

export const queuedOf = async (db: Db, userId: string): Promise<string[]> => {
  const rows = await db
    .selectFrom('savedSearches')
    .select('id')
    .where('userId', '=', userId)
    .where('deletedAt', 'is', null)
    .where('queuedAt', 'is not', null)
    .orderBy('id')
    .execute()
  return rows.map(({ id }) => id)
}

/** Notes that a count came to nothing: it is tried again a day after `lastAttemptAt`. */
export const setTried = (db: Db, id: string, lastAttemptAt: Date, lastAttemptVersion: string) =>
  db
    .updateTable('savedSearches')
    .set({ lastAttemptAt, lastAttemptVersion, queuedAt: null })
    .where('id', '=', id)
    .execute()

export type CountType = 'saved_search.saved' | 'saved_search.changed' | 'saved_search.counted'

type NewCount = Omit<Insertable<DB['savedSearchCounts']>, 'id' | 'type'> & { type: CountType }

export const insertCount = (db: Db, count: NewCount) =>
  db
    .insertInto('savedSearchCounts')
    .values({ ...count, id: newId() })
    .execute()

export type PastCount = { savedSearchId: string; at: Date; count: number }

export async function pastCounts(db: Db, ids: readonly string[]): Promise<PastCount[]> {
  if (ids.length === 0) return []
  const { rows } = await sql<PastCount>`
    select saved_search_id, at, count from (
      select saved_search_id, at, count, id,
        row_number() over (partition by saved_search_id order by at desc, id desc) as place,
        count(*) filter (where type = 'saved_search.saved') over (
          partition by saved_search_id order by at desc, id desc rows between unbounded preceding and 1 preceding
        ) as later_starts
      from saved_search_counts where saved_search_id in (${sql.join([...ids])})
    ) counts
    where later_starts = 0 and place <= ${mostHistory}
    order by at, id`.execute(db)
  return rows
}

export const deleteCountsBefore = (db: Db, at: Date) =>
  db.deleteFrom('savedSearchCounts').where('at', '<', at).execute()

type Ready = {
  /** Whoever was mailed since this had their mail of the day. */
  mailedSince: Date
  limit: number
} & Waiting

type Waiting = {
  /** A search counted last before this is about to be counted. */
  late: Date
  /** One that was to be counted before this and still is not holds up no mail any more. */
  overdue: Date
}

/** A search that is still to be counted, so that one mail tells of all. */
const isWaiting = ({ late, overdue }: Waiting) => sql<SqlBool>`deleted_at is null
  and (queued_at is not null or last_attempt_at is null or last_attempt_at <= ${late})
  and coalesce(last_attempt_at, queued_at, created_at) > ${overdue}`

export const hasWaiting = async (db: Db, userId: string, waiting: Waiting): Promise<boolean> =>
  (await countRows(db, sql`(select from saved_searches where user_id = ${userId} and ${isWaiting(waiting)} limit 1)`)) >
  0

/** Nobody with one still to be counted, so one mail tells of all; nobody with a job, so failures hold up no others. */
export async function usersToTell(db: Db, { mailedSince, limit, ...waiting }: Ready): Promise<string[]> {
  const { rows } = await sql<{ userId: string }>`
    select distinct user_id from saved_searches untold join ${selectAccounts(db)} users on users.id = user_id
    where email_changes and deleted_at is null and notified_set <> current_set
      and users.is_active and users.closed_at is null and users.email_verified_at is not null
      and not exists (select from saved_search_mails mails
        where mails.user_id = untold.user_id and mails.mailed_at > ${mailedSince})
      and not exists (select from saved_searches waiting
        where waiting.user_id = untold.user_id and ${isWaiting(waiting)})
      and not exists (select from graphile_worker.jobs
        where key = 'tell:' || untold.user_id and attempts < max_attempts)
    order by user_id limit ${limit}`.execute(db)
  return rows.map(({ userId }) => userId)
}

export type UntoldRow = Awaited<ReturnType<typeof untoldOf>>[number]

export const untoldOf = (db: Db, userId: string, { lock = false } = {}) =>
  db
    .selectFrom('savedSearches')
    .select(['id', 'name', 'notifiedSet', 'currentSet'])
    .where('userId', '=', userId)
    .where('emailChanges', '=', true)
    .where('deletedAt', 'is', null)
    .whereRef('notifiedSet', '<>', 'currentSet')
    .orderBy('id')
    .$if(lock, (query) => query.forUpdate())
    .execute()

export async function takeMail(db: Db, userId: string, { at, since }: { at: Date; since: Date }): Promise<boolean> {
  const { numInsertedOrUpdatedRows } = await db
    .insertInto('savedSearchMails')
    .values({ userId, mailedAt: at })
    .onConflict((conflict) =>
      conflict.column('userId').doUpdateSet({ mailedAt: at }).where('savedSearchMails.mailedAt', '<=', since),
    )
    .executeTakeFirstOrThrow()
  return (numInsertedOrUpdatedRows ?? 0n) > 0n
}
