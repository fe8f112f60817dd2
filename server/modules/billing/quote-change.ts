import type { Quote, QuoteRequest } from '@dooryard/contract/subscriptions'
import { minuteMs } from '@dooryard/contract/time'
import { appError } from '../../platform/errors.ts'
import { newId } from '../../platform/ids.ts'
import type { Db } from '../../platform/postgres/database.ts'
import { type BillingContext, providerOf } from './billing-context.ts'
import { runningSubscription } from './own-subscription.ts'
import { getOfferedPlan, refuseTooLittle, withCoupon, withoutCoupon } from './price-purchase.ts'
import { creditsForDaysLeft, type PeriodDays, periodDays, shares, worthOfDaysLeft } from './proration-rules.ts'
import type { PaymentProvider, PlanTerms, ProviderQuote } from './provider.ts'
import { changeTo } from './quote-rules.ts'
import { creditsBought, insertQuote, type QuoteRow } from './quotes.queries.ts'
import type { SubscriptionRow } from './subscriptions.queries.ts'

const holdsMs = 30 * minuteMs

/**
 * Keeps the quote, so that it can be applied as it was said. NOT_FOUND for a plan that is not on offer, CONFLICT where
 * the subscription cannot change now, UNPROCESSABLE for a coupon that does not fit.
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
  const { coupon, ...figures } = costs
  const { id: subscriptionId, planId: fromPlanId, periodEnd, cancelAtPeriodEnd } = subscription
  const { price, currency, credits: creditsPerPeriod } = to
  const quote = {
    ...figures,
    id: newId(now.getTime()),
    planId,
    kind,
    price,
    currency,
    periodEnd,
    expiresAt: new Date(now.getTime() + holdsMs),
  }
  await insertQuote(ctx.db, {
    ...quote,
    userId: actor.userId,
    subscriptionId,
    fromPlanId,
    creditsPerPeriod,
    cancelAtPeriodEnd,
    couponCode: coupon?.code ?? null,
    proratedAt: days.proratedAt,
    createdAt: now,
  })
  return present(quote, days, coupon, kind === 'DOWNGRADE' ? periodEnd : at)
}

/** As on offer now; for the plan that a subscriber has, as they have it. */
async function termsFor(db: Db, planId: string, subscription: SubscriptionRow): Promise<PlanTerms> {
  if (planId !== subscription.planId) return getOfferedPlan(db, planId)
  const { planName: name, price, currency, creditsPerPeriod: credits } = subscription
  return { planId, name, price, currency, credits }
}

type Costs = ProviderQuote & { creditsNow: number; bonusCredits: number; coupon: Quote['coupon'] }

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
  return { ...due, creditsNow: await creditsNow(ctx.db, upgrade), bonusCredits, coupon }
}

/** Credits that were given for a payment which went back do not count as had. */
async function creditsNow(db: Db, { subscription, to, days }: Upgrade): Promise<number> {
  const { creditsPerPeriod: from } = subscription
  const had = shares(from, days).left
  const bought = await creditsBought(db, subscription)
  const missing = had - worthOfDaysLeft(had, bought, { ...subscription, at: days.proratedAt })
  return creditsForDaysLeft(from, to.credits, days) + missing
}

type NewQuote = Omit<Costs, 'coupon'> &
  Pick<QuoteRow, 'id' | 'planId' | 'price' | 'currency' | 'periodEnd' | 'expiresAt'> & { kind: Quote['kind'] }

function present(quote: NewQuote, days: PeriodDays, coupon: Quote['coupon'], effectiveAt: Date): Quote {
  const money = (amount: number) => ({ amount, currency: quote.currency })
  return {
    quoteId: quote.id,
    planId: quote.planId,
    kind: quote.kind,
    effectiveAt: effectiveAt.toISOString(),
    daysLeft: days.daysLeft,
    daysInPeriod: days.daysInPeriod,
    charge: money(quote.charge),
    credit: money(quote.credit),
    discount: money(quote.discount),
    amountDueNow: money(quote.amountDue),
    creditsGrantedNow: quote.creditsNow,
    bonusCredits: quote.bonusCredits,
    nextInvoice: { amount: money(quote.price), at: quote.periodEnd.toISOString() },
    coupon,
    expiresAt: quote.expiresAt.toISOString(),
  }
}
