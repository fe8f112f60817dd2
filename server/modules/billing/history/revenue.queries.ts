import { type RawBuilder, sql } from 'kysely'
import type { Db } from '../../../platform/postgres/database.ts'

/** `from` is the first day of the first month, in UTC; amounts of other currencies are left out. */
export type RevenuePeriod = { from: string; now: Date; currency: string }

/** Cents and subscribers at the end of a month, or now, and what changed since the end of the month before. */
export type MrrMonth = Record<
  | 'mrr'
  | 'newMrr'
  | 'expansionMrr'
  | 'contractionMrr'
  | 'churnedMrr'
  | 'subscribers'
  | 'subscribersBefore'
  | 'churnedSubscribers',
  number
> & { month: string }

const secondsPerMonth = 2_629_800 // of 30.4375 days

/**
 * Paid periods that end after an instant, with their price by month. A change pays a share, perhaps of a part of the
 * year; its price is that of its quote.
 */
const selectPricedPeriods = (endsAfter: RawBuilder<unknown>, { now, currency }: Omit<RevenuePeriod, 'from'>) => sql`
  select payment.user_id, payment.subscription_id, payment.period_start, payment.period_end, payment.paid_at,
    round(
      coalesce(quote.price, payment.amount + payment.discount) / case quote.interval when 'YEAR' then 12
        else greatest(1, round(extract(epoch from payment.period_end - payment.period_start) / ${secondsPerMonth}))
        end
    )::bigint as monthly
  from payment_transactions payment
  left join subscription_quotes quote on payment.reason = 'CHANGE' and quote.id = payment.quote_id
  where payment.kind = 'SUBSCRIPTION' and payment.status = 'PAID' and payment.currency = ${currency}
    and payment.period_end >= ${endsAfter} and payment.period_start < ${now}`

/**
 * For each user the paid period that covers the end of a month: the last one paid, so that an upgrade counts from its
 * payment.
 */
export async function listMrrByMonth(db: Db, { from, now, currency }: RevenuePeriod): Promise<MrrMonth[]> {
  const { rows } = await sql<MrrMonth>`
    with priced as (
      ${selectPricedPeriods(sql`${from}::timestamp at time zone 'UTC'`, { now, currency })}
    ), covered as (
      select distinct on (user_id, month) user_id, month, monthly
      from priced, generate_series(
        date_trunc('month', period_start at time zone 'UTC'), date_trunc('month', period_end at time zone 'UTC'), '1 month'
      ) month
      where period_start < least((month + interval '1 month') at time zone 'UTC', ${now})
        and period_end >= least((month + interval '1 month') at time zone 'UTC', ${now})
      order by user_id, month, paid_at desc
    ), compared as (
      select coalesce(after.month, before.month + interval '1 month') as month, after.monthly as after, before.monthly as before
      from covered after
      full join covered before on before.user_id = after.user_id and after.month = before.month + interval '1 month'
    )
    select to_char(month, 'YYYY-MM') as month,
      coalesce(sum(after), 0)::bigint as mrr,
      coalesce(sum(after) filter (where before is null), 0)::bigint as new_mrr,
      coalesce(sum(after - before) filter (where after > before), 0)::bigint as expansion_mrr,
      coalesce(sum(before - after) filter (where after < before), 0)::bigint as contraction_mrr,
      coalesce(sum(before) filter (where after is null), 0)::bigint as churned_mrr,
      count(after) as subscribers, count(before) as subscribers_before,
      count(before) filter (where after is null) as churned_subscribers
    from compared where month >= ${from}::timestamp and month <= ${now}::timestamptz at time zone 'UTC'
    group by 1 order by 1`.execute(db)
  return rows
}

export type CashMonth = { month: string; payments: number; refunds: number }

/** Refunds count in the month they were made; parts refunded outside the portal have no time and count when paid. */
export async function listCashByMonth(db: Db, { from, now, currency }: RevenuePeriod): Promise<CashMonth[]> {
  const { rows } = await sql<CashMonth>`
    with parts as (
      select payment_id, sum(amount) as amount from payment_refunds group by payment_id
    ), moves as (
      select paid_at as at, amount as paid, 0 as refunded from payment_transactions
      where paid_at is not null and currency = ${currency}
      union all
      select refunded_at, 0, amount from payment_refunds where currency = ${currency}
      union all
      select refunded_at, 0, payment.amount - coalesce(parts.amount, 0) from payment_transactions payment
      left join parts on parts.payment_id = payment.id
      where payment.status = 'REFUNDED' and payment.currency = ${currency}
      union all
      select paid_at, 0, partial_refund_amount - coalesce(parts.amount, 0) from payment_transactions payment
      left join parts on parts.payment_id = payment.id
      where payment.status = 'PAID' and partial_refund_amount > 0 and payment.currency = ${currency}
    )
    select to_char(at at time zone 'UTC', 'YYYY-MM') as month, sum(paid)::bigint as payments, sum(refunded)::bigint as refunds
    from moves where at >= ${from}::timestamp at time zone 'UTC' and at <= ${now} group by 1 order by 1`.execute(db)
  return rows
}

/** Undefined before the first payment. */
export async function findMainCurrency(db: Db): Promise<string | undefined> {
  const row = await db
    .selectFrom('paymentTransactions')
    .select('currency')
    .where('paidAt', 'is not', null)
    .groupBy('currency')
    .orderBy(({ fn }) => fn.countAll(), 'desc')
    .limit(1)
    .executeTakeFirst()
  return row?.currency
}

/** The MRR of the current month by the plan that each subscriber is on now: its parts add up to it. */
export async function listPlanTotals(db: Db, { now, currency }: Omit<RevenuePeriod, 'from'>) {
  const { rows } = await sql<{ planName: string; subscribers: number; mrr: number }>`
    with current as (
      select distinct on (user_id) user_id, subscription_id, monthly
      from (${selectPricedPeriods(sql`${now}::timestamptz`, { now, currency })}) priced order by user_id, paid_at desc
    )
    select coalesce(plans.name, 'Other') as plan_name, count(*) as subscribers, sum(current.monthly)::bigint as mrr
    from current
    left join subscriptions subscription on subscription.id = current.subscription_id
    left join plans on plans.id = subscription.plan_id
    group by 1 order by 3 desc, 1`.execute(db)
  return rows
}
