import type { Price, Purchase } from '@dooryard/contract/purchases'
import type { Context } from '../../platform/context.ts'
import { priceWithCoupon } from '../coupons/index.ts'
import { selectOpen } from './checkouts.queries.ts'
import { refuseTooLittle } from './least-charge.ts'
import { offered } from './offered.ts'

/** What a coupon makes of a purchase where there is none. */
export const withoutCoupon = { discount: 0, bonusCredits: 0, coupon: undefined }

/** What a coupon, if there is one, makes of a purchase. */
export async function withCoupon(ctx: Context, code: string | undefined, what: { purchase: Kind; list: number }) {
  if (!code) return withoutCoupon
  const { userId } = ctx.actor
  // Whoever buys closes what they began with the coupon before.
  const replaces = (await selectOpen(ctx.db, userId, { couponCode: code })).map(({ id }) => id)
  return priceWithCoupon(ctx, { ...what, userId, code, replaces })
}

type Kind = Parameters<typeof priceWithCoupon>[1]['purchase']

/**
 * What a plan or a pack costs and gives, with a coupon. NOT_FOUND where it is not on offer, UNPROCESSABLE for a coupon
 * that does not fit.
 */
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
