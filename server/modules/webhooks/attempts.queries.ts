import { type RawBuilder, sql } from 'kysely'
import { selectAccounts } from '../../platform/owners.queries.ts'
import type { Db } from '../../platform/postgres/database.ts'
import { isCustomer } from './events.queries.ts'

/** Short statements, so that between two of them others have their turn. */
async function inParts(size: number, doPart: () => Promise<number>): Promise<void> {
  while ((await doPart()) >= size);
}

type Ending = { at: Date; error: string }

/** So many are ended with whatever they end for: others wait for that transaction. */
const someAtOnce = 500
const manyAtOnce = 5_000

// What is being sent just now ends as it ends, and is not sent again. What somebody has locked is ended a little later.
const isFree = sql<boolean>`coalesce(a.leased_until <= now(), true)`

/** Only of a disabled webhook: of two who enable it at once, the second would end what the first let in. */
const endFirst = async (db: Db, webhookId: string, { at, error, limit }: Ending & { limit: number }) => {
  const { numAffectedRows } = await sql`update webhook_attempts
    set status = 'FAILED', at = ${at}, error = ${error}, lease = null, leased_until = null
    where id = any(array(select a.id from webhook_attempts a join webhooks w on w.id = a.webhook_id
      where a.webhook_id = ${webhookId} and a.status = 'PENDING' and (not w.is_active or w.deleted_at is not null)
      and ${isFree} order by a.at, a.id limit ${limit} for update of a skip locked))`.execute(db)
  return Number(numAffectedRows ?? 0)
}

/** Ends the first that wait, so that the log says why at once; `endLeftBehind` ends the rest. */
export const endSome = (db: Db, webhookId: string, ending: Ending) =>
  endFirst(db, webhookId, { ...ending, limit: someAtOnce })

export const endAll = (db: Db, webhookId: string, ending: Ending) =>
  inParts(manyAtOnce, () => endFirst(db, webhookId, { ...ending, limit: manyAtOnce }))

export const endLeftBehind = (db: Db, at: Date) =>
  inParts(manyAtOnce, async () => {
    const { numAffectedRows } = await sql`update webhook_attempts l
      set status = 'FAILED', at = ${at}, lease = null, leased_until = null, error = case
        when w.deleted_at is not null then 'The webhook was deleted.'
        when not w.is_active then 'Not sent: the webhook was disabled.'
        else 'Not sent: the account is not active.' end
      from webhooks w where w.id = l.webhook_id and l.id = any(array(select a.id from webhooks told
        join ${selectAccounts(db)} u on u.id = told.user_id join webhook_attempts a on a.webhook_id = told.id and a.status = 'PENDING'
        where (not told.is_active or told.deleted_at is not null or not ${isCustomer}) and ${isFree}
        limit ${manyAtOnce} for update of a skip locked))`.execute(db)
    return Number(numAffectedRows ?? 0)
  })

export const giveBack = (db: Db, leases: readonly { id: string; lease: string }[]) =>
  sql`update webhook_attempts a set lease = null, leased_until = null
    from unnest(${leases.map(({ id }) => id)}::uuid[], ${leases.map(({ lease }) => lease)}::uuid[]) as o (id, lease)
    where a.id = o.id and a.lease = o.lease`.execute(db)

/** Where nobody else can be at work: what is leased was left by a process that is gone. */
export const giveAllBack = (db: Db) =>
  db
    .updateTable('webhookAttempts')
    .set({ lease: null, leasedUntil: null })
    .where('status', '=', 'PENDING')
    .where('lease', 'is not', null)
    .execute()

const deleteInParts = (part: RawBuilder<unknown>, db: Db) =>
  inParts(manyAtOnce, async () => Number((await part.execute(db)).numAffectedRows ?? 0))

/** Forgets attempts and hours of before a day, and events that no attempt is left of. What waits stays, with its event. */
export async function forgetBefore(db: Db, day: Date): Promise<void> {
  await deleteInParts(
    sql`delete from webhook_attempts where id in
      (select id from webhook_attempts where status <> 'PENDING' and at < ${day} order by at limit ${manyAtOnce})`,
    db,
  )
  await deleteInParts(
    sql`delete from webhook_hourly_stats where (webhook_id, hour) in
      (select webhook_id, hour from webhook_hourly_stats where hour < ${day} limit ${manyAtOnce})`,
    db,
  )
  await deleteInParts(
    sql`delete from webhook_events where id in (select id from webhook_events e where created_at < ${day}
      and not exists (select from webhook_attempts a where a.event_id = e.id) order by created_at limit ${manyAtOnce})`,
    db,
  )
}

export async function forgetDeleted(db: Db, before: Date): Promise<void> {
  await inParts(manyAtOnce, async () => {
    const { rows } = await sql<{ count: number }>`
      with gone as (
        delete from webhook_attempts where id = any(array(select a.id from webhook_attempts a
          join webhooks w on w.id = a.webhook_id where w.deleted_at < ${before} limit ${manyAtOnce}))
        returning id, event_id
      ), forgotten as (
        delete from webhook_events e using (select distinct event_id from gone) g where e.id = g.event_id and not exists
          (select from webhook_attempts a where a.event_id = e.id and a.id not in (select id from gone))
      )
      select count(*)::int as count from gone`.execute(db)
    return rows[0]?.count ?? 0
  })
  await deleteInParts(
    sql`delete from webhook_hourly_stats where (webhook_id, hour) in (select h.webhook_id, h.hour from webhook_hourly_stats h
      join webhooks w on w.id = h.webhook_id where w.deleted_at < ${before} limit ${manyAtOnce})`,
    db,
  )
  await sql`delete from webhooks w where deleted_at < ${before}
    and not exists (select from webhook_attempts a where a.webhook_id = w.id)
    and not exists (select from webhook_hourly_stats h where h.webhook_id = w.id)`.execute(db)
}

export const forgetPreviousSecrets = (db: Db, now: Date) =>
  sql`update webhooks set previous_secrets = (select coalesce(jsonb_agg(p order by p ->> 'until' desc), '[]')
      from jsonb_array_elements(previous_secrets) p where (p ->> 'until')::timestamptz > ${now})
    where exists (select from jsonb_array_elements(previous_secrets) p where (p ->> 'until')::timestamptz <= ${now})`.execute(
    db,
  )
