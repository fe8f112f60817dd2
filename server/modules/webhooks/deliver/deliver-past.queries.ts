import { sql } from 'kysely'
import type { Db } from '../../../platform/postgres/database.ts'
import { pastLease } from './attempts.queries.ts'
import type { ClaimedAttempt } from './claim.queries.ts'

/** The attempt of a demo's history to one of these URLs that is due first, by then. */
export async function findNextPastAttempt(
  db: Db,
  { urls, until }: { urls: readonly string[]; until: Date },
): Promise<(ClaimedAttempt & { at: Date }) | undefined> {
  const { rows } = await sql<ClaimedAttempt & { at: Date }>`
    select a.id, a.lease, a.webhook_id, a.event_id, a.step, a.at, e.body, w.url, w.secret, w.previous_secrets, w.version,
      false as is_slow
    from webhook_attempts a join webhook_events e on e.id = a.event_id join webhooks w on w.id = a.webhook_id
    where a.status = 'PENDING' and a.lease = ${pastLease} and a.at <= ${until} and w.url = any(${[...urls]})
      and w.is_active and w.deleted_at is null
    order by a.at, a.id limit 1`.execute(db)
  return rows[0]
}

/** What nobody has sent when the history is written, such as its events to a webhook that a visitor has added since. */
export const deletePastAttempts = (db: Db) =>
  db.deleteFrom('webhookAttempts').where('status', '=', 'PENDING').where('lease', '=', pastLease).execute()
