import { minuteMs } from '@dooryard/contract/api/time'
import type { Subscription } from '@dooryard/contract/billing/subscriptions'
import { audit } from '../../../platform/audit.ts'
import type { Services } from '../../../platform/context.ts'
import { appError, isAppError } from '../../../platform/errors/app-error.ts'
import { type Db, inTransaction } from '../../../platform/postgres/database.ts'
import { releaseCoupon } from '../../coupons/index.ts'
import { type BillingContext, requireProvider } from '../billing-context.ts'
import { hasTakenEffect } from '../change-plan/plan-change-rules.ts'
import {
  lockQuotesInProgress,
  markQuoteApplied,
  type QuoteRow,
  revertQuoteStart,
} from '../change-plan/quotes.queries.ts'
import { isPeriodPaid } from '../payments/payments.queries.ts'
import { syncSubscription } from '../sync/sync-subscription.ts'
import {
  findLiveSubscription,
  findSubscription,
  lockLiveSubscription,
  presentSubscription,
  type SubscriptionRow,
} from './subscriptions.queries.ts'

// Longer than any provider timeout: if a later sync does not show the change, it was not made.
const attemptTimeoutMs = 5 * minuteMs

type QuoteAttempt = Pick<QuoteRow, 'id' | 'attempt' | 'startedAt'>

const isRecent = ({ startedAt }: QuoteAttempt, now: Date) =>
  startedAt !== null && startedAt.getTime() > now.getTime() - attemptTimeoutMs

/** Whether a process is applying the quote right now and has not died. */
export const isBeingApplied = (quote: QuoteAttempt, now: Date): boolean =>
  quote.attempt !== null && isRecent(quote, now)

/**
 * Call right after syncing the subscription: a change that was made is marked as applied, and one that was not made
 * can be retried. Throws CONFLICT while one may still be made.
 */
export async function recoverPlanChanges(
  { db, clock }: Pick<Services, 'clock'> & { db: Db },
  subscription: SubscriptionRow,
  ownQuoteId?: string,
): Promise<void> {
  const now = clock.now()
  for (const quote of await lockQuotesInProgress(db, subscription.id)) {
    if (quote.id === ownQuoteId) continue
    const isMade = hasTakenEffect(quote, subscription) && !subscription.cancelAtPeriodEnd
    if (isBeingApplied(quote, now) || (!quote.appliedAt && !isMade && isRecent(quote, now)))
      throw appError('CONFLICT', 'Another change of your plan is in progress. Please try again in a few minutes.')
    if (isMade) await markQuoteApplied(db, quote.id, now)
    else await revertPlanChange(db, quote)
  }
}

/** Does nothing if the quote was applied or another attempt has started. */
export async function revertPlanChange(db: Db, quote: Pick<QuoteAttempt, 'id' | 'attempt'>): Promise<void> {
  if (await revertQuoteStart(db, quote)) await releaseCoupon(db, quote.id)
}

/**
 * Returns the caller's live subscription, active or past due; throws CONFLICT if it cannot change. Asks the provider
 * only if the recorded state would be refused.
 */
export async function requireChangeableSubscription(ctx: BillingContext): Promise<SubscriptionRow> {
  const known = await findLiveSubscription(ctx, ctx.actor.userId)
  if (!known) throw noSubscriptionToChange()
  return (await getChangeRefusal(ctx, known)) === undefined ? known : syncOwnSubscription(ctx)
}

export async function syncOwnSubscription(ctx: BillingContext): Promise<SubscriptionRow> {
  const known = await findLiveSubscription(ctx, ctx.actor.userId)
  if (!known) throw noSubscriptionToChange()
  await syncSubscription(ctx, known.providerId)
  const renewed = await findLiveSubscription(ctx, ctx.actor.userId)
  if (!renewed) throw noSubscriptionToChange()
  const refusal = await getChangeRefusal(ctx, renewed)
  if (refusal) throw appError('CONFLICT', refusal)
  return renewed
}

// A change started in the last minute could be made in the next period, at another price.
const marginMs = minuteMs

async function getChangeRefusal(ctx: BillingContext, subscription: SubscriptionRow): Promise<string | undefined> {
  const soon = new Date((await requireProvider(ctx).now()).getTime() + marginMs)
  // The plan change rules handle a failed payment.
  if (subscription.status === 'PAST_DUE') return undefined
  if (soon >= subscription.periodEnd) return 'Your subscription is being renewed. Please try again in a few minutes.'
  // A provider may start a month well before it charges for it. Until then the invoice could still change with the
  // plan, and the credits of a change would expire with the renewal that follows.
  if (!(await isPeriodPaid(ctx.db, subscription))) return 'Your renewal is being paid. Please try again in an hour.'
  return undefined
}

const noSubscriptionToChange = () =>
  appError('CONFLICT', 'You have no subscription to change. Choose a plan to subscribe to.')

/**
 * Ends the caller's subscription with its paid period, or at once if that is unpaid. Throws CONFLICT if there is none,
 * or while its plan is being changed, which would undo the cancellation.
 */
export async function cancelSubscription(ctx: BillingContext): Promise<Subscription> {
  const { db, actor } = ctx
  const known = await findLiveSubscription(ctx, actor.userId)
  if (!known) throw noSubscriptionToCancel()
  await syncSubscription(ctx, known.providerId)
  const subscription = await recordCancelRequest(ctx)
  if (subscription.status === 'PAST_DUE') await endUnpaidSubscription(ctx, subscription)
  else if (!subscription.cancelAtPeriodEnd) await scheduleCancellation(ctx, subscription)
  return presentSubscription((await findSubscription(db, subscription.id)) ?? subscription)
}

/** Audits before the call, because a request takes effect even if the process dies. */
const recordCancelRequest = (ctx: BillingContext): Promise<SubscriptionRow> =>
  inTransaction(ctx, async (tx) => {
    const subscription = await lockLiveSubscription(tx, tx.actor.userId)
    if (!subscription) throw noSubscriptionToCancel()
    await recoverPlanChanges(tx, subscription)
    const { id, status, cancelAtPeriodEnd } = subscription
    if (!cancelAtPeriodEnd || status === 'PAST_DUE')
      await audit(tx, { action: 'subscription.cancel_requested', object: { type: 'subscription', id } })
    return subscription
  })

/** If it is paid at this very moment, it ends with its period instead. */
async function endUnpaidSubscription(ctx: BillingContext, { id, providerId }: SubscriptionRow) {
  await requireProvider(ctx).endSubscription(providerId, { ifUnpaid: true })
  await syncSubscription(ctx, providerId)
  const left = await findSubscription(ctx.db, id)
  if (left?.status === 'ACTIVE' && !left.cancelAtPeriodEnd) await scheduleCancellation(ctx, left)
}

async function scheduleCancellation(ctx: BillingContext, subscription: SubscriptionRow) {
  const { providerId } = subscription
  try {
    await requireProvider(ctx).setCancelAtPeriodEnd(providerId, true)
  } catch (error) {
    if (!isAppError(error) || error.code !== 'UNPROCESSABLE') throw error
    // It has ended, and no event has reported that yet.
    await syncSubscription(ctx, providerId)
    throw appError('CONFLICT', error.message)
  }
  await syncSubscription(ctx, providerId)
}

const noSubscriptionToCancel = () => appError('CONFLICT', 'You have no subscription to cancel.')
