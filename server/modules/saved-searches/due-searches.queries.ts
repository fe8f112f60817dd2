import { sql } from 'kysely'
import type { Db } from '../../platform/postgres/database.ts'

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

/** Notes which searches are due, those longest not counted first, and gives whose they are. */
export async function queueDue(db: Db, { at, late, soon, data, lost, limit }: Due): Promise<string[]> {
  const { rows } = await sql<{ userId: string }>`
    update saved_searches set queued_at = ${at} where id in (
      select saved_searches.id from saved_searches join users on users.id = user_id
      where deleted_at is null and users.is_active and users.closed_at is null
        and (tried_at is null or tried_at <= ${late} or (tried_at <= ${soon} and tried_data is distinct from ${data}))
        and (queued_at is null or (queued_at <= ${lost}
          and not exists (select from graphile_worker.jobs where key = 'recount:' || user_id)))
      order by tried_at nulls first limit ${limit} for update of saved_searches skip locked
    ) returning user_id`.execute(db)
  return [...new Set(rows.map(({ userId }) => userId))]
}

/** The searches of a user that wait for their count. */
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

/** Notes that a count came to nothing: it is tried again a day after `triedAt`. */
export const setTried = (db: Db, id: string, triedAt: Date, triedData: string) =>
  db.updateTable('savedSearches').set({ triedAt, triedData, queuedAt: null }).where('id', '=', id).execute()
