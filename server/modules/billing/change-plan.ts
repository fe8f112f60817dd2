import { outdatedQuote } from '@dooryard/contract/errors'
import type { PlanSwitch, Subscription } from '@dooryard/contract/subscriptions'
import { audit } from '../../platform/audit.ts'
import { appError, isAppError, notFound } from '../../platform/errors.ts'
import { newId } from '../../platform/ids.ts'
import { inTransaction } from '../../platform/postgres/database.ts'
import { reserveCoupon } from '../coupons/index.ts'
import { holdAccount } from '../identity/index.ts'
import { type BillingContext, providerOf } from './billing-context.ts'
import { isBeingApplied, refreshedSubscription, settleUnderWay, takeBack } from './own-subscription.ts'
import { reservedMs } from './price-purchase.ts'
import type { PlanSwitchOrder } from './provider.ts'
import { hasTakenEffect, stillFits } from './quote-rules.ts'
import { endAttempt, findQuote, lockQuote, markQuoteApplied, markStarted, type QuoteRow } from './quotes.queries.ts'
import { closeLeft } from './settle/settle-checkout.ts'
import { syncInvoice, syncSubscription } from './settle/sync-subscription.ts'
import {
  findSubscription,
  lockLiveSubscription,
  presentSubscription,
  type SubscriptionRow,
} from './subscriptions.queries.ts'

/**
 * A quote that was applied gives the same answer again. NOT_FOUND for a quote of somebody else, CONFLICT for one that
 * no longer holds or is being applied, UNPROCESSABLE where the card is declined or the price differs: nothing has
 * changed.
 */
export async function changePlan(ctx: BillingContext, given: PlanSwitch): Promise<Subscription> {
  const quote = checked(await findQuote(ctx.db, ctx.actor.userId, given.quoteId), given)
  const { couponCode, appliedAt } = quote
  if (couponCode && !appliedAt) await closeLeft(ctx, ctx.actor.userId, { couponCode })
  if (!appliedAt) await apply(ctx, given)
  const subscription = await findSubscription(ctx.db, quote.subscriptionId)
  if (!subscription) throw notFound('Your subscription')
  return presentSubscription(subscription)
}

const outdated = (message: string) => appError('CONFLICT', message, outdatedQuote)

function checked(quote: QuoteRow | undefined, { planId }: PlanSwitch): QuoteRow {
  if (!quote) throw notFound('This quote')
  if (quote.planId !== planId) throw outdated('This quote is for another plan. Ask for a new one.')
  return quote
}

async function apply(ctx: BillingContext, given: PlanSwitch) {
  // What was not told of yet, such as a renewal, would void the quote, or say what became of another.
  await refreshedSubscription(ctx)
  const begun = await begin(ctx, given)
  if (!begun) return
  try {
    await carryOut(ctx, begun)
  } finally {
    await endAttempt(ctx.db, { id: begun.quote.id, attempt: begun.attempt })
  }
}

/** Of those who try a quote at once one has the attempt; one that `isChanged` only needs what comes after. */
type Begun = { quote: QuoteRow; subscription: SubscriptionRow; attempt: string; isChanged: boolean }

/** Nothing where the quote was applied before. */
const begin = (ctx: BillingContext, given: PlanSwitch): Promise<Begun | undefined> =>
  inTransaction(ctx, async (inside) => {
    const { db, actor, clock } = inside
    await holdAccount(inside)
    // The account, the subscription, the quote: in this order, as whoever records the payment locks them.
    const subscription = await lockLiveSubscription(inside, actor.userId)
    const quote = checked(await lockQuote(db, actor.userId, given.quoteId), given)
    if (quote.appliedAt) return undefined
    if (!subscription) throw appError('CONFLICT', 'Your subscription has ended. Choose a plan to subscribe again.')
    const now = clock.now()
    if (isBeingApplied(quote, now))
      throw appError('CONFLICT', 'This change is under way already. Please look again in a minute.')
    const isChanged = quote.startedAt !== null && hasTakenEffect(quote, subscription)
    if (!isChanged) {
      await refuseStale({ ...ctx, db }, quote, subscription)
      if (!quote.startedAt) await prepare({ ...ctx, db }, quote, now)
    }
    const attempt = newId(now.getTime())
    await markStarted(db, quote.id, { startedAt: now, attempt })
    return { quote, subscription, attempt, isChanged }
  })

async function refuseStale(inside: BillingContext, quote: QuoteRow, subscription: SubscriptionRow) {
  if (quote.expiresAt <= inside.clock.now()) throw outdated('This quote has expired. Ask for a new one.')
  if (!stillFits(quote, subscription))
    throw outdated('Your subscription has changed since this was quoted. Ask for a new quote.')
  await settleUnderWay(inside, subscription, quote.id)
}

async function prepare(inside: BillingContext, quote: QuoteRow, now: Date) {
  const { id, couponCode: code, charge, credit, amountDue, planName, kind } = quote
  const until = new Date(now.getTime() + reservedMs)
  if (code) {
    const list = charge - credit
    const asked = { userId: inside.actor.userId, code, purchase: 'SUBSCRIPTION', purchaseId: id, list, until } as const
    const { discount } = await reserveCoupon(inside, asked)
    if (discount !== quote.discount)
      throw outdated('The coupon has changed since this was quoted. Ask for a new quote.')
  }
  await audit(inside, {
    action: 'subscription.change_requested',
    object: { type: 'subscription', id: quote.subscriptionId },
    after: { plan: planName, kind, due: amountDue, quote: id },
  })
}

async function carryOut(ctx: BillingContext, begun: Begun) {
  const { quote, subscription, isChanged } = begun
  const provider = providerOf(ctx)
  const { providerId } = subscription
  const invoiceId = isChanged ? undefined : await switchPlan(ctx, begun)
  // Whoever chooses a plan goes on.
  if (subscription.cancelAtPeriodEnd) await provider.setCancelAtPeriodEnd(providerId, false)
  if (invoiceId) await syncInvoice(ctx, invoiceId)
  await syncSubscription(ctx, providerId)
  await markQuoteApplied(ctx.db, quote.id, ctx.clock.now())
}

async function switchPlan(ctx: BillingContext, { quote, subscription, attempt }: Begun) {
  // Only a cancellation waits, which is undone by itself.
  if (quote.kind === 'KEEP' && !subscription.nextPlanId) return undefined
  try {
    const { invoiceId } = await providerOf(ctx).changePlan(orderOf(quote, subscription))
    return invoiceId
  } catch (error) {
    // Any other error may hide that it was done, so the quote stays begun and its coupon reserved.
    if (isRefusal(error)) await inTransaction(ctx, ({ db }) => takeBack(db, { id: quote.id, attempt }))
    throw error
  }
}

const isRefusal = (error: unknown) => isAppError(error) && error.code !== 'UNAVAILABLE' && error.code !== 'INTERNAL'

function orderOf(quote: QuoteRow, { providerId: subscriptionId }: SubscriptionRow): PlanSwitchOrder {
  const { planId, planName: name, price, currency, creditsPerPeriod: credits } = quote
  const { id: quoteId, kind, proratedAt, discount, amountDue, cancelAtPeriodEnd } = quote
  return {
    ...{ quoteId, subscriptionId, proratedAt, discount, amountDue, cancelAtPeriodEnd },
    to: { planId, name, price, currency, credits },
    when: kind === 'UPGRADE' ? 'NOW' : 'PERIOD_END',
  }
}
