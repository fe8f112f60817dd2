import { type RawBuilder, sql } from 'kysely'
import type { Db } from '../../../platform/postgres/database.ts'
import { selectEntries } from '../../credits/index.ts'

/** In UTC; cents. */
export type DaySales = { day: string; currency: string; credits: number; cents: number }

/**
 * The credits of a payment that count as sold, less those that do not. A payment for a year has sold the credits of all
 * its months, though they are granted one after another: those from its payment to the end of the year, less the share
 * that was refunded. A year may be a little longer than twelve average months.
 */
const selectSoldCredits = (unsold: RawBuilder<unknown>) => sql<number>`case
  when monthly_credits is null then credits_granted - coalesce(${unsold}, 0)
  else round(monthly_credits * ceil(extract(epoch from period_end - paid_at) / 2629800 - 0.1)
    * greatest(0, 1 - coalesce(partial_refund_amount::numeric / nullif(amount, 0), 0)))
  end`

/**
 * Excludes full and partial refunds. Bonus credits of a coupon were given, not sold, and credits clawed back for the
 * payment are no longer sold.
 */
export async function listSalesByDay(db: Db, { from, until }: { from: Date; until: Date }): Promise<DaySales[]> {
  const { rows } = await sql<DaySales>`
    select (paid_at at time zone 'UTC')::date as day, currency,
      sum(greatest(${selectSoldCredits(sql`unsold.credits`)}, 0))::bigint as credits,
      sum(greatest(amount - partial_refund_amount, 0))::bigint as cents
    from payment_transactions paid
    left join lateral (
      select sum(case entry.type when 'COUPON' then entry.amount else -entry.amount end)::bigint as credits
      from ${selectEntries(db)} entry
      where entry.user_id = paid.user_id and entry.transaction_id = paid.id and entry.type in ('COUPON', 'REFUND')
    ) unsold on true
    where paid.status = 'PAID' and paid.paid_at >= ${from} and paid.paid_at < ${until}
    group by 1, 2 order by 1, 2`.execute(db)
  return rows
}

/**
 * The net payments of a user in each currency, in cents: nothing of a refunded one, the rest of a partially refunded
 * one.
 */
export const sumUserPayments = (db: Db, userId: string, { from, until }: { from: Date; until: Date }) =>
  db
    .selectFrom('paymentTransactions')
    .select('currency')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .select(
      sql<number>`(sum(case status when 'PAID' then greatest(amount - partial_refund_amount, 0) else 0 end))::bigint`.as(
        'cents',
      ),
    )
    .where('userId', '=', userId)
    .where('status', 'in', ['PAID', 'REFUNDED'])
    .where('paidAt', '>=', from)
    .where('paidAt', '<', until)
    .groupBy('currency')
    .execute()

const refundedCredits = sql`(select sum(credits) from payment_refunds where payment_id = payment_transactions.id)`

/**
 * Cents that the user paid per credit, on average over all payments for credits that were not refunded; null if there
 * are none. Credits that were given, as by a coupon, lower it. A part that administrators refunded counts with neither
 * its cents nor its credits.
 */
export async function getCreditPrice(db: Db, userId: string): Promise<number | null> {
  const { cents, credits } = await db
    .selectFrom('paymentTransactions')
    .select([
      sql<number>`coalesce(sum(greatest(amount - partial_refund_amount, 0)), 0)::bigint`.as('cents'),
      sql<number>`coalesce(sum(${selectSoldCredits(refundedCredits)}), 0)::bigint`.as('credits'),
    ])
    .where('userId', '=', userId)
    .where('status', '=', 'PAID')
    .where('currency', '=', 'USD')
    .where('creditsGranted', '>', 0)
    .executeTakeFirstOrThrow()
  return credits > 0 ? cents / credits : null
}
