import type { Slice } from '@dooryard/contract/api/paging'
import { type AliasableExpression, type Insertable, type RawBuilder, type Selectable, sql } from 'kysely'
import { lockInTransaction } from '../../../platform/postgres/advisory-locks.ts'
import { countRows } from '../../../platform/postgres/count-rows.ts'
import type { DB, Db } from '../../../platform/postgres/database.ts'
import { selectAffiliatePeriods } from '../../identity/index.ts'

type PaymentColumns =
  | ('id' | 'userId' | 'status' | 'amount' | 'currency' | 'paidAt')
  | ('refundedAt' | 'refundCause' | 'partialRefundAmount')

/**
 * The portal sells in one currency. A payment in another would earn nothing, since totals are sums of one; the table has
 * no entries in others.
 */
export const commissionCurrency = 'USD'

/** Selects the payments, which a module above this one records. */
export type SelectCommissionPayments = (
  db: Db,
) => AliasableExpression<Pick<Selectable<DB['paymentTransactions']>, PaymentColumns>>

/** Commissions and payouts of all affiliates are recorded one after the other, so that no payout exceeds its sum. */
export const lockCommissions = (db: Db) => lockInTransaction(db, 'commissions')

/**
 * The customers of affiliates, by the first redemption of a coupon that was an affiliate's at that time. `affiliates` is
 * a list or a query of ids, so that the customers of others are not read.
 */
const selectCustomers = (affiliates: RawBuilder<unknown>) => sql`
  select redemption.user_id, redemption.redeemed_at, redemption.coupon_id, redemption.affiliate_user_id
  from coupon_redemptions redemption
  where redemption.status = 'REDEEMED' and redemption.affiliate_user_id = any(${affiliates})
    and not exists (
      select from coupon_redemptions earlier
      where earlier.user_id = redemption.user_id and earlier.status = 'REDEEMED'
        and earlier.affiliate_user_id is not null
        and (earlier.redeemed_at, earlier.id) < (redemption.redeemed_at, redemption.id)
    )`

export type CommissionDue = {
  paymentId: string
  affiliateUserId: string
  couponId: string
  basisPoints: number
  amount: number
  currency: string
  paidAt: Date
}

/**
 * Paid payments of affiliates' customers that have no commission yet, by the terms at the time of the payment. Only who
 * was an affiliate at that time earns.
 */
export async function listCommissionsDue(
  db: Db,
  selectPayments: SelectCommissionPayments,
  limit: number,
): Promise<CommissionDue[]> {
  const { rows } = await sql<CommissionDue>`
    with affiliates as (
      select distinct affiliate_user_id as id from commission_terms
    ), customers as (${selectCustomers(sql`array(select id from affiliates)`)})
    select payment.id as "paymentId", customer.affiliate_user_id as "affiliateUserId",
      customer.coupon_id as "couponId", terms.basis_points as "basisPoints", payment.amount, payment.currency,
      payment.paid_at as "paidAt"
    from customers customer
    join ${selectPayments(db)} payment
      on payment.user_id = customer.user_id and payment.paid_at >= customer.redeemed_at
    join ${selectAffiliatePeriods(db)} period on period.user_id = customer.affiliate_user_id
      and payment.paid_at >= period.started_at and (period.ended_at is null or payment.paid_at < period.ended_at)
    cross join lateral (
      select basis_points, months from commission_terms
      where affiliate_user_id = customer.affiliate_user_id and effective_at <= payment.paid_at
      order by effective_at desc, id desc limit 1
    ) terms
    where payment.status in ('PAID', 'REFUNDED') and payment.amount > 0 and payment.refund_cause is null
      and payment.currency = ${commissionCurrency}
      and payment.user_id <> customer.affiliate_user_id and terms.basis_points > 0
      and (terms.months is null
        or payment.paid_at < customer.redeemed_at + make_interval(months => terms.months))
      and not exists (select from commission_entries entry where entry.payment_id = payment.id and entry.type = 'EARNED')
    order by payment.paid_at, payment.id limit ${limit}`.execute(db)
  return rows
}

export type ReversalDue = CommissionDue & {
  payableAt: Date
  /** Cents of the payment that went back, and of its commission that are reversed already. */
  refunded: number
  reversed: number
  refundedAt: Date
}

/** Commissions of which more was refunded than reversed. */
export async function listReversalsDue(
  db: Db,
  selectPayments: SelectCommissionPayments,
  now: Date,
): Promise<ReversalDue[]> {
  const { rows } = await sql<ReversalDue>`
    select due.* from (
      select payment.id as "paymentId", entry.affiliate_user_id as "affiliateUserId", entry.coupon_id as "couponId",
        entry.basis_points as "basisPoints", payment.amount, payment.currency, payment.paid_at as "paidAt",
        entry.payable_at as "payableAt", coalesce(payment.refunded_at, ${now}) as "refundedAt",
        case payment.status when 'REFUNDED' then payment.amount
          else least(payment.partial_refund_amount, payment.amount) end as refunded,
        coalesce((select -sum(reversal.amount) from commission_entries reversal
          where reversal.payment_id = payment.id and reversal.type = 'REVERSED'), 0) as reversed
      from ${selectPayments(db)} payment join commission_entries entry on entry.payment_id = payment.id
      where entry.type = 'EARNED' and (payment.status = 'REFUNDED' or payment.partial_refund_amount > 0)
    ) due
    where due.reversed < div(due.amount::numeric * due."basisPoints", 10000)
      - div((due.amount - due.refunded)::numeric * due."basisPoints", 10000)
    order by due."paymentId"`.execute(db)
  return rows
}

export type CommissionRow = Insertable<DB['commissionEntries']>

/** A payment earns once. */
export const insertCommissionEntries = (db: Db, rows: readonly CommissionRow[]) =>
  db
    .insertInto('commissionEntries')
    .values([...rows])
    .onConflict((conflict) => conflict.column('paymentId').where('type', '=', 'EARNED').doNothing())
    .execute()

export type TotalsRow = { affiliateUserId: string; earned: number; pending: number; paid: number }

export async function sumCommissions(db: Db, affiliateUserIds: readonly string[], now: Date): Promise<TotalsRow[]> {
  if (affiliateUserIds.length === 0) return []
  const { rows } = await sql<TotalsRow>`
    select affiliate_user_id as "affiliateUserId",
      coalesce(sum(amount) filter (where payable_at is not null), 0)::bigint as earned,
      coalesce(sum(amount) filter (where payable_at > ${now}), 0)::bigint as pending,
      coalesce(-sum(amount) filter (where payable_at is null), 0)::bigint as paid
    from commission_entries where affiliate_user_id = any(${affiliateUserIds}::uuid[])
    group by affiliate_user_id`.execute(db)
  return rows
}

const selectEntries = (db: Db, affiliateUserId: string) =>
  db.selectFrom('commissionEntries as entry').where('entry.affiliateUserId', '=', affiliateUserId)

export type EntryRow = Awaited<ReturnType<typeof listCommissionEntries>>[number]

type EntriesQuery = {
  affiliateUserId: string
  selectPayments: SelectCommissionPayments
  /** Only the entries after this one in the list. */
  before?: { id: string; happenedAt: Date; createdAt: Date } | undefined
}

export const listCommissionEntries = (
  db: Db,
  { affiliateUserId, selectPayments, before }: EntriesQuery,
  { limit, offset }: Slice,
) =>
  selectEntries(db, affiliateUserId)
    .leftJoin('coupons', 'coupons.id', 'entry.couponId')
    .leftJoin(selectPayments(db).as('payment'), 'payment.id', 'entry.paymentId')
    .leftJoin('commissionEntries as counter', 'counter.reversesId', 'entry.id')
    .select(['entry.id', 'entry.type', 'entry.amount', 'entry.currency', 'entry.basisPoints', 'entry.payableAt'])
    .select(['entry.reference', 'entry.happenedAt', 'coupons.code', 'payment.amount as paid'])
    .select(['counter.id as counterId', 'entry.createdAt'])
    .$if(before !== undefined, (query) =>
      query.where(({ eb, refTuple, tuple }) =>
        eb(
          refTuple('entry.happenedAt', 'entry.createdAt', 'entry.id'),
          '<',
          tuple(before?.happenedAt ?? new Date(0), before?.createdAt ?? new Date(0), before?.id ?? ''),
        ),
      ),
    )
    .orderBy('entry.happenedAt', 'desc')
    .orderBy('entry.createdAt', 'desc')
    .orderBy('entry.id', 'desc')
    .limit(limit)
    .offset(offset)
    .execute()

export const countCommissionEntries = (db: Db, affiliateUserId: string): Promise<number> =>
  countRows(db, selectEntries(db, affiliateUserId))

/** Undefined if there is no such payout of the affiliate. */
export const findPayout = (db: Db, affiliateUserId: string, id: string) =>
  selectEntries(db, affiliateUserId)
    .leftJoin('commissionEntries as counter', 'counter.reversesId', 'entry.id')
    .select(['entry.id', 'entry.amount', 'entry.currency', 'counter.id as counterId'])
    .where('entry.id', '=', id)
    .where('entry.type', '=', 'PAYOUT')
    .executeTakeFirst()

/** Whether the affiliate has had a payout, be it reversed since. */
export async function hasPayout(db: Db, affiliateUserId: string): Promise<boolean> {
  const payout = await selectEntries(db, affiliateUserId)
    .select('entry.id')
    .where('entry.type', '=', 'PAYOUT')
    .limit(1)
    .executeTakeFirst()
  return payout !== undefined
}

export type MonthRow = { month: string; customers: number; earned: number }

/** The months from `from` on, in UTC, that have customers or commissions. */
export async function listCommissionMonths(db: Db, affiliateUserId: string, from: Date): Promise<MonthRow[]> {
  const { rows } = await sql<MonthRow>`
    with facts as (
      select redeemed_at as at, 1 as customers, 0 as earned
      from (${selectCustomers(sql`${[affiliateUserId]}::uuid[]`)}) customers
      union all
      select happened_at, 0, amount from commission_entries
      where affiliate_user_id = ${affiliateUserId} and payable_at is not null
    )
    select to_char(at at time zone 'UTC', 'YYYY-MM') as month, sum(customers)::bigint as customers,
      sum(earned)::bigint as earned
    from facts where at >= ${from} group by 1 order by 1`.execute(db)
  return rows
}

/** The number of customers by affiliate; those without any are omitted. */
export async function countCustomers(db: Db, affiliateUserIds: readonly string[]): Promise<Map<string, number>> {
  const { rows } = await sql<{ affiliateUserId: string; count: number }>`
    select affiliate_user_id as "affiliateUserId", count(*) as count
    from (${selectCustomers(sql`${affiliateUserIds}::uuid[]`)}) customers group by affiliate_user_id`.execute(db)
  return new Map(rows.map(({ affiliateUserId, count }) => [affiliateUserId, count]))
}
