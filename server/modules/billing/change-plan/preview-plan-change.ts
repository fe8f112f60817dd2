import { minuteMs } from '@dooryard/contract/api/time'
import { BillingInterval } from '@dooryard/contract/billing/plans'
import type { PlanChangePreview, PlanChangePreviewRequest } from '@dooryard/contract/billing/subscriptions'
import { appError } from '../../../platform/errors/app-error.ts'
import type { Db } from '../../../platform/postgres/database.ts'
import { newId } from '../../../platform/util/ids.ts'
import { type BillingContext, requireProvider } from '../billing-context.ts'
import { applyCoupon, assertMinCharge, getActivePlan, noCoupon } from '../checkout/price-purchase.ts'
import { getCreditMonth, sumMonthlyShares } from '../payments/monthly-credits-rules.ts'
import { listYearPayments } from '../payments/year-payments.queries.ts'
import { addMonths, monthsByInterval } from '../provider/add-months.ts'
import type { PaymentProvider, PlanChangePrice, PlanTerms } from '../provider/provider.ts'
import { requireChangeableSubscription } from '../subscription/owned-subscription.ts'
import type { SubscriptionRow } from '../subscription/subscriptions.queries.ts'
import { resolvePlanChange } from './plan-change-rules.ts'
import { getDaysLeftValue, getPeriodDays, type PeriodDays, prorate, prorateCredits } from './proration-rules.ts'
import { insertQuote, listCreditPurchases, type QuoteRow } from './quotes.queries.ts'

const quoteValidMs = 30 * minuteMs

/**
 * Saves the quote, so that it can be applied as previewed. Throws NOT_FOUND for an inactive plan, CONFLICT if the
 * subscription cannot change now, UNPROCESSABLE for a coupon that does not apply.
 */
export async function previewPlanChange(
  ctx: BillingContext,
  { planId, interval, couponCode }: PlanChangePreviewRequest,
): Promise<PlanChangePreview> {
  const { actor, clock } = ctx
  const subscription = await requireChangeableSubscription(ctx)
  const provider = requireProvider(ctx)
  const to = await getPlanTerms(ctx.db, subscription, { planId, interval })
  const change = resolvePlanChange(subscription, to)
  if ('refusal' in change) throw appError('CONFLICT', change.refusal)
  const { kind } = change
  const at = await provider.now()
  const days = getPeriodDays({ ...subscription, at })
  const costs = kind === 'UPGRADE' ? await priceUpgrade(ctx, provider, { subscription, to, days, couponCode }) : noCosts
  if (kind !== 'UPGRADE') assertNoCoupon(couponCode)
  const now = clock.now()
  const { coupon, ...amounts } = costs
  const { id: subscriptionId, planId: fromPlanId, periodEnd, cancelAtPeriodEnd } = subscription
  const { price, currency, credits: creditsPerPeriod } = to
  const nextAt = to.interval === subscription.interval ? periodEnd : addMonths(at, monthsByInterval[to.interval])
  const quote = {
    ...amounts,
    id: newId(now.getTime()),
    planId,
    kind,
    interval: to.interval,
    price,
    currency,
    periodEnd,
    expiresAt: new Date(now.getTime() + quoteValidMs),
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
  return presentPreview({ ...quote, nextAt }, days, coupon, kind === 'DOWNGRADE' ? periodEnd : at)
}

/** The plan's current terms; for the subscriber's own plan, the terms of the subscription. */
async function getPlanTerms(
  db: Db,
  subscription: SubscriptionRow,
  { planId, interval: chosen }: Pick<PlanChangePreviewRequest, 'planId' | 'interval'>,
): Promise<PlanTerms> {
  const own = BillingInterval.parse(subscription.interval)
  const interval = chosen ?? own
  if (planId !== subscription.planId || interval !== own) return getActivePlan(db, planId, interval)
  const { planName: name, price, currency, creditsPerPeriod: credits } = subscription
  return { planId, name, interval, price, currency, credits }
}

type PlanChangeCosts = PlanChangePrice & {
  creditsNow: number
  bonusCredits: number
  coupon: PlanChangePreview['coupon']
}

const noCosts: PlanChangeCosts = { ...noCoupon, charge: 0, credit: 0, amountDue: 0, creditsNow: 0 }

function assertNoCoupon(code: string | undefined) {
  if (code)
    throw appError('UNPROCESSABLE', 'A coupon discounts what is due now, and nothing is due now for this change.')
}

type UpgradeInput = { subscription: SubscriptionRow; to: PlanTerms; days: PeriodDays; couponCode: string | undefined }

async function priceUpgrade(
  ctx: BillingContext,
  provider: PaymentProvider,
  upgrade: UpgradeInput,
): Promise<PlanChangeCosts> {
  const { subscription, to, days, couponCode: code } = upgrade
  const change = { subscriptionId: subscription.providerId, to, proratedAt: days.proratedAt }
  const list = await provider.priceChange({ ...change, discount: 0 })
  const request = { purchase: 'SUBSCRIPTION', list: list.amountDue } as const
  const { discount, bonusCredits, coupon } = await applyCoupon(ctx, code, request)
  const due = discount > 0 ? await provider.priceChange({ ...change, discount }) : list
  if (discount > 0) assertMinCharge(due.amountDue, to.currency)
  return { ...due, creditsNow: await creditsNow(ctx.db, upgrade), bonusCredits, coupon }
}

/** Credits granted for a refunded payment do not count as received. */
async function creditsNow(db: Db, { subscription, to, days }: UpgradeInput): Promise<number> {
  const { creditsPerPeriod: from } = subscription
  if (subscription.interval === 'YEAR') {
    // A year is paid at once and granted by the month, so it is the rest of the month that counts.
    const brought = sumMonthlyShares(await listYearPayments(db, subscription.id))
    const month = getCreditMonth(subscription, days.proratedAt)
    return prorateCredits(brought, to.credits, getPeriodDays({ ...month, at: days.proratedAt }))
  }
  const had = prorate(from, days).left
  const bought = await listCreditPurchases(db, subscription)
  const paid = getDaysLeftValue(had, bought, { ...subscription, at: days.proratedAt })
  // Its first month begins now; the days that are credited in money take their credits with them.
  if (to.interval === 'YEAR') return Math.max(0, to.credits - paid)
  const missing = had - paid
  return prorateCredits(from, to.credits, days) + missing
}

type NewQuote = Omit<PlanChangeCosts, 'coupon'> &
  Pick<QuoteRow, 'id' | 'planId' | 'price' | 'currency' | 'expiresAt'> & {
    interval: BillingInterval
    nextAt: Date
    kind: PlanChangePreview['kind']
  }

function presentPreview(
  quote: NewQuote,
  days: PeriodDays,
  coupon: PlanChangePreview['coupon'],
  effectiveAt: Date,
): PlanChangePreview {
  const money = (amount: number) => ({ amount, currency: quote.currency })
  return {
    quoteId: quote.id,
    planId: quote.planId,
    interval: quote.interval,
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
    nextInvoice: { amount: money(quote.price), at: quote.nextAt.toISOString() },
    coupon,
    expiresAt: quote.expiresAt.toISOString(),
  }
}
