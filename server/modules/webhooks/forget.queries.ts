import { type RawBuilder, sql } from 'kysely'
import type { Db } from '../../platform/postgres/database.ts'
import { inParts } from './in-parts.ts'

/** Rows of one statement: a log of millions is deleted in short ones, between which others have their turn. */
const atOnce = 5_000

const deleteInParts = (part: RawBuilder<unknown>, db: Db) =>
  inParts(atOnce, async () => Number((await part.execute(db)).numAffectedRows ?? 0))

/** Forgets attempts and hours of before a day, and events that no attempt is left of. What waits stays, with its event. */
export async function forgetBefore(db: Db, day: Date): Promise<void> {
  await deleteInParts(
    sql`delete from webhook_attempts where id in
      (select id from webhook_attempts where status <> 'PENDING' and at < ${day} order by at limit ${atOnce})`,
    db,
  )
  await deleteInParts(
    sql`delete from webhook_hours where (webhook_id, hour) in
      (select webhook_id, hour from webhook_hours where hour < ${day} limit ${atOnce})`,
    db,
  )
  await deleteInParts(
    sql`delete from webhook_events where id in (select id from webhook_events e where created_at < ${day}
      and not exists (select from webhook_attempts a where a.event_id = e.id) order by created_at limit ${atOnce})`,
    db,
  )
}

/**
 * Deletes what is left of webhooks that were deleted before an instant, with the events that nobody else was told of; the
 * webhook itself last.
 */
export async function forgetDeleted(db: Db, before: Date): Promise<void> {
  await inParts(atOnce, async () => {
    const { rows } = await sql<{ count: number }>`
      with gone as (
        delete from webhook_attempts where id = any(array(select a.id from webhook_attempts a
          join webhooks w on w.id = a.webhook_id where w.deleted_at < ${before} limit ${atOnce}))
        returning id, event_id
      ), forgotten as (
        delete from webhook_events e using (select distinct event_id from gone) g where e.id = g.event_id and not exists
          (select from webhook_attempts a where a.event_id = e.id and a.id not in (select id from gone))
      )
      select count(*)::int as count from gone`.execute(db)
    return rows[0]?.count ?? 0
  })
  await deleteInParts(
    sql`delete from webhook_hours where (webhook_id, hour) in (select h.webhook_id, h.hour from webhook_hours h
      join webhooks w on w.id = h.webhook_id where w.deleted_at < ${before} limit ${atOnce})`,
    db,
  )
  await sql`delete from webhooks w where deleted_at < ${before}
    and not exists (select from webhook_attempts a where a.webhook_id = w.id)
    and not exists (select from webhook_hours h where h.webhook_id = w.id)`.execute(db)
}

/** Forgets secrets that no longer sign. */
export const forgetPreviousSecrets = (db: Db, now: Date) =>
  sql`update webhooks set previous_secrets = (select coalesce(jsonb_agg(p order by p ->> 'until' desc), '[]')
      from jsonb_array_elements(previous_secrets) p where (p ->> 'until')::timestamptz > ${now})
    where exists (select from jsonb_array_elements(previous_secrets) p where (p ->> 'until')::timestamptz <= ${now})`.execute(
    db,
  )
