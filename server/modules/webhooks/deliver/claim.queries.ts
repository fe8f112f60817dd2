import { sql } from 'kysely'
import { selectAccounts } from '../../../platform/lists/owners.queries.ts'
import type { Db } from '../../../platform/postgres/database.ts'
import type { Json } from '../../../platform/postgres/schema.gen.ts'
import { isActiveCustomer } from '../events/events.queries.ts'

export type ConcurrencySlots = { quick: number; slow: number }

/** An attempt leased to this process. */
export type ClaimedAttempt = {
  id: string
  lease: string
  webhookId: string
  eventId: string
  step: number
  body: string
  url: string
  secret: string
  previousSecrets: Json
  /** The webhook's version when the request was sent; its URL may have changed by the time it responds. */
  version: number
  /** The webhook timed out before, so it uses the slow slots only. */
  isSlow: boolean
}

export type ClaimOptions = {
  /** Unique per claim, so that a process that lost a lease and got it again does not mistake one for the other. */
  lease: string
  leaseMs: number
  now: Date
  quick: number
  slow: number
  /** Maximum slots for the webhooks of one user, across all processes. */
  perUser: ConcurrencySlots
  /** Maximum concurrent requests to one webhook, across all processes. */
  perWebhook: number
  /** A request in flight for this long counts as hanging. */
  hungMs: number
}

/**
 * Leases due attempts fairly: users alternate, and so do the webhooks of each user. Concurrency is limited per webhook
 * and per user; a webhook that fails or hangs gets one request at a time. Among hanging webhooks the one tried longest
 * ago goes first, regardless of how long its events have waited.
 * Walks the index from webhook to webhook and reads only leased rows and the first few pending rows of each, so the
 * cost depends on the number of webhooks, not on the length of the queue.
 */
export async function claimAttempts(db: Db, claim: ClaimOptions): Promise<ClaimedAttempt[]> {
  const { lease, leaseMs, quick, slow } = claim
  const { rows } = await sql<ClaimedAttempt>`
    with recursive ${pendingWebhooksSql}, ${buildActiveWebhooksSql(db, claim)}, ${buildDueAttemptsSql(claim)}, chosen as (
      (select id, is_slow from heads where not is_slow and of_user <= ${claim.perUser.quick}
        order by of_user, place, at limit ${quick})
      union all
      (select id, is_slow from heads where is_slow and of_user <= ${claim.perUser.slow} order by last_timeout_at, at limit ${slow})
    ), ours as (
      -- Checked again under the lock: another process may have leased them in the meantime.
      select a.id, c.is_slow from webhook_attempts a join chosen c on c.id = a.id
        where a.status = 'PENDING' and coalesce(a.leased_until <= now(), true)
        for update of a skip locked
    )
    update webhook_attempts a set lease = ${lease}, leased_until = now() + ${toInterval(leaseMs)}
      from ours join webhook_attempts o on o.id = ours.id join webhook_events e on e.id = o.event_id
        join webhooks w on w.id = o.webhook_id
      where a.id = ours.id
      returning a.id, a.lease, a.webhook_id, a.event_id, a.step, e.body, w.url, w.secret, w.previous_secrets, w.version,
        ours.is_slow`.execute(db)
  return rows
}

const toInterval = (ms: number) => sql`${ms}::double precision * interval '1 millisecond'`

const pendingWebhooksSql = sql`waiting (webhook_id) as (
  (select webhook_id from webhook_attempts where status = 'PENDING' order by webhook_id limit 1)
  union all
  select (select a.webhook_id from webhook_attempts a where a.status = 'PENDING' and a.webhook_id > w.webhook_id
      order by a.webhook_id limit 1)
    from waiting w where w.webhook_id is not null
)`

/** The enabled webhooks among them, with the requests in flight per webhook and per user in the same slots. */
const buildActiveWebhooksSql = (db: Db, { leaseMs, hungMs, perWebhook }: ClaimOptions) => sql`active_webhooks as (
  select w.id, w.user_id, w.last_timeout_at, w.last_timeout_at is not null as is_slow, leased.in_progress,
      case when w.failing_since is not null or w.last_timeout_at is not null or leased.hung > 0 then 1 else ${perWebhook} end as max_in_progress,
      -- A quick one that hangs has given up its place.
      sum(leased.in_progress - case when w.last_timeout_at is null then leased.hung else 0 end)
        over (partition by w.user_id, w.last_timeout_at is not null) as of_user
    from waiting join webhooks w on w.id = waiting.webhook_id and w.is_active and w.deleted_at is null
    join ${selectAccounts(db)} u on u.id = w.user_id and ${isActiveCustomer}
    cross join lateral (
      select count(*)::int as in_progress,
          (count(*) filter (where a.leased_until <= now() + ${toInterval(leaseMs - hungMs)}))::int as hung
        from webhook_attempts a where a.webhook_id = w.id and a.lease is not null and a.leased_until > now()
    ) leased
)`

/** The first due attempts of each webhook; `of_user` is the attempt's position among its user's slots. */
const buildDueAttemptsSql = ({ now }: ClaimOptions) => sql`heads as (
  select head.id, head.at, head.place, active_webhooks.last_timeout_at, active_webhooks.is_slow, active_webhooks.of_user + row_number() over (
        partition by active_webhooks.user_id, active_webhooks.is_slow order by active_webhooks.last_timeout_at, head.place, head.at, head.id) as of_user
    from active_webhooks cross join lateral (
      select a.id, a.at, active_webhooks.in_progress + row_number() over (order by a.at, a.id) as place
        from webhook_attempts a where a.webhook_id = active_webhooks.id and a.status = 'PENDING' and a.at <= ${now}
          and coalesce(a.leased_until <= now(), true)
        order by a.at, a.id limit greatest(0, active_webhooks.max_in_progress - active_webhooks.in_progress)
    ) head
)`
