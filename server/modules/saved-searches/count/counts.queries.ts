import { maxHistoryEntries } from '@dooryard/contract/properties/saved-searches'
import { type Insertable, type SqlBool, sql } from 'kysely'
import { selectAccounts } from '../../../platform/lists/owners.queries.ts'
import { countRows } from '../../../platform/postgres/count-rows.ts'
import type { DB, Db } from '../../../platform/postgres/database.ts'
import { newId } from '../../../platform/util/ids.ts'

type DueSearchesQuery = {
  at: Date
  /** A search is due if it was last counted before this, or before `soon` with older data. */
  late: Date
  soon: Date
  data: string
  /** A search queued before this whose job no longer exists was lost. */
  lost: Date
  limit: number
}

export async function queueDueSearches(
  db: Db,
  { at, late, soon, data, lost, limit }: DueSearchesQuery,
): Promise<string[]> {
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

export const listQueuedSearches = async (db: Db, userId: string): Promise<string[]> => {
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
export const recordAttempt = (db: Db, id: string, lastAttemptAt: Date, lastAttemptVersion: string) =>
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

export async function listPastCounts(db: Db, ids: readonly string[]): Promise<PastCount[]> {
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
    where later_starts = 0 and place <= ${maxHistoryEntries}
    order by at, id`.execute(db)
  return rows
}

export async function getLastCountedAt(db: Db, savedSearchId: string): Promise<Date | null> {
  const { at } = await db
    .selectFrom('savedSearchCounts')
    .select(({ fn }) => fn.max('at').as('at'))
    .where('savedSearchId', '=', savedSearchId)
    .executeTakeFirstOrThrow()
  return at
}

export const deleteCountsBefore = (db: Db, at: Date) =>
  db.deleteFrom('savedSearchCounts').where('at', '<', at).execute()

type NotificationQuery = {
  /** Users mailed since then have received their daily mail. */
  mailedSince: Date
  limit: number
} & WaitingLimits

type WaitingLimits = {
  /** A search last counted before this is about to be counted. */
  late: Date
  /** A search that was due before this and is still not counted no longer delays the mail. */
  overdue: Date
}

/** A search still to be counted, so that one mail reports all changes. */
const waitingCondition = ({ late, overdue }: WaitingLimits) => sql<SqlBool>`deleted_at is null
  and (queued_at is not null or last_attempt_at is null or last_attempt_at <= ${late})
  and coalesce(last_attempt_at, queued_at, created_at) > ${overdue}`

export const hasWaitingSearch = async (db: Db, userId: string, waiting: WaitingLimits): Promise<boolean> =>
  (await countRows(
    db,
    sql`(select from saved_searches where user_id = ${userId} and ${waitingCondition(waiting)} limit 1)`,
  )) > 0

/**
 * Lists users with unreported changes. Skips users with a search still to be counted, so that one mail reports all
 * changes, and users with a job, so that failures do not delay others.
 */
export async function listUsersToNotify(
  db: Db,
  { mailedSince, limit, ...waiting }: NotificationQuery,
): Promise<string[]> {
  const { rows } = await sql<{ userId: string }>`
    select distinct user_id from saved_searches searches join ${selectAccounts(db)} users on users.id = user_id
    where email_changes and deleted_at is null and notified_set <> current_set and last_count is not null
      and users.is_active and users.closed_at is null
      and not exists (select from saved_search_mails mails
        where mails.user_id = searches.user_id and mails.mailed_at > ${mailedSince})
      and not exists (select from saved_searches waiting
        where waiting.user_id = searches.user_id and ${waitingCondition(waiting)})
      and not exists (select from graphile_worker.jobs
        where key = 'tell:' || searches.user_id and attempts < max_attempts)
    order by user_id limit ${limit}`.execute(db)
  return rows.map(({ userId }) => userId)
}

export type PendingNotificationRow = Awaited<ReturnType<typeof listPendingNotifications>>[number]

/** Not those whose count was removed: their matches are no longer true until the next recount. */
export const listPendingNotifications = (db: Db, userId: string, { lock = false } = {}) =>
  db
    .selectFrom('savedSearches')
    .select(['id', 'name', 'notifiedSet', 'currentSet'])
    .where('userId', '=', userId)
    .where('emailChanges', '=', true)
    .where('deletedAt', 'is', null)
    .whereRef('notifiedSet', '<>', 'currentSet')
    .where('lastCount', 'is not', null)
    .orderBy('id')
    .$if(lock, (query) => query.forUpdate())
    .execute()

export async function claimDailyMail(
  db: Db,
  userId: string,
  { at, since }: { at: Date; since: Date },
): Promise<boolean> {
  const { numInsertedOrUpdatedRows } = await db
    .insertInto('savedSearchMails')
    .values({ userId, mailedAt: at })
    .onConflict((conflict) =>
      conflict.column('userId').doUpdateSet({ mailedAt: at }).where('savedSearchMails.mailedAt', '<=', since),
    )
    .executeTakeFirstOrThrow()
  return (numInsertedOrUpdatedRows ?? 0n) > 0n
}
