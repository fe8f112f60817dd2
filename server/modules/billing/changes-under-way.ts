import type { Services } from '../../platform/context.ts'
import { appError } from '../../platform/errors.ts'
import type { Db } from '../../platform/postgres/database.ts'
import { releaseCoupon } from '../coupons/index.ts'
import { hasTakenEffect } from './quote-rules.ts'
import { lockUnderWay, type QuoteRow, takeBackStart } from './quotes.queries.ts'
import { markQuoteApplied } from './settle/settle.queries.ts'
import type { SubscriptionRow } from './subscriptions.queries.ts'

// Longer than any answer of a provider is waited for: what a look after that does not show was not done.
const underWayMs = 5 * 60_000

type Begun = Pick<QuoteRow, 'id' | 'attempt' | 'startedAt'>

const isRecent = ({ startedAt }: Begun, now: Date) =>
  startedAt !== null && startedAt.getTime() > now.getTime() - underWayMs

/** Whether somebody is applying a quote at this moment, and has not died over it. */
export const isBeingApplied = (quote: Begun, now: Date): boolean => quote.attempt !== null && isRecent(quote, now)

/**
 * Says, right after a look at the subscription, what became of the changes whose end nobody has heard: one that was
 * made counts as applied, and one that was not made can be tried again. CONFLICT while one may still be made.
 */
export async function settleUnderWay(
  { db, clock }: Pick<Services, 'clock'> & { db: Db },
  subscription: SubscriptionRow,
  own?: string,
): Promise<void> {
  const now = clock.now()
  for (const quote of await lockUnderWay(db, subscription.id)) {
    if (quote.id === own) continue
    const isMade = hasTakenEffect(quote, subscription) && !subscription.cancelAtPeriodEnd
    if (isBeingApplied(quote, now) || (!quote.appliedAt && !isMade && isRecent(quote, now)))
      throw appError('CONFLICT', 'Another change of your plan is under way. Please try again in a few minutes.')
    if (isMade) await markQuoteApplied(db, quote.id, now)
    else await takeBack(db, quote)
  }
}

/** Has a quote as if nobody had tried it; nothing where it was applied, or somebody else tries it now. */
export async function takeBack(db: Db, quote: Pick<Begun, 'id' | 'attempt'>): Promise<void> {
  if (await takeBackStart(db, quote)) await releaseCoupon(db, quote.id)
}
