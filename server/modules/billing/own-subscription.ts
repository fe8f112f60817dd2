import type { Subscription } from '@dooryard/contract/subscriptions'
import { minuteMs } from '@dooryard/contract/time'
import { audit } from '../../platform/audit.ts'
import type { Services } from '../../platform/context.ts'
import { appError, isAppError } from '../../platform/errors.ts'
import { type Db, inTransaction } from '../../platform/postgres/database.ts'
import { releaseCoupon } from '../coupons/index.ts'
import { type BillingContext, providerOf } from './billing-context.ts'
import { isPeriodPaid } from './payments.queries.ts'
import { hasTakenEffect } from './quote-rules.ts'
import { lockUnderWay, markQuoteApplied, type QuoteRow, takeBackStart } from './quotes.queries.ts'
import { syncSubscription } from './settle/sync-subscription.ts'
import {
  findLiveSubscription,
  findSubscription,
  lockLiveSubscription,
  presentSubscription,
  type SubscriptionRow,
} from './subscriptions.queries.ts'

// Longer than any answer of a provider is waited for: what a look after that does not show was not done.
const underWayMs = 5 * minuteMs

type Begun = Pick<QuoteRow, 'id' | 'attempt' | 'startedAt'>

const isRecent = ({ startedAt }: Begun, now: Date) =>
  startedAt !== null && startedAt.getTime() > now.getTime() - underWayMs

/** Whether somebody is applying a quote at this moment, and has not died over it. */
export const isBeingApplied = (quote: Begun, now: Date): boolean => quote.attempt !== null && isRecent(quote, now)

/**
 * Right after a look at the subscription: a change that was made counts as applied, and one that was not made can be
 * tried again. CONFLICT while one may still be made.
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

/** Nothing where it was applied, or somebody else tries it now. */
export async function takeBack(db: Db, quote: Pick<Begun, 'id' | 'attempt'>): Promise<void> {
  if (await takeBackStart(db, quote)) await releaseCoupon(db, quote.id)
}

/**
 * The caller's live subscription, paid for or past due; CONFLICT where it cannot change. The provider is asked only
 * where what is recorded would be refused.
 */
export async function runningSubscription(ctx: BillingContext): Promise<SubscriptionRow> {
  const known = await findLiveSubscription(ctx, ctx.actor.userId)
  if (!known) throw nothingToChange()
  return (await refusalNow(ctx, known)) === undefined ? known : refreshedSubscription(ctx)
}

export async function refreshedSubscription(ctx: BillingContext): Promise<SubscriptionRow> {
  const known = await findLiveSubscription(ctx, ctx.actor.userId)
  if (!known) throw nothingToChange()
  await syncSubscription(ctx, known.providerId)
  const renewed = await findLiveSubscription(ctx, ctx.actor.userId)
  if (!renewed) throw nothingToChange()
  const refusal = await refusalNow(ctx, renewed)
  if (refusal) throw appError('CONFLICT', refusal)
  return renewed
}

// A change that is begun in the last minute could be made in the next period, at another price.
const marginMs = minuteMs

async function refusalNow(ctx: BillingContext, subscription: SubscriptionRow): Promise<string | undefined> {
  const soon = new Date((await providerOf(ctx).now()).getTime() + marginMs)
  // What is to be done about a payment that failed is said by the rules of changes.
  if (subscription.status === 'PAST_DUE') return undefined
  if (soon >= subscription.periodEnd) return 'Your subscription is being renewed. Please try again in a few minutes.'
  // A provider may begin a month well before it takes the money for it. Until then the invoice could still change with
  // the plan, and the credits of a change would lapse with the renewal that comes after it.
  if (!(await isPeriodPaid(ctx.db, subscription))) return 'Your renewal is being paid. Please try again in an hour.'
  return undefined
}

const nothingToChange = () => appError('CONFLICT', 'You have no subscription to change. Choose a plan to subscribe to.')

/**
 * Ends the caller's subscription with its paid period, or at once where that is unpaid. CONFLICT where there is none,
 * or while its plan is being changed, which would undo it.
 */
export async function cancelSubscription(ctx: BillingContext): Promise<Subscription> {
  const { db, actor } = ctx
  const known = await findLiveSubscription(ctx, actor.userId)
  if (!known) throw nothingToCancel()
  await syncSubscription(ctx, known.providerId)
  const subscription = await noteAsked(ctx)
  if (subscription.status === 'PAST_DUE') await endUnpaid(ctx, subscription)
  else if (!subscription.cancelAtPeriodEnd) await askToEnd(ctx, subscription)
  return presentSubscription((await findSubscription(db, subscription.id)) ?? subscription)
}

/** Audited before it is done, as what a process that dies has asked for is done all the same. */
const noteAsked = (ctx: BillingContext): Promise<SubscriptionRow> =>
  inTransaction(ctx, async (inside) => {
    const subscription = await lockLiveSubscription(inside, inside.actor.userId)
    if (!subscription) throw nothingToCancel()
    await settleUnderWay(inside, subscription)
    const { id, status, cancelAtPeriodEnd } = subscription
    if (!cancelAtPeriodEnd || status === 'PAST_DUE')
      await audit(inside, { action: 'subscription.cancel_requested', object: { type: 'subscription', id } })
    return subscription
  })

/** Paid in this very moment, it is one that ends with its period. */
async function endUnpaid(ctx: BillingContext, { id, providerId }: SubscriptionRow) {
  await providerOf(ctx).endSubscription(providerId, { ifUnpaid: true })
  await syncSubscription(ctx, providerId)
  const left = await findSubscription(ctx.db, id)
  if (left?.status === 'ACTIVE' && !left.cancelAtPeriodEnd) await askToEnd(ctx, left)
}

async function askToEnd(ctx: BillingContext, subscription: SubscriptionRow) {
  const { providerId } = subscription
  try {
    await providerOf(ctx).setCancelAtPeriodEnd(providerId, true)
  } catch (error) {
    if (!isAppError(error) || error.code !== 'UNPROCESSABLE') throw error
    // It has ended, and that was not told of yet.
    await syncSubscription(ctx, providerId)
    throw appError('CONFLICT', error.message)
  }
  await syncSubscription(ctx, providerId)
}

const nothingToCancel = () => appError('CONFLICT', 'You have no subscription to cancel.')
