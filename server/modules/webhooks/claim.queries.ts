import { sql } from 'kysely'
import { selectAccounts } from '../../platform/owners.queries.ts'
import type { Db } from '../../platform/postgres/database.ts'
import type { Json } from '../../platform/postgres/schema.gen.ts'
import { isCustomer } from './events.queries.ts'

export type Places = { quick: number; slow: number }

/** An attempt that is leased to us. */
export type Claimed = {
  id: string
  lease: string
  webhookId: string
  eventId: string
  step: number
  body: string
  url: string
  secret: string
  previousSecrets: Json
  /** Which webhook was asked: it may be called elsewhere by the time that it answers. */
  version: number
  /** It is of a webhook that kept us waiting, and takes none of the places kept for the others. */
  isSlow: boolean
}

export type Claim = {
  /** A new one for each claim, so that who lost a lease and has it again is not taken for the same. */
  lease: string
  leaseMs: number
  now: Date
  quick: number
  slow: number
  /** At most so many of these places at once for the webhooks of one user, over all processes. */
  perUser: Places
  /** At most so many at once to one webhook, over all processes. */
  perWebhook: number
  /** A post that is under way for so long hangs. */
  hungMs: number
}

/**
 * Leases what is due, fairly: users take turns, and so do the webhooks of each. At most so many are under way to a webhook,
 * and to all of a user; to a webhook that fails or hangs, one. Of those that hang, the one tried the longest ago is next,
 * however long what is sent to it has waited. The walk from one webhook to the next by the index, the rows that are leased,
 * and the first few of each that are not, make what it reads a matter of the webhooks, not of how much waits for them.
 */
export async function claimAttempts(db: Db, claim: Claim): Promise<Claimed[]> {
  const { lease, leaseMs, quick, slow } = claim
  const { rows } = await sql<Claimed>`
    with recursive ${waiting}, ${told(db, claim)}, ${heads(claim)}, chosen as (
      (select id, is_slow from heads where not is_slow and of_user <= ${claim.perUser.quick}
        order by of_user, place, at limit ${quick})
      union all
      (select id, is_slow from heads where is_slow and of_user <= ${claim.perUser.slow} order by last_timeout_at, at limit ${slow})
    ), ours as (
      -- Asked again under the lock: somebody may have taken them since we looked.
      select a.id, c.is_slow from webhook_attempts a join chosen c on c.id = a.id
        where a.status = 'PENDING' and coalesce(a.leased_until <= now(), true)
        for update of a skip locked
    )
    update webhook_attempts a set lease = ${lease}, leased_until = now() + ${inMs(leaseMs)}
      from ours join webhook_attempts o on o.id = ours.id join webhook_events e on e.id = o.event_id
        join webhooks w on w.id = o.webhook_id
      where a.id = ours.id
      returning a.id, a.lease, a.webhook_id, a.event_id, a.step, e.body, w.url, w.secret, w.previous_secrets, w.version,
        ours.is_slow`.execute(db)
  return rows
}

const inMs = (ms: number) => sql`${ms}::double precision * interval '1 millisecond'`

const waiting = sql`waiting (webhook_id) as (
  (select webhook_id from webhook_attempts where status = 'PENDING' order by webhook_id limit 1)
  union all
  select (select a.webhook_id from webhook_attempts a where a.status = 'PENDING' and a.webhook_id > w.webhook_id
      order by a.webhook_id limit 1)
    from waiting w where w.webhook_id is not null
)`

/** Those of them that are told of anything, with what is under way to each and to its user in the same places. */
const told = (db: Db, { leaseMs, hungMs, perWebhook }: Claim) => sql`told as (
  select w.id, w.user_id, w.last_timeout_at, w.last_timeout_at is not null as is_slow, leased.under_way,
      case when w.failing_since is not null or w.last_timeout_at is not null or leased.hung > 0 then 1 else ${perWebhook} end as most,
      -- A quick one that hangs has given up its place.
      sum(leased.under_way - case when w.last_timeout_at is null then leased.hung else 0 end)
        over (partition by w.user_id, w.last_timeout_at is not null) as of_user
    from waiting join webhooks w on w.id = waiting.webhook_id and w.is_active and w.deleted_at is null
    join ${selectAccounts(db)} u on u.id = w.user_id and ${isCustomer}
    cross join lateral (
      select count(*)::int as under_way,
          (count(*) filter (where a.leased_until <= now() + ${inMs(leaseMs - hungMs)}))::int as hung
        from webhook_attempts a where a.webhook_id = w.id and a.lease is not null and a.leased_until > now()
    ) leased
)`

/** The first few that are due of each; `of_user` is the how manieth of its user it would be in its places. */
const heads = ({ now }: Claim) => sql`heads as (
  select head.id, head.at, head.place, told.last_timeout_at, told.is_slow, told.of_user + row_number() over (
        partition by told.user_id, told.is_slow order by told.last_timeout_at, head.place, head.at, head.id) as of_user
    from told cross join lateral (
      select a.id, a.at, told.under_way + row_number() over (order by a.at, a.id) as place
        from webhook_attempts a where a.webhook_id = told.id and a.status = 'PENDING' and a.at <= ${now}
          and coalesce(a.leased_until <= now(), true)
        order by a.at, a.id limit greatest(0, told.most - told.under_way)
    ) head
)`
