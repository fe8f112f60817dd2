import { type RawBuilder, sql } from 'kysely'
import { selectAccounts } from '../../../platform/lists/owners.queries.ts'
import type { Db } from '../../../platform/postgres/database.ts'
import { isActiveCustomer } from '../events/events.queries.ts'

/** Short statements, so that other transactions can run in between. */
async function runInBatches(batchSize: number, runBatch: () => Promise<number>): Promise<void> {
  while ((await runBatch()) >= batchSize);
}

type AttemptEnding = { at: Date; error: string }

/** Maximum attempts ended within the caller's transaction, for which others wait. */
const firstBatchSize = 500
const maxBatchSize = 5_000

// An attempt being sent finishes normally and is not retried. Rows locked by others are ended later.
const isNotLeased = sql<boolean>`coalesce(a.leased_until <= now(), true)`

/**
 * Only for a disabled webhook: if two requests enable it at once, the second must not end attempts queued after the
 * first.
 */
const endPendingAttempts = async (
  db: Db,
  webhookId: string,
  { at, error, limit }: AttemptEnding & { limit: number },
) => {
  const { numAffectedRows } = await sql`update webhook_attempts
    set status = 'FAILED', at = ${at}, error = ${error}, lease = null, leased_until = null
    where id = any(array(select a.id from webhook_attempts a join webhooks w on w.id = a.webhook_id
      where a.webhook_id = ${webhookId} and a.status = 'PENDING' and (not w.is_active or w.deleted_at is not null)
      and ${isNotLeased} order by a.at, a.id limit ${limit} for update of a skip locked))`.execute(db)
  return Number(numAffectedRows ?? 0)
}

/** Ends the first pending attempts, so that the log shows the reason at once; `endOrphanedAttempts` ends the rest. */
export const endFirstPending = (db: Db, webhookId: string, ending: AttemptEnding) =>
  endPendingAttempts(db, webhookId, { ...ending, limit: firstBatchSize })

export const endAllPending = (db: Db, webhookId: string, ending: AttemptEnding) =>
  runInBatches(maxBatchSize, () => endPendingAttempts(db, webhookId, { ...ending, limit: maxBatchSize }))

export const endOrphanedAttempts = (db: Db, at: Date) =>
  runInBatches(maxBatchSize, async () => {
    const { numAffectedRows } = await sql`update webhook_attempts l
      set status = 'FAILED', at = ${at}, lease = null, leased_until = null, error = case
        when w.deleted_at is not null then 'The webhook was deleted.'
        when not w.is_active then 'Not sent: the webhook was disabled.'
        else 'Not sent: the account is not active.' end
      from webhooks w where w.id = l.webhook_id and l.id = any(array(select a.id from webhooks inactive
        join ${selectAccounts(db)} u on u.id = inactive.user_id join webhook_attempts a on a.webhook_id = inactive.id and a.status = 'PENDING'
        where (not inactive.is_active or inactive.deleted_at is not null or not ${isActiveCustomer}) and ${isNotLeased}
        limit ${maxBatchSize} for update of a skip locked))`.execute(db)
    return Number(numAffectedRows ?? 0)
  })

export const releaseAttemptLeases = (db: Db, leases: readonly { id: string; lease: string }[]) =>
  sql`update webhook_attempts a set lease = null, leased_until = null
    from unnest(${leases.map(({ id }) => id)}::uuid[], ${leases.map(({ lease }) => lease)}::uuid[]) as o (id, lease)
    where a.id = o.id and a.lease = o.lease`.execute(db)

/** Leases attempts to the writer of a demo's history; the default of the column on its connections. */
export const pastLease = '00000000-0000-7000-8000-000000000901'

/** For when no other process is running: every lease was left by a process that has ended. */
export const releaseAllLeases = (db: Db) =>
  db
    .updateTable('webhookAttempts')
    .set({ lease: null, leasedUntil: null })
    .where('status', '=', 'PENDING')
    .where('lease', 'is not', null)
    // A start goes on with the history.
    .where('lease', '!=', pastLease)
    .execute()

const deleteInBatches = (deleteBatch: RawBuilder<unknown>, db: Db) =>
  runInBatches(maxBatchSize, async () => Number((await deleteBatch.execute(db)).numAffectedRows ?? 0))

/**
 * Purges attempts and hourly stats from before `day`, and events without attempts. Pending attempts and their events
 * stay.
 */
export async function purgeBefore(db: Db, day: Date): Promise<void> {
  await deleteInBatches(
    sql`delete from webhook_attempts where id in
      (select id from webhook_attempts where status <> 'PENDING' and at < ${day} order by at limit ${maxBatchSize})`,
    db,
  )
  await deleteInBatches(
    sql`delete from webhook_hourly_stats where (webhook_id, hour) in
      (select webhook_id, hour from webhook_hourly_stats where hour < ${day} limit ${maxBatchSize})`,
    db,
  )
  await deleteInBatches(
    sql`delete from webhook_events where id in (select id from webhook_events e where created_at < ${day}
      and not exists (select from webhook_attempts a where a.event_id = e.id) order by created_at limit ${maxBatchSize})`,
    db,
  )
}

export async function purgeDeletedWebhooks(db: Db, before: Date): Promise<void> {
  await runInBatches(maxBatchSize, async () => {
    const { rows } = await sql<{ count: number }>`
      with gone as (
        delete from webhook_attempts where id = any(array(select a.id from webhook_attempts a
          join webhooks w on w.id = a.webhook_id where w.deleted_at < ${before} limit ${maxBatchSize}))
        returning id, event_id
      ), forgotten as (
        delete from webhook_events e using (select distinct event_id from gone) g where e.id = g.event_id and not exists
          (select from webhook_attempts a where a.event_id = e.id and a.id not in (select id from gone))
      )
      select count(*)::int as count from gone`.execute(db)
    return rows[0]?.count ?? 0
  })
  await deleteInBatches(
    sql`delete from webhook_hourly_stats where (webhook_id, hour) in (select h.webhook_id, h.hour from webhook_hourly_stats h
      join webhooks w on w.id = h.webhook_id where w.deleted_at < ${before} limit ${maxBatchSize})`,
    db,
  )
  await sql`delete from webhooks w where deleted_at < ${before}
    and not exists (select from webhook_attempts a where a.webhook_id = w.id)
    and not exists (select from webhook_hourly_stats h where h.webhook_id = w.id)`.execute(db)
}

export const purgePreviousSecrets = (db: Db, now: Date) =>
  sql`update webhooks set previous_secrets = (select coalesce(jsonb_agg(p order by p ->> 'until' desc), '[]')
      from jsonb_array_elements(previous_secrets) p where (p ->> 'until')::timestamptz > ${now})
    where exists (select from jsonb_array_elements(previous_secrets) p where (p ->> 'until')::timestamptz <= ${now})`.execute(
    db,
  )
