import { type RawBuilder, type SqlBool, sql } from 'kysely'
import type { Db } from '../../../platform/postgres/database.ts'
import type { ProviderName } from '../provider/provider.ts'

/** Restricts to the rows of one provider; to all rows if payments are off. */
type ProviderFilter = { provider: ProviderName | undefined }

const isByProvider = ({ provider }: ProviderFilter): RawBuilder<SqlBool> =>
  provider === undefined ? sql`true` : sql`provider = ${provider}`

type PaymentEventStats = {
  last: Date | null
  lastDay: number
  waiting: number
  failing: number
  lastError: string | null
}

/**
 * Counts the events since an instant, and those that `task` has not processed. Irrelevant events are stored and never
 * processed, so they do not count as waiting.
 */
export async function getPaymentEventStats(
  db: Db,
  { since, task, ...filter }: ProviderFilter & { since: Date; task: string },
) {
  const { rows } = await sql<PaymentEventStats>`
    with unapplied as (
      select id, provider from payment_events
      where ${isByProvider(filter)} and applied_at is null and object_kind <> 'OTHER'
    ), failures as (
      select unapplied.id, jobs.last_error, jobs.updated_at from graphile_worker.jobs jobs
      join graphile_worker._private_jobs given on given.id = jobs.id
      join unapplied
        on unapplied.id = given.payload ->> 'id' and unapplied.provider = given.payload ->> 'provider'
      where jobs.task_identifier = ${task} and jobs.last_error is not null
    )
    select
      (select max(received_at) from payment_events where ${isByProvider(filter)}) as last,
      (select count(*) from payment_events where ${isByProvider(filter)} and received_at >= ${since}) as last_day,
      (select count(*) from unapplied) as waiting,
      (select count(distinct id) from failures) as failing,
      (select last_error from failures order by updated_at desc limit 1) as last_error`.execute(db)
  return requireRow(rows)
}

/** Counts payments since an instant, including those refunded since, and checkouts that are open now. */
export async function getPaymentStats(db: Db, { since, ...filter }: ProviderFilter & { since: Date }) {
  const { rows } = await sql<{ lastPaid: Date | null; paid: number; failed: number; openCheckouts: number }>`
    select
      (select max(paid_at) from payment_transactions where ${isByProvider(filter)}) as last_paid,
      (select count(*) from payment_transactions where ${isByProvider(filter)} and paid_at >= ${since}) as paid,
      (select count(*) from payment_transactions
        where ${isByProvider(filter)} and status = 'FAILED' and created_at >= ${since}) as failed,
      (select count(*) from checkouts where ${isByProvider(filter)} and status = 'OPEN') as open_checkouts`.execute(db)
  return requireRow(rows)
}

export async function getSubscriptionStats(db: Db, filter: ProviderFilter) {
  const { rows } = await sql<{ active: number; pastDue: number }>`
    select count(*) filter (where status = 'ACTIVE') as active, count(*) filter (where status = 'PAST_DUE') as past_due
    from subscriptions where ${isByProvider(filter)} and status <> 'INACTIVE'`.execute(db)
  return requireRow(rows)
}

function requireRow<Row>(rows: Row[]): Row {
  const [row] = rows
  if (!row) throw new Error('a statement of sums gave no row')
  return row
}
