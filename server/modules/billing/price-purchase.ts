import type { Pack, Plan } from '@dooryard/contract/plans'
import type { Price, Purchase } from '@dooryard/contract/purchases'
import { minuteMs } from '@dooryard/contract/time'
import type { Context } from '../../platform/context.ts'
import { appError, notFound } from '../../platform/errors.ts'
import { formatMoney } from '../../platform/format.ts'
import type { Db } from '../../platform/postgres/database.ts'
import { priceWithCoupon } from '../coupons/index.ts'
import { selectOpen } from './checkouts.queries.ts'
import { findPack, findPlan, type PackRow, type PlanRow } from './offers.queries.ts'
import type { CheckoutItem, PlanTerms } from './provider.ts'

/**
 * Providers want half an hour at least, by their clock; the rest is for getting there, and for a clock of ours that is
 * slow by as much as operations allows.
 */
export const openMs = 36 * minuteMs

/** A payment of the last minute may be told of late, and its coupon must not be given to somebody else meanwhile. */
export const reservedMs = openMs + 60 * minuteMs

export const presentPlan = ({ id, name, monthlyCredits, price, currency }: Omit<PlanRow, 'isActive'>): Plan => ({
  ...{ id, name, monthlyCredits },
  price: { amount: price, currency },
})

export const presentPack = ({ id, name, credits, price, currency }: Omit<PackRow, 'isActive'>): Pack => ({
  ...{ id, name, credits },
  price: { amount: price, currency },
})

/** NOT_FOUND for a plan that is not on offer. */
export async function getOfferedPlan(db: Db, planId: string): Promise<PlanTerms> {
  const plan = await findPlan(db, planId)
  if (!plan?.isActive) throw notFound('This plan')
  const { name, price, currency, monthlyCredits: credits } = plan
  return { planId, name, price, currency, credits }
}

export type Offered = Omit<PlanTerms, 'planId'> & { item: Exclude<CheckoutItem, { kind: 'PAYMENT_METHOD' }> }

/** NOT_FOUND where it is not on offer. */
export async function offered(db: Db, { planId, packId = '' }: Purchase): Promise<Offered> {
  if (planId) {
    const plan = await getOfferedPlan(db, planId)
    return { ...plan, item: { kind: 'SUBSCRIPTION', plan } }
  }
  const pack = await findPack(db, packId)
  if (!pack?.isActive) throw notFound('This pack')
  const { name, price, currency, credits } = pack
  return { item: { kind: 'PACK', packId, name, price, currency }, name, price, currency, credits }
}

export const withoutCoupon = { discount: 0, bonusCredits: 0, coupon: undefined }

export async function withCoupon(ctx: Context, code: string | undefined, what: { purchase: Kind; list: number }) {
  if (!code) return withoutCoupon
  const { userId } = ctx.actor
  // Whoever buys closes what they began with the coupon before.
  const replaces = (await selectOpen(ctx.db, userId, { couponCode: code })).map(({ id }) => id)
  return priceWithCoupon(ctx, { ...what, userId, code, replaces })
}

type Kind = Parameters<typeof priceWithCoupon>[1]['purchase']

/** NOT_FOUND where it is not on offer, UNPROCESSABLE for a coupon that does not fit. */
export async function pricePurchase(ctx: Context, purchase: Purchase): Promise<Price> {
  const { item, price, currency, credits } = await offered(ctx.db, purchase)
  const { couponCode: code } = purchase
  const { discount, bonusCredits, coupon } = await withCoupon(ctx, code, { purchase: item.kind, list: price })
  refuseTooLittle(price - discount, currency)
  const money = (amount: number) => ({ amount, currency })
  return {
    list: money(price),
    discount: money(discount),
    total: money(price - discount),
    renewal: item.kind === 'SUBSCRIPTION' ? money(price) : undefined,
    credits,
    bonusCredits,
    coupon,
  }
}

// The least that Stripe charges a card in dollars.
const leastCharge = 50

/** No card can be charged a few cents, so a coupon that would leave so little is refused. */
export function refuseTooLittle(amount: number, currency: string): void {
  if (amount <= 0 || amount >= leastCharge) return
  const [left, least] = [formatMoney(amount, currency), formatMoney(leastCharge, currency)]
  throw appError(
    'UNPROCESSABLE',
    `This leaves ${left} to pay, and a card cannot be charged less than ${least}. Try another coupon, or none.`,
  )
}
