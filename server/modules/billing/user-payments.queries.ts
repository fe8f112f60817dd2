import { sql } from 'kysely'
import type { Db } from '../../platform/postgres/database.ts'

/** Payments as other modules may read them, to be asked for or joined under a name. */
export const selectPayments = (db: Db) =>
  db
    .selectFrom('paymentTransactions')
    .select(['id', 'userId', 'status', 'creditsGranted', 'couponCode', 'quoteId', 'checkoutId', 'refundedAt'])

/**
 * How many payments of a user were made in a span, and what is left of them in each currency in cents: nothing of one that
 * was paid back since, and the rest of one that was in part.
 */
export const userPayments = (db: Db, userId: string, { from, until }: { from: Date; until: Date }) =>
  db
    .selectFrom('paymentTransactions')
    .select('currency')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .select(
      sql<number>`(sum(case status when 'PAID' then greatest(amount - part_lost, 0) else 0 end))::bigint`.as('cents'),
    )
    .where('userId', '=', userId)
    .where('status', 'in', ['PAID', 'REFUNDED'])
    .where('paidAt', '>=', from)
    .where('paidAt', '<', until)
    .groupBy('currency')
    .execute()
