import { type RawBuilder, type SqlBool, sql } from 'kysely'
import type { Db } from '../../platform/postgres/database.ts'
import type { ProviderName } from './provider.ts'

/** What a provider left; where nobody takes money, what any has left. */
type Left = { provider: ProviderName | undefined }

const leftBy = ({ provider }: Left): RawBuilder<SqlBool> =>
  provider === undefined ? sql`true` : sql`provider = ${provider}`

type EventFigures = { last: Date | null; lastDay: number; waiting: number; failing: number; lastError: string | null }

/**
 * Counts the events since an instant, and those that `task` has not worked off. What does not concern us is kept and
 * never worked off, so it does not wait.
 */
export async function eventFigures(db: Db, { since, task, ...left }: Left & { since: Date; task: string }) {
  const { rows } = await sql<EventFigures>`
    with unapplied as (
      select id, provider from payment_events
      where ${leftBy(left)} and applied_at is null and object_kind <> 'OTHER'
    ), failures as (
      select unapplied.id, jobs.last_error, jobs.updated_at from graphile_worker.jobs jobs
      join graphile_worker._private_jobs given on given.id = jobs.id
      join unapplied
        on unapplied.id = given.payload ->> 'id' and unapplied.provider = given.payload ->> 'provider'
      where jobs.task_identifier = ${task} and jobs.last_error is not null
    )
    select
      (select max(received_at) from payment_events where ${leftBy(left)}) as last,
      (select count(*) from payment_events where ${leftBy(left)} and received_at >= ${since}) as last_day,
      (select count(*) from unapplied) as waiting,
      (select count(distinct id) from failures) as failing,
      (select last_error from failures order by updated_at desc limit 1) as last_error`.execute(db)
  return one(rows)
}

/** Payments since an instant, those paid back since among the paid ones; and purchases under way now. */
export async function paymentFigures(db: Db, { since, ...left }: Left & { since: Date }) {
  const { rows } = await sql<{ lastPaid: Date | null; paid: number; failed: number; openCheckouts: number }>`
    select
      (select max(paid_at) from payment_transactions where ${leftBy(left)}) as last_paid,
      (select count(*) from payment_transactions where ${leftBy(left)} and paid_at >= ${since}) as paid,
      (select count(*) from payment_transactions
        where ${leftBy(left)} and status = 'FAILED' and created_at >= ${since}) as failed,
      (select count(*) from checkouts where ${leftBy(left)} and status = 'OPEN') as open_checkouts`.execute(db)
  return one(rows)
}

export async function subscriptionFigures(db: Db, left: Left) {
  const { rows } = await sql<{ active: number; pastDue: number }>`
    select count(*) filter (where status = 'ACTIVE') as active, count(*) filter (where status = 'PAST_DUE') as past_due
    from subscriptions where ${leftBy(left)} and status <> 'INACTIVE'`.execute(db)
  return one(rows)
}

function one<Row>(rows: Row[]): Row {
  const [row] = rows
  if (!row) throw new Error('a statement of sums gave no row')
  return row
}
