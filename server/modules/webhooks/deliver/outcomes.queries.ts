import { sql } from 'kysely'
import type { Db } from '../../../platform/postgres/database.ts'
import type { DeliveryOutcome, DisableDecision, WebhookHealthState } from './outcome-rules.ts'

export type LockedWebhook = WebhookHealthState & { id: string; version: number; isEnabled: boolean }

/**
 * Settings for the rest of the transaction. Forces index scans: for a log of some ten thousand rows PostgreSQL prefers
 * a full scan to finding a hundred rows written a moment ago, which takes several times as long. Does not wait for the
 * disk: records lost in a database crash are treated like a crashed sender, and the attempts are sent again.
 */
export const setFastRecording = (db: Db) =>
  sql`select set_config('enable_seqscan', 'off', true), set_config('synchronous_commit', 'off', true)`.execute(db)

/** Locks webhooks before their attempts, like every other transaction. */
export const lockWebhookHealth = (db: Db, ids: readonly string[]): Promise<LockedWebhook[]> =>
  db
    .selectFrom('webhooks')
    .select(({ and, eb }) => [
      'id',
      'version',
      'failingSince',
      'lastTimeoutAt',
      and([eb('isActive', '=', true), eb('deletedAt', 'is', null)])
        .$castTo<boolean>()
        .as('isEnabled'),
    ])
    .where('id', 'in', ids)
    .orderBy('id')
    .forNoKeyUpdate()
    .execute()

export async function lockLeasedAttempts(
  db: Db,
  leases: readonly Pick<DeliveryOutcome, 'id' | 'lease'>[],
): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select a.id
      from unnest(${leases.map(({ id }) => id)}::uuid[], ${leases.map(({ lease }) => lease)}::uuid[]) as o (id, lease)
      join webhook_attempts a on a.id = o.id and a.lease = o.lease order by a.id for no key update of a`.execute(db)
  return rows.map(({ id }) => id)
}

export type EndedAttempt = DeliveryOutcome & { next: { id: string; at: Date } | null }

export async function endAttempts(db: Db, ended: readonly EndedAttempt[]): Promise<void> {
  const mapEnded = <Value>(value: (one: EndedAttempt) => Value) => ended.map(value)
  await sql`
    with ended as (
      update webhook_attempts a
        set status = case when o.error is null then 'SUCCEEDED' else 'FAILED' end, at = o.sent_at, lease = null,
          leased_until = null, response_code = o.response_code, duration_ms = o.duration_ms,
          response_body = o.response_body, error = o.error, next_attempt_at = o.next_at
        from unnest(${mapEnded(({ id }) => id)}::uuid[], ${mapEnded(({ sentAt }) => sentAt)}::timestamptz[],
          ${mapEnded(({ responseCode }) => responseCode)}::smallint[], ${mapEnded(({ durationMs }) => durationMs)}::integer[],
          ${mapEnded(({ responseBody }) => responseBody)}::text[], ${mapEnded(({ error }) => error)}::text[],
          ${mapEnded(({ next }) => next?.id ?? null)}::uuid[], ${mapEnded(({ next }) => next?.at ?? null)}::timestamptz[])
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

export const setWebhookHealth = (db: Db, webhookId: string, { failingSince, lastTimeoutAt }: WebhookHealthState) =>
  db.updateTable('webhooks').set({ failingSince, lastTimeoutAt }).where('id', '=', webhookId).execute()

export const disableWebhookRow = (db: Db, webhookId: string, { reason, at }: DisableDecision) =>
  db
    .updateTable('webhooks')
    .set(({ eb }) => ({
      ...{ isActive: false, disabledReason: reason, disabledAt: at, updatedAt: at },
      version: eb('version', '+', 1),
    }))
    .where('id', '=', webhookId)
    .returning(['id', 'userId', 'url', 'failingSince'])
    .executeTakeFirstOrThrow()
