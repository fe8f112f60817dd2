import type { Insertable } from 'kysely'
import type { Db } from '../../../platform/postgres/database.ts'
import type { DB } from '../../../platform/postgres/schema.gen.ts'
import type { PeriodPurchase } from './proration-rules.ts'

const quotes = (db: Db) =>
  db
    .selectFrom('subscriptionQuotes')
    .innerJoin('plans', 'plans.id', 'subscriptionQuotes.planId')
    .innerJoin('plans as fromPlans', 'fromPlans.id', 'subscriptionQuotes.fromPlanId')
    .select([
      'subscriptionQuotes.id',
      'subscriptionQuotes.userId',
      'subscriptionQuotes.subscriptionId',
      'subscriptionQuotes.planId',
      'plans.name as planName',
      'subscriptionQuotes.fromPlanId',
      'fromPlans.name as fromPlan',
      'subscriptionQuotes.kind',
      'subscriptionQuotes.interval',
      'subscriptionQuotes.price',
      'subscriptionQuotes.creditsPerPeriod',
      'subscriptionQuotes.charge',
      'subscriptionQuotes.credit',
      'subscriptionQuotes.discount',
      'subscriptionQuotes.amountDue',
      'subscriptionQuotes.creditsNow',
      'subscriptionQuotes.bonusCredits',
      'subscriptionQuotes.couponCode',
      'subscriptionQuotes.currency',
      'subscriptionQuotes.proratedAt',
      'subscriptionQuotes.periodEnd',
      'subscriptionQuotes.cancelAtPeriodEnd',
      'subscriptionQuotes.expiresAt',
      'subscriptionQuotes.startedAt',
      'subscriptionQuotes.attempt',
      'subscriptionQuotes.appliedAt',
    ])

export type QuoteRow = NonNullable<Awaited<ReturnType<typeof findQuote>>>

export const insertQuote = (db: Db, quote: Insertable<DB['subscriptionQuotes']>) =>
  db.insertInto('subscriptionQuotes').values(quote).execute()

const quote = (db: Db, userId: string, id: string) =>
  quotes(db).where('subscriptionQuotes.id', '=', id).where('subscriptionQuotes.userId', '=', userId)

export const findQuote = (db: Db, userId: string, id: string) => quote(db, userId, id).executeTakeFirst()

export const lockQuote = (db: Db, userId: string, id: string) =>
  quote(db, userId, id).forUpdate('subscriptionQuotes').executeTakeFirst()

/** Deletes expired quotes that were never applied and that no payment refers to. */
export const deleteUnappliedQuotes = (db: Db, expiredBefore: Date) =>
  db
    .deleteFrom('subscriptionQuotes')
    .where('expiresAt', '<', expiredBefore)
    .where('appliedAt', 'is', null)
    .where('startedAt', 'is', null)
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom('paymentTransactions')
            .select('paymentTransactions.id')
            .whereRef('paymentTransactions.quoteId', '=', 'subscriptionQuotes.id'),
        ),
      ),
    )
    .execute()

type BillingPeriod = { id: string; userId: string; periodEnd: Date }

/** The subscription credits that each payment of a month granted, and since when they count. */
export async function listCreditPurchases(db: Db, { id, userId, periodEnd }: BillingPeriod): Promise<PeriodPurchase[]> {
  const rows = await db
    .selectFrom('paymentTransactions as paid')
    .leftJoin('checkouts', 'checkouts.id', 'paid.checkoutId')
    .leftJoin('subscriptionQuotes as quotes', 'quotes.id', 'paid.quoteId')
    .select(({ fn, val }) => [
      'paid.status',
      'paid.disputeWonAt',
      'paid.creditsGranted',
      'paid.createdAt',
      fn.coalesce('checkouts.bonusCredits', 'quotes.bonusCredits', val(0)).as('bonusCredits'),
      fn.coalesce('quotes.proratedAt', 'paid.periodStart').as('from'),
    ])
    .where('paid.userId', '=', userId)
    .where('paid.subscriptionId', '=', id)
    .where('paid.periodEnd', '=', periodEnd)
    .where('paid.status', 'in', ['PAID', 'REFUNDED'])
    .execute()
  return rows.map(({ status, disputeWonAt, creditsGranted, bonusCredits, from, createdAt }) => {
    const given = creditsGranted - bonusCredits
    // An administrator returns the credits of a won dispute by hand: with the next plan change they would come twice.
    const amount = status === 'PAID' || disputeWonAt ? given : 0
    return { amount, less: given - amount, from: from ?? createdAt }
  })
}

/** The quotes of a subscription that are being applied, or whose result is not known yet. */
export const lockQuotesInProgress = (db: Db, subscriptionId: string) =>
  quotes(db)
    .where('subscriptionQuotes.subscriptionId', '=', subscriptionId)
    .where('subscriptionQuotes.startedAt', 'is not', null)
    .where(({ or, eb }) =>
      or([eb('subscriptionQuotes.appliedAt', 'is', null), eb('subscriptionQuotes.attempt', 'is not', null)]),
    )
    .orderBy('subscriptionQuotes.id')
    .forUpdate('subscriptionQuotes')
    .execute()

export const markQuoteStarted = (db: Db, id: string, start: { startedAt: Date; attempt: string }) =>
  db.updateTable('subscriptionQuotes').set(start).where('id', '=', id).execute()

export const markQuoteApplied = (db: Db, id: string, appliedAt: Date) =>
  db.updateTable('subscriptionQuotes').set({ appliedAt }).where('id', '=', id).where('appliedAt', 'is', null).execute()

/** Ends the attempt, whatever its result, unless another one has started. */
export const endQuoteAttempt = (db: Db, { id, attempt }: { id: string; attempt: string }) =>
  db
    .updateTable('subscriptionQuotes')
    .set({ attempt: null })
    .where('id', '=', id)
    .where('attempt', '=', attempt)
    .execute()

/** Returns false if the quote was applied or another attempt has started. */
export const revertQuoteStart = async (
  db: Db,
  { id, attempt }: { id: string; attempt: string | null },
): Promise<boolean> =>
  (await db
    .updateTable('subscriptionQuotes')
    .set({ startedAt: null, attempt: null })
    .where('id', '=', id)
    .where('attempt', 'is not distinct from', attempt)
    .where('appliedAt', 'is', null)
    .returning('id')
    .executeTakeFirst()) !== undefined
