import { sql } from 'kysely'
import type { Db } from '../../platform/postgres/database.ts'
import type { Disabling, Outcome, Standing } from './outcome-rules.ts'

export type Held = Standing & { id: string; version: number; isTold: boolean }

/**
 * How the rest of a transaction is done. By index: of a log of some ten thousand rows PostgreSQL would rather read all than
 * find a hundred that were written a moment ago, which takes several times as long. Without waiting for the disk: what a
 * crash of the database loses is as if its sender had died, and is sent again.
 */
export const recordQuickly = (db: Db) =>
  sql`select set_config('enable_seqscan', 'off', true), set_config('synchronous_commit', 'off', true)`.execute(db)

/** Locks webhooks before their attempts, as everywhere. */
export const lockStanding = (db: Db, ids: readonly string[]): Promise<Held[]> =>
  db
    .selectFrom('webhooks')
    .select(({ and, eb }) => [
      'id',
      'version',
      'failingSince',
      'lastTimeoutAt',
      and([eb('isActive', '=', true), eb('deletedAt', 'is', null)])
        .$castTo<boolean>()
        .as('isTold'),
    ])
    .where('id', 'in', ids)
    .orderBy('id')
    .forNoKeyUpdate()
    .execute()

export async function lockHeld(db: Db, leases: readonly Pick<Outcome, 'id' | 'lease'>[]): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select a.id
      from unnest(${leases.map(({ id }) => id)}::uuid[], ${leases.map(({ lease }) => lease)}::uuid[]) as o (id, lease)
      join webhook_attempts a on a.id = o.id and a.lease = o.lease order by a.id for no key update of a`.execute(db)
  return rows.map(({ id }) => id)
}

export type Ended = Outcome & { next: { id: string; at: Date } | null }

export async function endAttempts(db: Db, ended: readonly Ended[]): Promise<void> {
  const each = <Value>(value: (one: Ended) => Value) => ended.map(value)
  await sql`
    with ended as (
      update webhook_attempts a
        set status = case when o.error is null then 'SUCCEEDED' else 'FAILED' end, at = o.sent_at, lease = null,
          leased_until = null, response_code = o.response_code, duration_ms = o.duration_ms,
          response_body = o.response_body, error = o.error, next_attempt_at = o.next_at
        from unnest(${each(({ id }) => id)}::uuid[], ${each(({ sentAt }) => sentAt)}::timestamptz[],
          ${each(({ responseCode }) => responseCode)}::smallint[], ${each(({ durationMs }) => durationMs)}::integer[],
          ${each(({ responseBody }) => responseBody)}::text[], ${each(({ error }) => error)}::text[],
          ${each(({ next }) => next?.id ?? null)}::uuid[], ${each(({ next }) => next?.at ?? null)}::timestamptz[])
          as o (id, sent_at, response_code, duration_ms, response_body, error, next_id, next_at)
        where a.id = o.id
        returning a.*, o.next_id
    ), queued as (
      insert into webhook_attempts (id, webhook_id, event_id, event_type, attempt, step, status, at)
        select next_id, webhook_id, event_id, event_type, attempt + 1, step + 1, 'PENDING', next_attempt_at
          from ended where next_id is not null
    )
    insert into webhook_hourly_stats as h (webhook_id, hour, succeeded, failed)
      select webhook_id, date_trunc('hour', at, 'UTC'), count(*) filter (where error is null), count(error)
        from ended group by 1, 2 order by 1, 2
      on conflict (webhook_id, hour)
        do update set succeeded = h.succeeded + excluded.succeeded, failed = h.failed + excluded.failed`.execute(db)
}

export const setStanding = (db: Db, webhookId: string, { failingSince, lastTimeoutAt }: Standing) =>
  db.updateTable('webhooks').set({ failingSince, lastTimeoutAt }).where('id', '=', webhookId).execute()

export const disable = (db: Db, webhookId: string, { reason, at }: Disabling) =>
  db
    .updateTable('webhooks')
    .set(({ eb }) => ({
      ...{ isActive: false, disabledReason: reason, disabledAt: at, updatedAt: at },
      version: eb('version', '+', 1),
    }))
    .where('id', '=', webhookId)
    .returning(['id', 'userId', 'url', 'failingSince'])
    .executeTakeFirstOrThrow()
