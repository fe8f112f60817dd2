import { sql } from 'kysely'
import { selectAccounts } from '../../platform/lists/owners.queries.ts'
import { countRows } from '../../platform/postgres/count-rows.ts'
import type { Db } from '../../platform/postgres/database.ts'

export type ApiKeyUsageRow = {
  keyId: string
  day: string
  calls: number
  refused: number
  last: { at: Date; method: string; path: string; status: number }
}

/** When two processes write, the later call wins. */
export const addApiKeyUsage = (db: Db, { keyId, day, calls, refused, last }: ApiKeyUsageRow) =>
  sql`with used as (
      update api_keys
      set last_used_at = ${last.at}, last_method = ${last.method}, last_path = ${last.path}, last_status = ${last.status}
      where id = ${keyId} and (last_used_at is null or last_used_at <= ${last.at})
    )
    insert into api_key_daily_usage (key_id, day, calls, refused) values (${keyId}, ${day}, ${calls}, ${refused})
    on conflict (key_id, day) do update
    set calls = api_key_daily_usage.calls + excluded.calls, refused = api_key_daily_usage.refused + excluded.refused`.execute(
    db,
  )

export const selectApiKeyUsage = (db: Db, keyIds: string[], from: string) =>
  db
    .selectFrom('apiKeyDailyUsage')
    .select(['keyId', 'day', 'calls', 'refused'])
    .where(({ eb, fn, val }) => eb('keyId', '=', fn.any(val(keyIds))))
    .where('day', '>=', from)
    .orderBy('day')
    .execute()

export const deleteApiKeyUsageBefore = (db: Db, day: string) =>
  db.deleteFrom('apiKeyDailyUsage').where('day', '<', day).execute()

export const countActiveApiKeys = (db: Db, userId: string, now: Date): Promise<number> =>
  countRows(
    db,
    db
      .selectFrom('apiKeys')
      .innerJoin(selectAccounts(db).as('users'), 'users.id', 'apiKeys.userId')
      .where('apiKeys.userId', '=', userId)
      .where('apiKeys.revokedAt', 'is', null)
      .where(({ eb, or }) => or([eb('apiKeys.expiresAt', 'is', null), eb('apiKeys.expiresAt', '>', now)]))
      .where('users.isActive', '=', true)
      .where('users.closedAt', 'is', null)
      .where('users.role', '=', 'ENTERPRISE_USER'),
  )

export const countApiKeyCalls = (db: Db, userId: string, from: string) =>
  db
    .selectFrom('apiKeyDailyUsage')
    .innerJoin('apiKeys', 'apiKeys.id', 'apiKeyDailyUsage.keyId')
    .select(sql<number>`coalesce(sum(calls), 0)::bigint`.as('calls'))
    .select(sql<number>`coalesce(sum(refused), 0)::bigint`.as('refused'))
    .where('apiKeys.userId', '=', userId)
    .where('apiKeyDailyUsage.day', '>=', from)
    .executeTakeFirstOrThrow()
