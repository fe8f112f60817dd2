import type { Quote, QuoteRequest } from '@dooryard/contract/subscriptions'
import { appError, notFound } from '../../platform/errors.ts'
import { newId } from '../../platform/ids.ts'
import type { Db } from '../../platform/postgres/database.ts'
import { type BillingContext, providerOf } from './billing-context.ts'
import { refuseTooLittle } from './least-charge.ts'
import { findPlan } from './offers.queries.ts'
import { runningSubscription } from './own-subscription.ts'
import { termsOf } from './present-offer.ts'
import { withCoupon, withoutCoupon } from './price-purchase.ts'
import { creditsForDaysLeft, type PeriodDays, periodDays, shares, worthOfDaysLeft } from './proration-rules.ts'
import type { PaymentProvider, PlanTerms } from './provider.ts'
import { changeTo } from './quote-rules.ts'
import { creditsBought, insertQuote } from './quotes.queries.ts'
import type { SubscriptionRow } from './subscriptions.queries.ts'

const holdsMs = 30 * 60_000

/**
 * Says what a change of plan costs and gives, and keeps it, so that it can be applied as it was said. NOT_FOUND for a
 * plan that is not on offer, CONFLICT where the subscription cannot change now, UNPROCESSABLE for a coupon that does
 * not fit.
 */
export async function quoteChange(ctx: BillingContext, { planId, couponCode }: QuoteRequest): Promise<Quote> {
  const { actor, clock } = ctx
  const subscription = await runningSubscription(ctx)
  const provider = providerOf(ctx)
  const to = await termsFor(ctx.db, planId, subscription)
  const change = changeTo(subscription, { id: to.planId, price: to.price })
  if ('refusal' in change) throw appError('CONFLICT', change.refusal)
  const { kind } = change
  const at = await provider.now()
  const days = periodDays({ ...subscription, at })
  const costs = kind === 'UPGRADE' ? await priceUpgrade(ctx, provider, { subscription, to, days, couponCode }) : nothing
  if (kind !== 'UPGRADE') refuseCoupon(couponCode)
  const now = clock.now()
  const quote = { id: newId(now.getTime()), expiresAt: new Date(now.getTime() + holdsMs) }
  const { coupon, ...figures } = costs
  await insertQuote(ctx.db, {
    ...quote,
    ...figures,
    userId: actor.userId,
    subscriptionId: subscription.id,
    planId,
    kind,
    price: to.price,
    creditsPerPeriod: to.credits,
    currency: to.currency,
    couponCode: coupon?.code ?? null,
    fromPlanId: subscription.planId,
    proratedAt: days.proratedAt,
    periodEnd: subscription.periodEnd,
    cancelAtPeriodEnd: subscription.cancelAtPeriodEnd,
    createdAt: now,
  })
  const effectiveAt = kind === 'DOWNGRADE' ? subscription.periodEnd : at
  return present({ ...quote, kind, to, days, costs, effectiveAt, periodEnd: subscription.periodEnd })
}

/** As on offer now; for the plan that a subscriber has, as they have it. */
async function termsFor(db: Db, planId: string, { price, currency, ...subscription }: SubscriptionRow) {
  if (planId === subscription.planId)
    return { planId, name: subscription.planName, price, currency, credits: subscription.creditsPerPeriod }
  const plan = await findPlan(db, planId)
  if (!plan?.isActive) throw notFound('This plan')
  return termsOf(plan)
}

type Costs = {
  charge: number
  credit: number
  discount: number
  amountDue: number
  creditsNow: number
  bonusCredits: number
  coupon: Quote['coupon']
}

const nothing: Costs = { ...withoutCoupon, charge: 0, credit: 0, amountDue: 0, creditsNow: 0 }

function refuseCoupon(code: string | undefined) {
  if (code) throw appError('UNPROCESSABLE', 'A coupon takes off what is paid now, and this change costs nothing now.')
}

type Upgrade = { subscription: SubscriptionRow; to: PlanTerms; days: PeriodDays; couponCode: string | undefined }

async function priceUpgrade(ctx: BillingContext, provider: PaymentProvider, upgrade: Upgrade): Promise<Costs> {
  const { subscription, to, days, couponCode: code } = upgrade
  const change = { subscriptionId: subscription.providerId, to, proratedAt: days.proratedAt }
  const list = await provider.quoteChange({ ...change, discount: 0 })
  const asked = { purchase: 'SUBSCRIPTION', list: list.amountDue } as const
  const { discount, bonusCredits, coupon } = await withCoupon(ctx, code, asked)
  const due = discount > 0 ? await provider.quoteChange({ ...change, discount }) : list
  if (discount > 0) refuseTooLittle(due.amountDue, to.currency)
  return {
    ...due,
    creditsNow: await creditsNow(ctx.db, upgrade),
    bonusCredits,
    coupon,
  }
}

/** Credits that were given for a payment which went back do not count as had. */
async function creditsNow(db: Db, { subscription, to, days }: Upgrade): Promise<number> {
  const { creditsPerPeriod: from } = subscription
  const had = shares(from, days).left
  const bought = await creditsBought(db, subscription)
  const missing = had - worthOfDaysLeft(had, bought, { ...subscription, at: days.proratedAt })
  return creditsForDaysLeft(from, to.credits, days) + missing
}

type Said = {
  id: string
  kind: Quote['kind']
  to: PlanTerms
  days: PeriodDays
  costs: Costs
  effectiveAt: Date
  periodEnd: Date
  expiresAt: Date
}

function present({ id, kind, to, days, costs, effectiveAt, periodEnd, expiresAt }: Said): Quote {
  const money = (amount: number) => ({ amount, currency: to.currency })
  return {
    quoteId: id,
    planId: to.planId,
    kind,
    effectiveAt: effectiveAt.toISOString(),
    daysLeft: days.daysLeft,
    daysInPeriod: days.daysInPeriod,
    charge: money(costs.charge),
    credit: money(costs.credit),
    discount: money(costs.discount),
    amountDueNow: money(costs.amountDue),
    creditsGrantedNow: costs.creditsNow,
    bonusCredits: costs.bonusCredits,
    nextInvoice: { amount: money(to.price), at: periodEnd.toISOString() },
    coupon: costs.coupon,
    expiresAt: expiresAt.toISOString(),
  }
}
