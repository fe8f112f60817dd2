import { sql } from 'kysely'
import type { Dispatcher } from 'undici'
import type { Services } from '../../../platform/context.ts'
import type { Db } from '../../../platform/postgres/database.ts'
import type { ClaimedAttempt } from './claim.queries.ts'
import { recordOutcomes } from './record-outcomes.ts'
import { type CompleteBody, createSigner, sendAttempt } from './send-attempt.ts'

/** Leases attempts to the writer of a demo's history; the default of the column on its connections. */
const pastLease = '00000000-0000-7000-8000-000000000901'

type PastDelivery = {
  /** Where every request goes. */
  agent: Dispatcher
  until: Date
  completeBody: CompleteBody
}

/**
 * Sends what a demo's history has emitted, and the retries of what failed, one attempt after another, each at the instant
 * when it is due. A dispatcher sends none of them: they are leased.
 */
export async function deliverPastEvents(services: Services, { agent, until, completeBody }: PastDelivery) {
  const signal = new AbortController().signal
  for (;;) {
    const attempt = await findNextPastAttempt(services.db, until)
    if (!attempt) return
    const clock = { now: () => attempt.at }
    const sign = createSigner(services.secrets, attempt, attempt.at)
    const sent = await sendAttempt(attempt, { agent, clock, sign, signal, completeBody })
    await recordOutcomes({ ...services, clock }, [{ ...sent, isHung: false }])
  }
}

async function findNextPastAttempt(db: Db, until: Date): Promise<(ClaimedAttempt & { at: Date }) | undefined> {
  const { rows } = await sql<ClaimedAttempt & { at: Date }>`
    select a.id, a.lease, a.webhook_id, a.event_id, a.step, a.at, e.body, w.url, w.secret, w.previous_secrets, w.version,
      false as is_slow
    from webhook_attempts a join webhook_events e on e.id = a.event_id join webhooks w on w.id = a.webhook_id
    where a.status = 'PENDING' and a.lease = ${pastLease} and a.at <= ${until} and w.is_active and w.deleted_at is null
    order by a.at, a.id limit 1`.execute(db)
  return rows[0]
}
