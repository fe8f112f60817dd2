import { sql } from 'kysely'
import type { Db } from '../../platform/postgres/database.ts'

/** Calls with one key on one UTC day, and the last of them. */
export type KeyUse = {
  keyId: string
  day: string
  calls: number
  refused: number
  last: { at: Date; method: string; path: string; status: number }
}

/** Adds calls to what is known of the use of a key. Of two processes, what the later call says stays. */
export const addUse = (db: Db, { keyId, day, calls, refused, last }: KeyUse) =>
  sql`with used as (
      update api_keys
      set last_used_at = ${last.at}, last_method = ${last.method}, last_path = ${last.path}, last_status = ${last.status}
      where id = ${keyId} and (last_used_at is null or last_used_at <= ${last.at})
    )
    insert into api_key_days (key_id, day, calls, refused) values (${keyId}, ${day}, ${calls}, ${refused})
    on conflict (key_id, day) do update
    set calls = api_key_days.calls + excluded.calls, refused = api_key_days.refused + excluded.refused`.execute(db)

/** The calls with each of these keys, by UTC day, from a day on. */
export const selectDays = (db: Db, keyIds: string[], from: string) =>
  db
    .selectFrom('apiKeyDays')
    .select(['keyId', 'day', 'calls', 'refused'])
    .where(({ eb, fn, val }) => eb('keyId', '=', fn.any(val(keyIds))))
    .where('day', '>=', from)
    .orderBy('day')
    .execute()

/** Deletes the calls of the days before one. */
export const deleteDaysBefore = (db: Db, day: string) => db.deleteFrom('apiKeyDays').where('day', '<', day).execute()
