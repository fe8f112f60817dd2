import { type SqlBool, sql } from 'kysely'
import type { Db } from '../../platform/postgres/database.ts'

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
  and (queued_at is not null or tried_at is null or tried_at <= ${late})
  and coalesce(tried_at, queued_at, created_at) > ${overdue}`

/** Whether a mail to a user is to wait for a count. */
export const hasWaiting = async (db: Db, userId: string, waiting: Waiting): Promise<boolean> =>
  (await db
    .selectFrom('savedSearches')
    .select('id')
    .where('userId', '=', userId)
    .where(isWaiting(waiting))
    .limit(1)
    .executeTakeFirst()) !== undefined

/**
 * Whose searches have changed since they were told, by whoever asked for mails. Not while some of theirs are still to be
 * counted, so that one mail tells of them all, and not those who have a job: however many of these fail, all others get
 * their turn.
 */
export async function usersToTell(db: Db, { mailedSince, limit, ...waiting }: Ready): Promise<string[]> {
  const { rows } = await sql<{ userId: string }>`
    select distinct user_id from saved_searches untold join users on users.id = user_id
    where email_changes and deleted_at is null and told_set <> latest_set
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

const untold = (db: Db, userId: string) =>
  db
    .selectFrom('savedSearches')
    .select(['id', 'name', 'toldSet', 'latestSet'])
    .where('userId', '=', userId)
    .where('emailChanges', '=', true)
    .where('deletedAt', 'is', null)
    .whereRef('toldSet', '<>', 'latestSet')
    .orderBy('id')

export type UntoldRow = Awaited<ReturnType<typeof untoldOf>>[number]

/** The searches of a user of whose changes they are to be told by mail. */
export const untoldOf = (db: Db, userId: string) => untold(db, userId).execute()

/** The same, which nobody else changes until the transaction ends. */
export const lockUntold = (db: Db, userId: string) => untold(db, userId).forUpdate().execute()

/** Takes a user's mail of the day; false where it was sent already. */
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
