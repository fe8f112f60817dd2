import type { Insertable } from 'kysely'
import type { Db } from '../../platform/postgres/database.ts'
import type { DB } from '../../platform/postgres/schema.gen.ts'
import type { Bought } from './proration-rules.ts'

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

/** Deletes quotes that neither were applied nor are known from a payment. */
export const deleteUnapplied = (db: Db, expiredBefore: Date) =>
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

type Month = { id: string; userId: string; periodEnd: Date }

/** The credits of the subscription that each payment of a month gave, and since when they count. */
export async function creditsBought(db: Db, { id, userId, periodEnd }: Month): Promise<Bought[]> {
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
    // What a won dispute took is given back by an administrator: with the next change it would come twice.
    const amount = status === 'PAID' || disputeWonAt ? given : 0
    return { amount, less: given - amount, from: from ?? createdAt }
  })
}

/** The quotes of a subscription that somebody is applying, or of which nobody knows yet what became of them. */
export const lockUnderWay = (db: Db, subscriptionId: string) =>
  quotes(db)
    .where('subscriptionQuotes.subscriptionId', '=', subscriptionId)
    .where('subscriptionQuotes.startedAt', 'is not', null)
    .where(({ or, eb }) =>
      or([eb('subscriptionQuotes.appliedAt', 'is', null), eb('subscriptionQuotes.attempt', 'is not', null)]),
    )
    .orderBy('subscriptionQuotes.id')
    .forUpdate('subscriptionQuotes')
    .execute()

export const markStarted = (db: Db, id: string, start: { startedAt: Date; attempt: string }) =>
  db.updateTable('subscriptionQuotes').set(start).where('id', '=', id).execute()

export const markQuoteApplied = (db: Db, id: string, appliedAt: Date) =>
  db.updateTable('subscriptionQuotes').set({ appliedAt }).where('id', '=', id).where('appliedAt', 'is', null).execute()

/** Whatever came of it, unless somebody else tries by now. */
export const endAttempt = (db: Db, { id, attempt }: { id: string; attempt: string }) =>
  db
    .updateTable('subscriptionQuotes')
    .set({ attempt: null })
    .where('id', '=', id)
    .where('attempt', '=', attempt)
    .execute()

/** False where it was applied, or somebody else tries by now. */
export const takeBackStart = async (
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
