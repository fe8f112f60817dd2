import { sql } from 'kysely'
import type { Db } from '../../platform/postgres/database.ts'
import { isCustomer } from './events.queries.ts'
import { inParts } from './in-parts.ts'

type Ending = { at: Date; error: string }

/** So many are ended with whatever they end for: others wait for that transaction. */
const someAtOnce = 500
const manyAtOnce = 5_000

// What is being sent just now ends as it ends, and is not sent again. What somebody has locked is ended a little later.
const isFree = sql<boolean>`coalesce(a.leased_until <= now(), true)`

/**
 * Ends so many of what waits for a webhook, the first that is due first, and tells how many. Of one that is told of events
 * nothing ends: of two who enable it at once, the second would end what the first let in.
 */
const endFirst = async (db: Db, webhookId: string, { at, error, limit }: Ending & { limit: number }) => {
  const { numAffectedRows } = await sql`update webhook_attempts
    set status = 'FAILED', at = ${at}, error = ${error}, lease = null, leased_until = null
    where id = any(array(select a.id from webhook_attempts a join webhooks w on w.id = a.webhook_id
      where a.webhook_id = ${webhookId} and a.status = 'PENDING' and (not w.is_active or w.deleted_at is not null)
      and ${isFree} order by a.at, a.id limit ${limit} for update of a skip locked))`.execute(db)
  return Number(numAffectedRows ?? 0)
}

/**
 * Ends the first that wait for a webhook that is told no more, saying why, so that its log does. The rest, which nobody
 * sends either, is ended as what is left behind is.
 */
export const endSome = (db: Db, webhookId: string, ending: Ending) =>
  endFirst(db, webhookId, { ...ending, limit: someAtOnce })

/** Ends all that waits for a webhook, part after part. */
export const endAll = (db: Db, webhookId: string, ending: Ending) =>
  inParts(manyAtOnce, () => endFirst(db, webhookId, { ...ending, limit: manyAtOnce }))

/** Ends what waits for webhooks that are told no more, part after part, saying why. */
export const endLeftBehind = (db: Db, at: Date) =>
  inParts(manyAtOnce, async () => {
    const { numAffectedRows } = await sql`update webhook_attempts l
      set status = 'FAILED', at = ${at}, lease = null, leased_until = null, error = case
        when w.deleted_at is not null then 'The webhook was deleted.'
        when not w.is_active then 'Not sent: the webhook was disabled.'
        else 'Not sent: the account is not active.' end
      from webhooks w where w.id = l.webhook_id and l.id = any(array(select a.id from webhooks told
        join users u on u.id = told.user_id join webhook_attempts a on a.webhook_id = told.id and a.status = 'PENDING'
        where (not told.is_active or told.deleted_at is not null or not ${isCustomer}) and ${isFree}
        limit ${manyAtOnce} for update of a skip locked))`.execute(db)
    return Number(numAffectedRows ?? 0)
  })

/** Gives back what will not be sent now, to be sent at once by whoever is next. */
export const giveBack = (db: Db, leases: readonly { id: string; lease: string }[]) =>
  sql`update webhook_attempts a set lease = null, leased_until = null
    from unnest(${leases.map(({ id }) => id)}::uuid[], ${leases.map(({ lease }) => lease)}::uuid[]) as o (id, lease)
    where a.id = o.id and a.lease = o.lease`.execute(db)

/** Gives back what anybody has: where nobody else can be at work, it was left by a process that is gone. */
export const giveAllBack = (db: Db) =>
  db
    .updateTable('webhookAttempts')
    .set({ lease: null, leasedUntil: null })
    .where('status', '=', 'PENDING')
    .where('lease', 'is not', null)
    .execute()
