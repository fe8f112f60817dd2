import { outdatedQuoteDetails } from '@dooryard/contract/api/errors'
import { BillingInterval } from '@dooryard/contract/billing/plans'
import type { PlanSwitch, Subscription } from '@dooryard/contract/billing/subscriptions'
import { audit } from '../../../platform/audit.ts'
import { appError, isAppError, notFound } from '../../../platform/errors/app-error.ts'
import { inTransaction } from '../../../platform/postgres/database.ts'
import { newId } from '../../../platform/util/ids.ts'
import { reserveCoupon } from '../../coupons/index.ts'
import { lockActiveAccount } from '../../identity/index.ts'
import { type BillingContext, requireProvider } from '../billing-context.ts'
import { couponReservedMs } from '../checkout/price-purchase.ts'
import type { PlanChangeOrder } from '../provider/provider.ts'
import {
  isBeingApplied,
  recoverPlanChanges,
  revertPlanChange,
  syncOwnSubscription,
} from '../subscription/owned-subscription.ts'
import {
  findSubscription,
  lockLiveSubscription,
  presentSubscription,
  type SubscriptionRow,
} from '../subscription/subscriptions.queries.ts'
import { expireUnpaidCheckouts } from '../sync/complete-checkout.ts'
import { syncInvoice, syncSubscription } from '../sync/sync-subscription.ts'
import { hasTakenEffect, isQuoteCurrent } from './plan-change-rules.ts'
import {
  endQuoteAttempt,
  findQuote,
  lockQuote,
  markQuoteApplied,
  markQuoteStarted,
  type QuoteRow,
} from './quotes.queries.ts'

/**
 * Applies a quote. An applied quote returns the same result again. Throws NOT_FOUND for another user's quote, CONFLICT
 * for one that is outdated or being applied, UNPROCESSABLE if the card is declined or the price differs; then nothing
 * has changed.
 */
export async function changePlan(ctx: BillingContext, input: PlanSwitch): Promise<Subscription> {
  const quote = requireMatchingQuote(await findQuote(ctx.db, ctx.actor.userId, input.quoteId), input)
  const { couponCode, appliedAt } = quote
  if (couponCode && !appliedAt) await expireUnpaidCheckouts(ctx, ctx.actor.userId, { couponCode })
  if (!appliedAt) await applyQuote(ctx, input)
  const subscription = await findSubscription(ctx.db, quote.subscriptionId)
  if (!subscription) throw notFound('Your subscription')
  return presentSubscription(subscription)
}

const outdatedQuoteError = (message: string) => appError('CONFLICT', message, outdatedQuoteDetails)

function requireMatchingQuote(quote: QuoteRow | undefined, { planId }: PlanSwitch): QuoteRow {
  if (!quote) throw notFound('This quote')
  if (quote.planId !== planId) throw outdatedQuoteError('This quote is for another plan. Ask for a new one.')
  return quote
}

async function applyQuote(ctx: BillingContext, input: PlanSwitch) {
  // Sync first: an unprocessed renewal would invalidate the quote, and an unprocessed change decides what became of
  // another quote.
  await syncOwnSubscription(ctx)
  const started = await startAttempt(ctx, input)
  if (!started) return
  try {
    await finishChange(ctx, started)
  } finally {
    await endQuoteAttempt(ctx.db, { id: started.quote.id, attempt: started.attempt })
  }
}

/** Of concurrent attempts on one quote, one owns the attempt. If `isChanged`, only the follow-up steps remain. */
type PlanChangeAttempt = { quote: QuoteRow; subscription: SubscriptionRow; attempt: string; isChanged: boolean }

/** Returns undefined if the quote was already applied. */
const startAttempt = (ctx: BillingContext, input: PlanSwitch): Promise<PlanChangeAttempt | undefined> =>
  inTransaction(ctx, async (tx) => {
    const { db, actor, clock } = tx
    await lockActiveAccount(tx)
    // Lock the account, the subscription, then the quote: the order in which a payment is recorded.
    const subscription = await lockLiveSubscription(tx, actor.userId)
    const quote = requireMatchingQuote(await lockQuote(db, actor.userId, input.quoteId), input)
    if (quote.appliedAt) return undefined
    if (!subscription) throw appError('CONFLICT', 'Your subscription has ended. Choose a plan to subscribe again.')
    const now = clock.now()
    if (isBeingApplied(quote, now))
      throw appError('CONFLICT', 'This plan change is already in progress. Check again in a minute.')
    const isChanged = quote.startedAt !== null && hasTakenEffect(quote, subscription)
    if (!isChanged) {
      await assertQuoteUsable({ ...ctx, db }, quote, subscription)
      if (!quote.startedAt) await prepareChange({ ...ctx, db }, quote, now)
    }
    const attempt = newId(now.getTime())
    await markQuoteStarted(db, quote.id, { startedAt: now, attempt })
    return { quote, subscription, attempt, isChanged }
  })

async function assertQuoteUsable(tx: BillingContext, quote: QuoteRow, subscription: SubscriptionRow) {
  if (quote.expiresAt <= tx.clock.now()) throw outdatedQuoteError('This quote has expired. Ask for a new one.')
  if (!isQuoteCurrent(quote, subscription))
    throw outdatedQuoteError('Your subscription has changed since this was quoted. Ask for a new quote.')
  await recoverPlanChanges(tx, subscription, quote.id)
}

async function prepareChange(tx: BillingContext, quote: QuoteRow, now: Date) {
  const { id, couponCode: code, charge, credit, amountDue, planName, kind } = quote
  const until = new Date(now.getTime() + couponReservedMs)
  if (code) {
    const list = charge - credit
    const request = { userId: tx.actor.userId, code, purchase: 'SUBSCRIPTION', purchaseId: id, list, until } as const
    const { discount } = await reserveCoupon(tx, request)
    if (discount !== quote.discount)
      throw outdatedQuoteError('The coupon has changed since this was quoted. Ask for a new quote.')
  }
  await audit(tx, {
    action: 'subscription.change_requested',
    object: { type: 'subscription', id: quote.subscriptionId },
    after: { plan: planName, kind, due: amountDue, quote: id },
  })
}

async function finishChange(ctx: BillingContext, started: PlanChangeAttempt) {
  const { quote, subscription, isChanged } = started
  const provider = requireProvider(ctx)
  const { providerId } = subscription
  const invoiceId = isChanged ? undefined : await switchPlan(ctx, started)
  // Choosing a plan undoes a cancellation.
  if (subscription.cancelAtPeriodEnd) await provider.setCancelAtPeriodEnd(providerId, false)
  if (invoiceId) await syncInvoice(ctx, invoiceId)
  await syncSubscription(ctx, providerId)
  await markQuoteApplied(ctx.db, quote.id, ctx.clock.now())
}

async function switchPlan(ctx: BillingContext, { quote, subscription, attempt }: PlanChangeAttempt) {
  // Only a cancellation is scheduled, and undoing it is a separate call.
  if (quote.kind === 'KEEP' && !subscription.nextPlanId) return undefined
  try {
    const { invoiceId } = await requireProvider(ctx).changePlan(toPlanChangeOrder(quote, subscription))
    return invoiceId
  } catch (error) {
    // Any other error may hide a completed change, so the quote stays started and its coupon reserved.
    if (isRefusal(error)) await inTransaction(ctx, ({ db }) => revertPlanChange(db, { id: quote.id, attempt }))
    throw error
  }
}

const isRefusal = (error: unknown) => isAppError(error) && error.code !== 'UNAVAILABLE' && error.code !== 'INTERNAL'

function toPlanChangeOrder(quote: QuoteRow, { providerId: subscriptionId }: SubscriptionRow): PlanChangeOrder {
  const { planId, planName: name, price, currency, creditsPerPeriod: credits } = quote
  const interval = BillingInterval.parse(quote.interval)
  const { id: quoteId, kind, proratedAt, discount, amountDue, cancelAtPeriodEnd } = quote
  return {
    ...{ quoteId, subscriptionId, proratedAt, discount, amountDue, cancelAtPeriodEnd },
    to: { planId, name, interval, price, currency, credits },
    when: kind === 'UPGRADE' ? 'NOW' : 'PERIOD_END',
  }
}
